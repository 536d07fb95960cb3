package import ActivityModel

/// What follows the capture door. Called on the service's thread, outside of the calls that cause it.
package struct ActivityEvents: Sendable {
    /// Something about the current activities of these apps has changed; at most once in a turn of the loop.
    package var currentChanged: @Sendable (_ apps: Set<String>) -> Void
    /// A copy is stored, durably.
    package var saved: @Sendable (SavedActivity) -> Void
    /// Copies of an app were deleted, by their keys.
    package var deleted: @Sendable (_ app: String, _ keys: [String]) -> Void

    package init(
        currentChanged: @escaping @Sendable (_ apps: Set<String>) -> Void = { _ in },
        saved: @escaping @Sendable (SavedActivity) -> Void = { _ in },
        deleted: @escaping @Sendable (_ app: String, _ keys: [String]) -> Void = { _, _ in }
    ) {
        self.currentChanged = currentChanged
        self.saved = saved
        self.deleted = deleted
    }
}
