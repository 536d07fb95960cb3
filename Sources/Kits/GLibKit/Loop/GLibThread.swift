internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// One thread that runs one GLib main context, as an executor: actors that name it live on that thread, so GLib's
/// callbacks there are already inside them. A call between two of its actors costs nothing.
///
/// It is a task executor too, so that nothing a task does falls to the default executor: libdispatch would then wake up
/// about once a second for ever (measured).
package final class GLibThread: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // Proof of @unchecked: the pointers are written in `init` and never again; GLib's functions used on them
    // (wakeup, loop quit, context owner) are thread-safe; the inbox is a Mutex.
    let context: OpaquePointer
    private let loop: OpaquePointer
    private let inbox = Mutex<[UnownedJob]>([])
    private let wakeup: UnsafeMutablePointer<GSource>
    /// The GThread's address until it is joined.
    private let thread = Mutex<UInt>(0)

    /// Starts the thread.
    package init(name: String) {
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        let box = WakeupBox()
        wakeup = baton_wakeup_source_new(
            { data in Unmanaged<WakeupBox>.fromOpaque(data!).takeUnretainedValue().thread?.drain() },
            Unmanaged.passRetained(box).toOpaque())
        box.thread = self
        _ = g_source_attach(wakeup, context)
        start(name)
    }

    /// What the wake-up source points to; released only when the thread has ended, so `thread` is alive while it runs.
    private final class WakeupBox: @unchecked Sendable {
        // Proof: written once before the source is attached, read on the thread only.
        unowned(unsafe) var thread: GLibThread?
    }

    private func start(_ name: String) {
        // The thread keeps this object alive until its loop ends.
        let retained = Unmanaged.passRetained(self).toOpaque()
        let started = g_thread_new(
            name,
            { data in
                let me = Unmanaged<GLibThread>.fromOpaque(data!).takeRetainedValue()
                g_main_context_push_thread_default(me.context)
                g_main_loop_run(me.loop)
                // Jobs that were queued while the loop ended still run: a task that waits must not hang.
                me.drain()
                g_main_context_pop_thread_default(me.context)
                return nil
            }, retained)
        let address = UInt(bitPattern: started)
        thread.withLock { $0 = address }
    }

    /// Ends the loop and waits for the thread. From the thread itself it only asks the loop to end.
    package func stop() {
        // From inside the loop: a quit before the loop runs would be lost.
        let source = g_idle_source_new()!
        g_source_set_priority(source, G_PRIORITY_DEFAULT)
        g_source_set_callback(
            source,
            { loop in
                g_main_loop_quit(OpaquePointer(loop!))
                return 0
            }, UnsafeMutableRawPointer(g_main_loop_ref(loop)), { g_main_loop_unref(OpaquePointer($0!)) })
        _ = g_source_attach(source, context)
        g_source_unref(source)
        if !isCurrent { wait() }
    }

    /// Waits until the thread has ended. Not from the thread itself.
    package func wait() {
        let address = thread.withLock { address in
            defer { address = 0 }
            return address
        }
        if let taken = UnsafeMutablePointer<GThread>(bitPattern: address) { g_thread_join(taken) }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        // The job keeps this alive; it may have run, and the thread have ended, before the wake-up is out.
        let alive = Unmanaged.passRetained(self)
        defer { alive.release() }
        let job = UnownedJob(job)
        let isFirst = inbox.withLock { inbox in
            inbox.append(job)
            return inbox.count == 1
        }
        if isFirst { baton_wakeup_signal(wakeup, context) }
    }

    /// Rounds of jobs in one turn of the loop. What jobs enqueue in their turn needs no look at all sources first; but
    /// those must come to their turn as well.
    private static let roundsInOneTurn = 16

    private func drain() {
        for _ in 0..<Self.roundsInOneTurn {
            let jobs = inbox.withLock { inbox in
                // Inside the lock: a signal that comes with the next job is not cleared.
                if inbox.isEmpty { baton_wakeup_clear(wakeup) }
                let all = inbox
                inbox.removeAll(keepingCapacity: true)
                return all
            }
            if jobs.isEmpty { return }
            for job in jobs {
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }
    package func checkIsolated() { precondition(isCurrent, "not on the GLib thread that this actor lives on") }
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Whether the caller is on this thread.
    package var isCurrent: Bool { g_main_context_is_owner(context) != 0 }

    /// The one way to start a root task in the daemon: it runs on this thread, in the order of the calls.
    @discardableResult
    package func task(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task(executorPreference: self) { await body() }
    }

    deinit {
        g_source_destroy(wakeup)
        g_source_unref(wakeup)
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }
}

/// An actor that lives on a GLib thread.
package protocol GLibActor: Actor {
    nonisolated var thread: GLibThread { get }
}

extension Actor {
    /// Enters the actor from a C callback on its own thread, with arguments that the compiler cannot prove safe to pass.
    ///
    /// Proof of the cast: the precondition holds the caller to the actor's executor, and `isolated Self` has the same
    /// representation as `Self`.
    nonisolated func entered<Argument, Result>(
        with argument: Argument, _ body: (isolated Self, Argument) throws -> Result
    ) rethrows -> Result {
        preconditionIsolated()
        return try withoutActuallyEscaping(body) {
            try unsafeBitCast($0, to: ((Self, Argument) throws -> Result).self)(self, argument)
        }
    }
}
