internal import CBatonGLib
internal import Glibc

/// libdispatch's main queue, and with it the main actor, served by GLib's default main context.
///
/// GLib's loop does not know the queue: without this, a main-actor task never runs in a process that runs a GLib loop.
/// The queue wakes its loop through an eventfd; CoreFoundation's run loop on Linux is built on the same pair of exports.
/// Measured: a hop takes 0.04 to 0.1 ms, nothing wakes up when idle.
@MainActor package enum MainQueue {
    private static var isAttached = false

    /// `GDK_PRIORITY_REDRAW`. Measured: at any priority before drawing, a busy main queue stops all frames.
    private static let priority: gint = 120
    /// How long the self-test waits for the queue's own wake-up, in milliseconds.
    private static let patience: Int32 = 2000

    /// Attaches the queue to the default main context. Once, on the initial thread, before its loop runs; later calls do
    /// nothing.
    /// - Throws: `GLibError` where this libdispatch does not wake the eventfd: main-actor tasks would never run.
    package static func attach() throws(GLibError) {
        if isAttached { return }
        let descriptor = _dispatch_get_main_queue_handle_4CF()
        guard descriptor >= 0 else { throw .failed("libdispatch gave no descriptor of its main queue") }
        try test(descriptor)
        let source = g_unix_fd_source_new(descriptor, G_IO_IN)!
        g_source_set_priority(source, priority)
        baton_source_set_fd_callback(
            source,
            { descriptor, _, _ in
                MainQueue.drain(descriptor)
                return 1
            }, nil, nil)
        _ = g_source_attach(source, g_main_context_default())
        g_source_unref(source)
        isAttached = true
    }

    /// Puts a task on the main actor and looks whether the eventfd tells of it.
    private static func test(_ descriptor: Int32) throws(GLibError) {
        let word = Word()
        Task { @MainActor in word.hasRun = true }
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, patience) == 1 else {
            throw .failed("libdispatch does not tell through its descriptor that the main queue has work")
        }
        drain(descriptor)
        guard word.hasRun else { throw .failed("draining libdispatch's main queue runs no main-actor tasks") }
    }

    @MainActor private final class Word { var hasRun = false }

    private nonisolated static func drain(_ descriptor: Int32) {
        // First: what is enqueued while draining then wakes the loop again, and an unread eventfd would spin it.
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        _dispatch_main_queue_callback_4CF(nil)
    }

    // MARK: A loop for programs without a UI framework

    private static var loop: OpaquePointer?

    /// Runs the default main context on the initial thread until `quit()`.
    /// - Throws: what `attach()` throws.
    package static func run() throws(GLibError) {
        try attach()
        precondition(loop == nil, "the main loop runs already")
        let running = g_main_loop_new(g_main_context_default(), 0)!
        loop = running
        g_main_loop_run(running)
        loop = nil
        g_main_loop_unref(running)
    }

    /// Whether `run()` is running the loop.
    package static var isRunning: Bool { loop != nil }

    /// Ends `run()`.
    package static func quit() { loop.map { g_main_loop_quit($0) } }
}
