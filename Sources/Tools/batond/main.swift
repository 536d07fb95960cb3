internal import BatonDaemon
internal import Glibc

exit(DaemonMain.run(CommandLine.arguments))
