internal import ActivityModel
internal import Dispatch
public import Foundation
internal import Synchronization
internal import UserActivity

/// What an app has given to search: items go in, are replaced and deleted here.
///
/// ```swift
/// let index = CSSearchableIndex.default()
/// try await index.indexSearchableItems([item])
/// try await index.deleteSearchableItems(withDomainIdentifiers: ["notes.travel"])
/// ```
///
/// An app has one default index and as many named ones as it makes; it finds and deletes only its own items. The calls on
/// one object take effect in the order in which they were made, on whatever threads. Each call is all or nothing. Success
/// means that Baton's daemon has written the call down and will not lose it; it can be found within moments. An error
/// means that nothing was changed; what failed with `remoteConnectionError` may be tried again.
///
/// Completion handlers run on a background queue, one after another in the order of the calls. Every method with a completion
/// handler has an async form beside it that throws `CSIndexError`.
open class CSSearchableIndex: NSObject, @unchecked Sendable {
    // Proof of @unchecked: every stored property is an immutable Sendable value, or a Mutex.
    let name: String?
    let dispatch: IndexDispatch
    let calls = CallQueue()
    let handlers = DispatchQueue(label: "org.baton.spotlight.index")
    let batch = Mutex<OpenBatch?>(nil)
    private let delegate = Mutex(WeakDelegate())

    /// The app's default index: one object a process. It takes no batches and has no client state.
    ///
    /// On Apple's systems the items of the default index are not protected; those of no index are here, beyond the
    /// permissions of the user's files.
    public class func `default`() -> CSSearchableIndex { SpotlightCenter.active.defaultIndex }

    /// Whether this system has an index: always true. Whether the daemon can be reached, and whether the user has switched
    /// search off for the app, is told by the calls.
    open class func isIndexingAvailable() -> Bool { true }

    /// An index of a name, which has client state and takes batches. Objects of one name are one index.
    public convenience init(name: String) { self.init(name: name, protectionClass: nil) }

    /// An index of a name.
    /// - Parameters:
    ///   - name: the index's name within the app; the empty one is the default index.
    ///   - protectionClass: when the items can be read, on Apple's systems. Linux has no such protection of files: it is
    ///     accepted, and changes nothing.
    public init(name: String, protectionClass: FileProtectionType?) {
        self.name = name.isEmpty ? nil : name
        dispatch = IndexDispatch(connection: SpotlightCenter.active.connection, index: self.name)
        super.init()
    }

    deinit {
        if delegate.withLock({ $0.isSet }) { owner?.unfollow(self) }
    }

    // MARK: The delegate

    private struct WeakDelegate: @unchecked Sendable {
        // Proof: the reference is copied under the index's lock; the framework calls the object on one serial queue only.
        weak var object: (any CSSearchableIndexDelegate)?
        /// Whether one was set: it may have ended since.
        var isSet = false
    }

    /// Who indexes the items again when the daemon has lost them, held weakly; nil by default.
    ///
    /// The daemon asks as long as the app runs and this object lives. Of several objects of one name, the one whose delegate
    /// was set last is asked. Setting one connects to the daemon.
    open var indexDelegate: (any CSSearchableIndexDelegate)? {
        get { delegate.withLock { $0 }.object }
        set {
            let new = WeakDelegate(object: newValue, isSet: newValue != nil)
            delegate.withLock { $0 = new }
            if new.isSet { owner?.follow(self) } else { owner?.unfollow(self) }
        }
    }

    private var owner: SpotlightCenter? { dispatch.connection.center.map(SpotlightCenter.of) }

    // MARK: Items

    /// Indexes items; one with a known identifier replaces the old one, or is merged into it (`CSSearchableItem.isUpdate`).
    ///
    /// Fails with `invalidItemError`, which names the item, where one has an empty identifier or one over 4096 bytes, a date
    /// that is no number, or more than 1.5 MiB of attributes; longer texts are cut and larger thumbnails left out, see
    /// `CSSearchableItemAttributeSet`. Any number of items can be given; several hundred a call are fast.
    open func indexSearchableItems(
        _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        add(indexing(items), completionHandler)
    }

    /// Indexes items, see the form with a completion handler.
    /// - Throws: `CSIndexError`.
    open func indexSearchableItems(_ items: [CSSearchableItem]) async throws { try await run(indexing(items)) }

