package import FoundationEssentials
package import GLibKit
internal import Synchronization

/// Time that stands still until the test moves it.
///
/// Everything is woken in the order of its time, each at its own time, and what it starts is waited for before the next
/// is woken: a test sees the same order every time.
package final class TestClock: Sendable {
    private struct Sleeper {
        let number: Int
        let deadline: Date
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Date
        var counter = 0
        var sleepers: [Sleeper] = []
    }

    private let state: Mutex<State>
    private let settling: @Sendable () async -> Void

    /// - Parameter settling: returns when nothing is left to do at the present time.
    package init(
        at start: Date = Date(timeIntervalSinceReferenceDate: 800_000_000),
        settling: @escaping @Sendable () async -> Void
    ) {
        state = Mutex(State(now: start))
        self.settling = settling
    }

    /// For what lives on one GLib thread and waits for nothing else.
    package convenience init(on thread: GLibThread) { self.init(settling: { await thread.settle() }) }

    /// What the services under test are given.
    package var time: TimeSource {
        TimeSource(now: { [self] in now }, sleep: { [self] in try await sleep($0) })
    }

    package var now: Date { state.withLock(\.now) }

    /// How many timers run.
    package var sleeping: Int { state.withLock { $0.sleepers.count } }

    /// Lets time pass.
    package func advance(by duration: Duration) async {
        await settling()
        let target = now.addingTimeInterval(duration / .seconds(1))
        for _ in 0..<100_000 {
            let due = state.withLock { state -> [Sleeper] in
                // A microsecond is what a date's binary fraction may differ by.
                let first = state.sleepers.map(\.deadline).min().map { $0.addingTimeInterval(0.000_001) }
                guard let first, first <= target.addingTimeInterval(0.000_002) else {
                    state.now = target
                    return []
                }
                let due = state.sleepers.filter { $0.deadline <= first }
                state.now = max(state.now, due.map(\.deadline).max() ?? state.now)
                state.sleepers.removeAll { $0.deadline <= first }
                return due
            }
            for sleeper in due.sorted(by: { ($0.deadline, $0.number) < ($1.deadline, $1.number) }) {
                sleeper.continuation.resume()
            }
            await settling()
            if due.isEmpty { return }
        }
        preconditionFailure("something sleeps again and again without time passing")
    }

    /// Sets the wall clock, as a user or a time server does: what sleeps goes on sleeping for as long as before.
    package func set(to date: Date) {
        state.withLock { state in
            let step = date.timeIntervalSince(state.now)
            state.now = date
            state.sleepers = state.sleepers.map {
                Sleeper(
                    number: $0.number, deadline: $0.deadline.addingTimeInterval(step), continuation: $0.continuation)
            }
        }
    }

    /// Waits until nothing is left to do at the present time.
    package func settle() async { await settling() }

    private func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.counter += 1
            return state.counter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { state in
                    let deadline = state.now.addingTimeInterval(duration / .seconds(1))
                    state.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
                }
                // Cancelled before there was anything to wake.
                if Task.isCancelled { wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    /// Ends a sleep that was cancelled; the second call for it finds nothing.
    private func wake(_ number: Int) {
        let found = state.withLock { state in
            state.sleepers.firstIndex { $0.number == number }.map { state.sleepers.remove(at: $0) }
        }
        found?.continuation.resume(throwing: CancellationError())
    }
}

extension GLibThread {
    /// Lets everything that is queued here run, and what that queues, some tens of steps far.
    package func settle() async {
        for _ in 0..<30 { await task {}.value }
    }
}
