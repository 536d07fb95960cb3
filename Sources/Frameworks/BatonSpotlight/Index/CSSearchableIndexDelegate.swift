public import Foundation

/// Indexes an app's items again where they were lost, because the index was damaged or they are about to expire.
///
/// Called on a background queue of the framework, one call after another: a delegate may take its time. Baton's daemon asks
/// when the app's index has the delegate set, also after the daemon was started anew. Where a delegate lets go of the
/// acknowledgement handler without calling it, the daemon is told that nothing was indexed, and asks again another time.
public protocol CSSearchableIndexDelegate: NSObjectProtocol {
    /// Index everything of this index again, and call the handler when that is done: when the completion handler of the last
    /// call was called without an error. More than one call of it counts once.
    func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping @Sendable () -> Void)

    /// Index these items again, delete those that the app has no more, and call the handler when that is done.
    func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void)

    /// Indexing is being slowed down. Baton slows nothing down, and never calls it.
    func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex)

    /// Indexing goes on at its own speed. Never called, see `searchableIndexDidThrottle`.
    func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex)

    /// The data of an item that is dragged out of a search. Baton's searches have no such thing yet, and never call it.
    func data(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
    ) throws -> Data

    /// The file of an item that is dragged out of a search. Never called, see `data(for:itemIdentifier:typeIdentifier:)`.
    func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL
}

extension CSSearchableIndexDelegate {
    /// Does nothing.
    public func searchableIndexDidThrottle(_ searchableIndex: CSSearchableIndex) {}

    /// Does nothing.
    public func searchableIndexDidFinishThrottle(_ searchableIndex: CSSearchableIndex) {}

    /// Throws `CocoaError.featureUnsupported`.
    public func data(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
    ) throws -> Data { throw CocoaError(.featureUnsupported) }

    /// Throws `CocoaError.featureUnsupported`.
    public func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL { throw CocoaError(.featureUnsupported) }
}
