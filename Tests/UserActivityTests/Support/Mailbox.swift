import Foundation
import Synchronization
import TestSupport

/// What arrives, in order, for one reader that waits for it.
final class Mailbox<Item: Sendable>: Sendable {
    private struct State {
        var items: [Item] = []
        var waiter: CheckedContinuation<Item?, Never>?
    }
    private let state = Mutex(State())

    func put(_ item: Item) {
        let waiter: CheckedContinuation<Item?, Never>? = state.withLock { state in
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.items.append(item)
            return nil
        }
        waiter?.resume(returning: item)
    }

    /// - Throws: `TimeIsUp` after the tests' one limit.
    func next(_ what: String = "something") async throws -> Item {
        let timer = Task {
            guard (try? await Task.sleep(for: Limits.wait)) != nil else { return }
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
        defer { timer.cancel() }
        let item: Item? = await withCheckedContinuation { waiter in
            let ready: Item? = state.withLock { state in
                if !state.items.isEmpty { return state.items.removeFirst() }
                state.waiter = waiter
                return nil
            }
            if let ready { waiter.resume(returning: ready) }
        }
        guard let item else { throw TimeIsUp(what: what) }
        return item
    }

    /// What has arrived and was not read.
    var unread: [Item] { state.withLock { $0.items } }
}

struct TimeIsUp: Error, CustomStringConvertible {
    let what: String
    var description: String { "waited in vain for \(what)" }
}
