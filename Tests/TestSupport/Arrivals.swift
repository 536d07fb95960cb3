internal import Synchronization

/// What has not come within the limit.
package struct LimitReached: Error, CustomStringConvertible {
    package let what: String
    package let limit: Duration
    package init(_ what: String, within limit: Duration = Limits.wait) { (self.what, self.limit) = (what, limit) }
    package var description: String { "\(what) did not come within \(limit)" }
}

/// Things that come one after another, from any thread, and that a test awaits in the order of their coming.
package final class Arrivals<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiters: [(number: Int, continuation: CheckedContinuation<Value?, Never>)] = []
        var counter = 0
    }
    private let what: String
    private let state = Mutex(State())

    package init(_ what: String) { self.what = what }

    package func put(_ value: Value) {
        let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
            if state.waiters.isEmpty {
                state.values.append(value)
                return nil
            }
            return state.waiters.removeFirst().continuation
        }
        waiter?.resume(returning: value)
    }

    /// The next one.
    /// - Throws: `LimitReached`.
    package func next(within limit: Duration = Limits.wait) async throws -> Value {
        let number = state.withLock { state in
            state.counter += 1
            return state.counter
        }
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            giveUp(number)
        }
        defer { timer.cancel() }
        let value: Value? = await withCheckedContinuation { continuation in
            let ready: Value? = state.withLock { state in
                if !state.values.isEmpty { return state.values.removeFirst() }
                state.waiters.append((number, continuation))
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
        guard let value else { throw LimitReached(what, within: limit) }
        return value
    }

    /// How many have come and were not taken.
    package var waiting: Int { state.withLock { $0.values.count } }

    private func giveUp(_ number: Int) {
        let waiter: CheckedContinuation<Value?, Never>? = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return nil }
            return state.waiters.remove(at: index).continuation
        }
        waiter?.resume(returning: nil)
    }
}

/// Runs `work` for at most the limit; what hangs is left behind, and the test fails.
package func limited<T: Sendable>(
    _ what: String, within limit: Duration = Limits.wait, _ work: @escaping @Sendable () async throws -> T
) async throws -> T {
    let results = Arrivals<Result<T, any Error>>(what)
    let task = Task {
        do { results.put(.success(try await work())) } catch { results.put(.failure(error)) }
    }
    defer { task.cancel() }
    return try await results.next(within: limit).get()
}
