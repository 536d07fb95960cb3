internal import CBatonGLib
package import FoundationEssentials
internal import Synchronization

/// Time as the services see it: injected, so that tests hold it in their hands.
package struct TimeSource: Sendable {
    /// The wall clock.
    package var now: @Sendable () -> Date
    /// Suspends for a while; throws `CancellationError` at once when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's time, with timers of the thread's own main context: no timer, no wake-up.
    package static func system(on thread: GLibThread) -> TimeSource {
        TimeSource(now: { Date() }, sleep: { try await Timer.wait($0, on: thread) })
    }
}

extension TimeSource {
    /// Runs `operation`, for at most `limit`.
    /// - Throws: what the operation throws, or `onTimeout` when time was up first; the operation is then cancelled and
    ///   not waited for.
    package func withLimit<T: Sendable>(
        _ limit: Duration, onTimeout: any Error & Sendable, on thread: GLibThread,
        _ operation: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let race = Race<T>()
        let work = Task(executorPreference: thread) {
            do { race.finish(.success(try await operation())) } catch { race.finish(.failure(error)) }
        }
        let timer = Task(executorPreference: thread) {
            do { try await self.sleep(limit) } catch { return }
            race.finish(.failure(onTimeout))
        }
        defer {
            timer.cancel()
            work.cancel()
        }
        return try await withTaskCancellationHandler {
            try await race.result().get()
        } onCancel: {
            work.cancel()
            timer.cancel()
            race.finish(.failure(CancellationError()))
        }
    }
}

/// A result that is given once; later ones are dropped.
final class Race<T: Sendable>: Sendable {
    private enum State {
        case empty
        case waiting(CheckedContinuation<Result<T, any Error>, Never>)
        case done(Result<T, any Error>)
    }
    private let state = Mutex<State>(.empty)

    func finish(_ result: Result<T, any Error>) {
        let waiter: CheckedContinuation<Result<T, any Error>, Never>? = state.withLock { state in
            switch state {
            case .done: return nil
            case .empty:
                state = .done(result)
                return nil
            case .waiting(let continuation):
                state = .done(result)
                return continuation
            }
        }
        waiter?.resume(returning: result)
    }

    func result() async -> Result<T, any Error> {
        await withCheckedContinuation { continuation in
            let ready: Result<T, any Error>? = state.withLock { state in
                if case .done(let result) = state { return result }
                state = .waiting(continuation)
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }
}

/// A single-shot GLib timeout as a suspension.
private enum Timer {
    /// A timer that is later than this did not fire late: its process, or the whole machine, was stopped meanwhile.
    private static let lateness = Duration.seconds(1)

    /// Waits at least `duration`, and so long that what came while the process was stopped has been seen: an answer
    /// that lies in the socket was in time, though the timer is due as well when the process goes on.
    static func wait(_ duration: Duration, on thread: GLibThread) async throws {
        var pause = duration
        // Not for ever: a machine that is always this slow has time limits, too.
        for _ in 0..<3 {
            let due = now + pause
            try await waitOnce(pause, on: thread)
            guard now - due > lateness else { return }
            pause = min(duration, lateness)
        }
    }

    private static var now: Duration { .microseconds(g_get_monotonic_time()) }

    private static func waitOnce(_ duration: Duration, on thread: GLibThread) async throws {
        let race = Race<Void>()
        let (seconds, attoseconds) = duration.components
        let milliseconds = max(0, seconds) * 1000 + attoseconds / 1_000_000_000_000_000
        let source = g_timeout_source_new(guint(clamping: milliseconds))!
        let held = HeldSource(source)
        let callback = Callback<Void, Void> { race.finish(.success(())) }
        g_source_set_callback(
            source,
            { data in
                Callback<Void, Void>.borrowed(data).body(())
                return 0
            }, callback.retained(), releaseCallback)
        _ = g_source_attach(source, thread.context)
        try await withTaskCancellationHandler {
            try await race.result().get()
        } onCancel: {
            held.destroy()
            race.finish(.failure(CancellationError()))
        }
        held.destroy()
    }
}

/// A source that any thread may destroy, once or more.
final class HeldSource: @unchecked Sendable {
    // Proof: g_source_destroy is thread-safe and idempotent; the reference is ours until deinit.
    private let source: UnsafeMutablePointer<GSource>

    init(_ source: UnsafeMutablePointer<GSource>) { self.source = source }

    func destroy() { g_source_destroy(source) }

    deinit {
        g_source_destroy(source)
        g_source_unref(source)
    }
}
