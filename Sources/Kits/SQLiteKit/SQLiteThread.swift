internal import Glibc
internal import Synchronization

/// The thread on which one database runs: jobs in the order they came, one at a time.
///
/// A thread of its own, not libdispatch: SQLite blocks in I/O and for locks, which would hold up a shared pool; and once
/// libdispatch's pool has run anything, its monitor wakes the process every second for ever.
final class SQLiteThread: SerialExecutor {
    private struct Inbox {
        var jobs: [UnownedJob] = []
        var stopped = false
    }

    private let inbox = Mutex(Inbox())

    /// Posted once whenever the inbox stops being empty. `Mutex` has no condition variable, and a semaphore needs no
    /// descriptor.
    ///
    /// Proof for `nonisolated(unsafe)`: the pointer is written once, in `init`; sem_post(3) and sem_wait(3) may be called
    /// from any thread; it is freed in `deinit`, after the last reference, and both the thread (until its loop ends) and
    /// everyone who enqueues hold one.
    private nonisolated(unsafe) let wake: UnsafeMutablePointer<sem_t>

    init(path: String) throws {
        wake = .allocate(capacity: 1)
        sem_init(wake, 0, 0)
        var thread = pthread_t()
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // The thread owns a reference, so the executor outlives the last job, which releases the actor.
        let retained = Unmanaged.passRetained(self)
        let failure = pthread_create(
            &thread, &attributes,
            { context in
                Unmanaged<SQLiteThread>.fromOpaque(context!).takeRetainedValue().run()
                return nil
            }, retained.toOpaque())
        guard failure == 0 else {
            retained.release()
            throw SQLiteError(
                .noMemory, "could not start a thread to open it: \(String(cString: strerror(failure)))", path: path)
        }
    }

    deinit {
        sem_destroy(wake)
        wake.deallocate()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let wasEmpty = inbox.withLock { inbox in
            inbox.jobs.append(job)
            return inbox.jobs.count == 1
        }
        if wasEmpty { sem_post(wake) }
    }

    /// Ends the thread after the job that is running. Called by the actor's `deinit`: no job can follow.
    func stop() {
        inbox.withLock { $0.stopped = true }
        sem_post(wake)
    }

    private func run() {
        while true {
            // Fails only with EINTR, and then the inbox is looked at once too often.
            sem_wait(wake)
            let (jobs, stopped) = inbox.withLock { inbox in
                defer { inbox.jobs.removeAll(keepingCapacity: true) }
                return (inbox.jobs, inbox.stopped)
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            if stopped { return }
        }
    }
}
