internal import BatonCommands
internal import Glibc

exit(BatonCommandLine.main())
