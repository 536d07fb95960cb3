internal import Glibc

/// Starts a program without the signals blocked that the calling thread has blocked, as those of libdispatch have all:
/// it would inherit that, and could not be ended by SIGTERM.
package func withSignals<T>(_ start: () throws -> T) rethrows -> T {
    var none = sigset_t()
    var ours = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &ours)
    defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
    return try start()
}
