import FoundationEssentials
import GLibKit
import Synchronization

/// Time that only the test moves. Nothing waits in real time.
final class ManualClock: Sendable {
    private struct Sleeper {
        let id: Int
        let until: Date
        let duration: Duration
        let continuation: CheckedContinuation<Bool, Never>
    }
    private struct Watcher {
        let duration: Duration
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }
    private struct State {
        var now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var last = 0
        var sleepers: [Sleeper] = []
        var watchers: [Watcher] = []
        var cancelled: Set<Int> = []
    }
    private let state = Mutex(State())

    var source: TimeSource {
        TimeSource(now: { self.now }, sleep: { try await self.sleep($0) })
    }

    var now: Date { state.withLock { $0.now } }

    /// Durations that are slept now, in the order of their ends.
    var sleeping: [Duration] {
        state.withLock { $0.sleepers.sorted { $0.until < $1.until }.map(\.duration) }
    }

    /// Moves time on; sleeps that end by then end, in their order.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += seconds(duration)
            let due = state.sleepers.filter { $0.until <= state.now }.sorted { ($0.until, $0.id) < ($1.until, $1.id) }
            state.sleepers.removeAll { $0.until <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume(returning: true) }
    }

    /// Waits until somebody sleeps for this long, or as many as `count`.
    func waitForSleep(of duration: Duration, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.sleepers.count(where: { $0.duration == duration }) >= count { return true }
                state.watchers.append(Watcher(duration: duration, count: count, continuation: continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    private func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers: [Watcher]? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return nil }
                    state.sleepers.append(
                        Sleeper(
                            id: id, until: state.now + seconds(duration), duration: duration,
                            continuation: continuation))
                    let there = state.sleepers.count { $0.duration == duration }
                    let waking = state.watchers.filter { $0.duration == duration && $0.count <= there }
                    state.watchers.removeAll { $0.duration == duration && $0.count <= there }
                    return waking
                }
                guard let watchers else { return continuation.resume(returning: false) }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                    state.cancelled.insert(id)
                    return nil
                }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(returning: false)
        }
        guard isOver else { throw CancellationError() }
    }

    private func seconds(_ duration: Duration) -> TimeInterval {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
