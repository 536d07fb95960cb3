import Glibc

exit(BenchMain.run())
