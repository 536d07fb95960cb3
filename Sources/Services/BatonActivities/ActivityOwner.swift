package import ActivityModel

/// One app on one connection, whose activities the service keeps. Supplied by whoever knows the connection.
package protocol ActivityOwner: Sendable {
    var app: String { get }
    /// Asks the app for the activity's state at this moment; `connectionUnavailable` when the connection is gone. The
    /// service limits the time.
    func save(activityID: String) async throws(BatonError) -> ActivityRecord
    /// Tells the app that its activity was taken over.
    func wasContinued(activityID: String, on device: String) async
}

/// Names an owner that was attached.
package struct OwnerToken: Sendable, Hashable {
    let number: Int
}

/// An activity's name in the whole daemon: apps choose ids that are unique within their connection only.
struct ActivityName: Sendable, Hashable {
    let token: OwnerToken
    let id: String
}
