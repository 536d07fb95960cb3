import BatonBus
import BatonDaemon
import Glibc

// `batond` as an older release: what a newer program finds after an upgrade.
exit(DaemonMain.run(CommandLine.arguments, as: BusProtocol(minimum: 1, current: 1, release: "0.0.9")))
