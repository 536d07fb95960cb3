internal import CBatonGLib
internal import Glibc

/// A process held by a pidfd: its number cannot come to mean another process unnoticed.
package final class ProcessHandle: Sendable {
    package let pid: Int32
    private let descriptor: Int32

    init(adopting descriptor: Int32, pid: Int32) {
        self.pid = pid
        self.descriptor = descriptor
        _ = baton_set_cloexec(descriptor)
    }

    /// nil where the process is gone.
    package convenience init?(pid: Int32) {
        let fd = Int32(baton_pidfd_open(pid))
        guard fd >= 0 else { return nil }
        self.init(adopting: fd, pid: pid)
    }

    /// Whether the process still lives: what was read from /proc before is then its own.
    ///
    /// One that has ended, and that its parent has not waited for, does not: it can be sent signals, but /proc has
    /// neither its root nor its executable any more.
    package var isAlive: Bool {
        var ended = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = poll(&ended, 1, 0)
            if count >= 0 { return count == 0 }
            guard errno == EINTR else { return false }
        }
    }

    package func signal(_ signal: Int32) -> Bool { baton_pidfd_send_signal(descriptor, signal) == 0 }

    /// Runs `handler` on the thread when the process ends.
    package func onExit(on thread: GLibThread, _ handler: @escaping @Sendable () -> Void) {
        // The source keeps this handle, and so the descriptor, until it has fired.
        let callback = Callback<Void, Void> { [self] in
            withExtendedLifetime(self) { handler() }
        }
        let source = g_unix_fd_source_new(descriptor, G_IO_IN)!
        baton_source_set_fd_callback(
            source,
            { _, _, data in
                Callback<Void, Void>.borrowed(data).body(())
                return 0
            }, callback.retained(), releaseCallback)
        _ = g_source_attach(source, thread.context)
        g_source_unref(source)
    }

    deinit { close(descriptor) }
}
