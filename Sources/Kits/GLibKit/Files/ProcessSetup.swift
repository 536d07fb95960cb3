internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// What a process settles before it does anything else.
package enum ProcessSetup {
    /// The listening sockets that systemd passed (sd_listen_fds(3)). Called before the first thread exists.
    package static func takeListenDescriptors() -> [Int32] {
        guard let owner = getenv("LISTEN_PID"), atoi(owner) == getpid(), let count = getenv("LISTEN_FDS") else {
            return []
        }
        let descriptors = (0..<max(0, min(16, atoi(count)))).map { 3 + $0 }
        for descriptor in descriptors { _ = baton_set_cloexec(descriptor) }
        for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
        return descriptors
    }

    /// A peer that is gone is an error of the write, not the end of the process.
    package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

    /// Opens what of standard input, output and error is closed, to nowhere: the next file that is opened would have its
    /// number, and what is written there, also by apps that are started, would go into it. Called before anything is opened.
    package static func openStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free: this one.
            _ = baton_open("/dev/null", O_RDWR, 0)
        }
    }

    /// Lets every signal through. A program's threads often block them (those of libdispatch do), and whatever such a
    /// thread starts inherits that: a daemon would be deaf to SIGTERM. Called before the first thread exists.
    package static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Runs `handler` on the thread for SIGTERM, SIGINT and SIGHUP, instead of ending at once.
    package static func onTermination(on thread: GLibThread, _ handler: @escaping @Sendable () -> Void) {
        for number in [SIGTERM, SIGINT, SIGHUP] {
            let source = g_unix_signal_source_new(number)!
            let callback = Callback<Void, Void>(handler)
            g_source_set_callback(
                source,
                { data in
                    Callback<Void, Void>.borrowed(data).body(())
                    return 1
                }, callback.retained(), releaseCallback)
            _ = g_source_attach(source, thread.context)
            g_source_unref(source)
        }
    }
}

/// A process's exit status, decided on one thread and read on another.
package final class ExitStatus: Sendable {
    private let stored = Mutex<Int32>(0)
    package init() {}
    package func set(_ value: Int32) { stored.withLock { $0 = value } }
    package var value: Int32 { stored.withLock { $0 } }
}
