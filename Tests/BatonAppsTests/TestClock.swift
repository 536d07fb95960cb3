import FoundationEssentials
import GLibKit
import Synchronization

/// Time that passes when the test says so.
final class TestClock: Sendable {
    private struct Sleeper {
        let number: Int
        let duration: Duration
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var now = Duration.zero
        var counter = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())
    private let slept = AsyncQueue<Duration>()

    var source: TimeSource {
        TimeSource(
            now: { [self] in
                Date(timeIntervalSinceReferenceDate: Double(state.withLock { $0.now.components.seconds }))
            },
            sleep: { [self] in try await sleep($0) })
    }

    private func sleep(_ duration: Duration) async throws {
        let number = state.withLock { state in
            state.counter += 1
            return state.counter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.sleepers.append(
                        Sleeper(
                            number: number, duration: duration, deadline: state.now + duration,
                            continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) } else { slept.push(duration) }
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let now = state.now
            let due = state.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// Waits until somebody sleeps for this long.
    func sleeping(for duration: Duration) async {
        while !state.withLock({ $0.sleepers.contains { $0.duration == duration } }) { _ = await slept.next() }
    }

    /// How long those who sleep now sleep.
    var sleepers: [Duration] { state.withLock { $0.sleepers.map(\.duration) } }
}
