package import ActivityModel
package import BatonBus
internal import BatonClient
internal import GLibKit
internal import Synchronization

// What frameworks above this one have of the process's one connection to the daemon. They know this module; it does not
// know them.

/// Who indexes an app's items again when the daemon has lost them. "" is the default index.
package protocol IndexOwner: Sendable {
    /// Returns when it is done.
    func reindexAll(index: String) async throws
    func reindex(index: String, identifiers: [String]) async throws
}

extension ActivityCenter {
    /// Calls the daemon, starting it where needed.
    /// - Throws: what the daemon answers, or `daemonUnavailable`, `connectionUnavailable`, `timedOut`.
    package func call<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument,
        timeout: Duration = .seconds(25)
    ) async throws(BatonError) -> Reply {
        await announcer.prepare(EventReceiver(center: self))
        return try await connection.call(method, repeat each arguments, timeout: timeout)
    }

    /// Another one for each connection to the daemon: what the daemon keeps for a connection, a batch, goes with it.
    package var connectionNumber: Int { connections.withLock { $0 } }

    /// The one object of a kind that a framework keeps as long as the center is there; made at first need.
    package func attachment<Object: AnyObject & Sendable>(_ make: @Sendable () -> Object) -> Object {
        let key = ObjectIdentifier(Object.self)
        return attachments.withLock { attachments in
            if let object = attachments[key] as? Object { return object }
            let object = make()
            attachments[key] = object
            return object
        }
    }

    /// Has the daemon ask `owner`, held strongly, to index `index` again when its items are lost.
    package func answerReindexing(of index: String, by owner: any IndexOwner) {
        indexOwner.withLock { $0 = owner }
        follow(index: index)
    }

    package func stopReindexing(of index: String) { unfollow(index: index) }
}
