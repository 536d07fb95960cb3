import Synchronization

/// What happened, in order, for a test to await.
final class AsyncQueue<Element: Sendable>: Sendable {
    private struct State {
        var items: [Element] = []
        var waiters: [CheckedContinuation<Element, Never>] = []
    }
    private let state = Mutex(State())

    func push(_ element: Element) {
        let waiter: CheckedContinuation<Element, Never>? = state.withLock { state in
            if state.waiters.isEmpty {
                state.items.append(element)
                return nil
            }
            return state.waiters.removeFirst()
        }
        waiter?.resume(returning: element)
    }

    func next() async -> Element {
        await withCheckedContinuation { continuation in
            let ready: Element? = state.withLock { state in
                if state.items.isEmpty {
                    state.waiters.append(continuation)
                    return nil
                }
                return state.items.removeFirst()
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    /// What has not been taken by `next`.
    var waiting: [Element] { state.withLock { $0.items } }
}
