internal import GLibKit
internal import Glibc

/// Waits for changes of the files in a folder, on a thread of its own (inotify).
final class FolderChanges: Sendable {
    private let watch: Int32
    private let stopping: Pipe
    private let thread = GLibThread(name: "baton-files")

    /// nil where the folder cannot be watched.
    init?(_ folder: String) {
        let events = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, folder, events) >= 0, let pipe = Pipe() else {
            close(descriptor)
            return nil
        }
        watch = descriptor
        stopping = pipe
    }

    /// Waits for the next change. false once stopped.
    func next() async -> Bool {
        await Task(executorPreference: thread) { [watch, stopping] in
            var waits = [
                pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopping.readEnd, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&waits, 2, -1) < 0, errno == EINTR {}
            if waits[1].revents != 0 { return false }
            // What changed is seen in the files themselves.
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(watch, &buffer, buffer.count) > 0 {}
            return true
        }.value
    }

    func stop() { stopping.write(0) }

    deinit {
        thread.stop()
        stopping.close()
        close(watch)
    }
}