    /// Deletes items by their `uniqueIdentifier`. Those that are not there are no error.
    open func deleteSearchableItems(
        withIdentifiers identifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        add(deleting(identifiers), completionHandler)
    }

    /// Deletes items by their `uniqueIdentifier`.
    /// - Throws: `CSIndexError`.
    open func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
        try await run(deleting(identifiers))
    }

    /// Deletes the items of domains, and of domains within them: `notes` takes `notes` and `notes.travel`, not `notesarchive`.
    ///
    /// On the default index that deletes saved activities too whose `contentAttributeSet` names such a domain.
    open func deleteSearchableItems(
        withDomainIdentifiers domainIdentifiers: [String], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        add(deleting(domains: domainIdentifiers), completionHandler)
    }

    /// Deletes the items of domains, see the form with a completion handler.
    /// - Throws: `CSIndexError`.
    open func deleteSearchableItems(withDomainIdentifiers domainIdentifiers: [String]) async throws {
        try await run(deleting(domains: domainIdentifiers))
    }

    /// Deletes all items of this index, and its client state.
    open func deleteAllSearchableItems(completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        add(deletingAll(), completionHandler)
    }

    /// Deletes all items of this index, and its client state.
    /// - Throws: `CSIndexError`.
    open func deleteAllSearchableItems() async throws { try await run(deletingAll()) }

    // MARK: Batches

    /// Begins a batch: what is indexed and deleted on this object until `endBatch` takes effect together, then.
    ///
    /// A batch that is never ended, because the app ends or loses its connection, changes nothing. The default index takes no
    /// batches, and a second one cannot begin before the first is ended: both are reported to `UserActivityDiagnostics`,
    /// change nothing, and make an `endBatch` fail later (that of the default index; the one too many).
    open func beginBatch() {
        guard name != nil else {
            return UserActivityDiagnostics.report(
                .error, "The default index takes no batches, none was begun; use CSSearchableIndex(name:).")
        }
        let new = OpenBatch()
        let isFirst = batch.withLock { batch in
            guard batch == nil else { return false }
            batch = new
            // In one step with the above, so that no call of the batch gets in front of its beginning.
            calls.add { [dispatch] in await dispatch.begin(new) }
            return true
        }
        if !isFirst {
            UserActivityDiagnostics.report(
                .error, "A batch is open on this index already, no other was begun; end it with endBatch first.")
        }
    }

    /// Ends the batch, and stores a bookmark of the app's together with it: how far its items have been indexed.
    ///
    /// Fails with `invalidClientStateError` for more than 250 bytes, the batch stays open then; with `indexingUnsupported` on
    /// the default index; with `unknownError` where no batch is open. After any other error nothing of the batch is stored.
    open func endBatch(
        withClientState clientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        add(ending(BatchEnd(clientState: clientState)), completionHandler)
    }

    /// Ends the batch, see the form with a completion handler.
    /// - Throws: `CSIndexError`.
    open func endBatch(withClientState clientState: Data) async throws {
        try await run(ending(BatchEnd(clientState: clientState)))
    }

    /// Ends the batch where the stored client state is the expected one; nil expects that there is none.
    ///
    /// Fails with `mismatchedClientState` where it is another; nothing of the batch is stored then. Otherwise as `endBatch`.
    open func endIndexBatch(
        expectedClientState: Data?, newClientState: Data, completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        add(
            ending(BatchEnd(clientState: newClientState, expectedState: expectedClientState ?? Data())),
            completionHandler)
    }

    /// Ends the batch where the stored client state is the expected one, see the form with a completion handler.
    /// - Throws: `CSIndexError`.
    open func endIndexBatch(expectedClientState: Data?, newClientState: Data) async throws {
        try await run(ending(BatchEnd(clientState: newClientState, expectedState: expectedClientState ?? Data())))
    }

    /// Reads the bookmark that the last batch stored, after the calls before this one; nil where there is none.
    open func fetchLastClientState(completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void) {
        fetchState { [handlers] result in
            handlers.async {
                switch result {
                case .success(let state): completionHandler(state.isEmpty ? nil : state, nil)
                case .failure(let error): completionHandler(nil, error)
                }
            }
        }
    }

    /// Reads the bookmark that the last batch stored, after the calls before this one; empty where there is none.
    /// - Throws: `CSIndexError`.
    open func fetchLastClientState() async throws -> Data {
        try await withCheckedThrowingContinuation { done in fetchState { done.resume(with: $0) } }
    }
}
