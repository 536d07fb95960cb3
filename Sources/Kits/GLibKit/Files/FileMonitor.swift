internal import CBatonGLib

/// Watches the entries of one folder that exists: what is made, written, renamed, removed, or changed in its mode.
///
/// GLib looks for a folder that does not exist every four seconds, which would wake an idle daemon for ever: watch the
/// nearest ancestor that is there instead, and drop the monitor of a folder that has gone.
package final class FileMonitor {
    private let monitor: UnsafeMutablePointer<GFileMonitor>
    private let signal: SignalConnection

    /// - Parameter entryHandler: called on the thread with the path of the entry, or of the folder itself when it goes.
    package init(
        path folder: String, on thread: GLibThread, entryHandler handler: @escaping @Sendable (String) -> Void
    ) throws(GLibError) {
        // The monitor reports in the context that is the thread's own when it is made.
        precondition(thread.isCurrent, "a file monitor serves the thread that makes it")
        let file = g_file_new_for_path(folder)!
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        var error: UnsafeMutablePointer<GError>?
        let made = g_file_monitor_directory(file, G_FILE_MONITOR_NONE, nil, &error)
        try throwIfSet(&error)
        guard let made else { throw .failed("\(folder) cannot be watched") }
        monitor = made
        signal = SignalConnection(UnsafeMutableRawPointer(made), "changed") { arguments, _ in
            guard arguments.count > 1, let entry = g_value_get_object(arguments.baseAddress! + 1),
                let path = g_file_get_path(OpaquePointer(entry))
            else { return }
            defer { g_free(path) }
            handler(String(cString: path))
        }
    }

    /// For those to whom it does not matter what has changed.
    package convenience init(
        path: String, on thread: GLibThread, handler: @escaping @Sendable () -> Void
    ) throws(GLibError) {
        try self.init(path: path, on: thread, entryHandler: { _ in handler() })
    }

    deinit {
        signal.disconnect()
        g_file_monitor_cancel(monitor)
        g_object_unref(monitor)
    }
}
