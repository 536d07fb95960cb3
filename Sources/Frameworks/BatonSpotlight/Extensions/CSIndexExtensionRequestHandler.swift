public import Foundation

/// Indexes an app's items again while the app does not run.
///
/// Baton runs it when items are lost and the app cannot be asked. Make it the main type of a program of its own, which the
/// app's `Info.plist` names in `NSExtension` for `com.apple.spotlight.index`; it has 30 seconds, from its start to its
/// acknowledgement, and is ended then.
///
/// ```swift
/// @main final class Indexer: CSIndexExtensionRequestHandler {
///     override func searchableIndex(
///         _ index: CSSearchableIndex,
///         reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping @Sendable () -> Void
///     ) {
///         index.indexSearchableItems(Notes.all.map(\.searchableItem)) { error in
///             if error == nil { acknowledgementHandler() }
///         }
///     }
/// }
/// ```
///
/// On Apple's systems the program's entry point is the system's, which makes an object of the `NSExtensionPrincipalClass`;
/// here `@main` says which class that is. The delegate's methods are called on a background queue, one after another.
open class CSIndexExtensionRequestHandler: NSObject, CSSearchableIndexDelegate {
    /// Made once, on the queue on which its methods are called.
    public required override init() { super.init() }

    /// Runs the extension; called by the system of `@main`. Where Baton has not started the process, it says so and ends
    /// with status 64.
    @MainActor public static func main() -> Never {
        ExtensionMain.run(.index) { [type = self] in ExtensionMain.Work(index: type.init()) }
    }

    /// Index everything of this index again, and call the handler when that is done. Unless overridden, the handler is let go
    /// of: nothing was indexed, and the daemon asks another time.
    open func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping @Sendable () -> Void
    ) {}

    /// Index these items again, delete those that the app has no more, and call the handler when that is done.
    open func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void
    ) {}

    /// For code that overrides it; Baton asks for no data of items. Unless overridden, it throws
    /// `CocoaError.featureUnsupported`.
    open func data(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String
    ) throws -> Data { throw CocoaError(.featureUnsupported) }

    /// For code that overrides it; Baton asks for no files of items. Unless overridden, it throws
    /// `CocoaError.featureUnsupported`.
    open func fileURL(
        for searchableIndex: CSSearchableIndex, itemIdentifier: String, typeIdentifier: String, inPlace: Bool
    ) throws -> URL { throw CocoaError(.featureUnsupported) }
}
