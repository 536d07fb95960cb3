internal import ActivityModel
internal import BatonTypes
internal import Dispatch
internal import Foundation
internal import UserActivity

/// What both kinds of extension have in common: the author's object on a queue of its own, and the daemon's questions to it.
final class ExtensionMain: ExtensionWorker {
    enum Point: String {
        case index = "com.apple.spotlight.index"
        case describe = "com.apple.spotlight.import"
    }

    /// The author's object, of one kind or the other.
    struct Work {
        var index: CSIndexExtensionRequestHandler?
        var describe: CSImportExtension?
    }

    @MainActor static func run(_ point: Point, _ make: @escaping @Sendable () -> Work) -> Never {
        ExtensionProcess.run(point.rawValue, ExtensionMain(make))
    }

    private let queue = DispatchQueue(label: "org.baton.spotlight.extension")
    private let make: @Sendable () -> Work

    private init(_ make: @escaping @Sendable () -> Work) { self.make = make }

    /// On the queue. Kept for good: the process has this one piece of work, and what the object does of it may take longer
    /// than the call of its method.
    private func object<Object: AnyObject>(_ kind: (Work) -> Object?) throws(BatonError) -> Object {
        guard let object = kind(make()) else {
            throw BatonError(.refused, "The extension is not of the kind that does this.")
        }
        _ = Unmanaged.passRetained(object)
        return object
    }

    // MARK: Indexing

    func reindexAll(index name: String) async throws {
        try await ask { handler, done in
            handler.searchableIndex(
                Self.index(name), reindexAllSearchableItemsWithAcknowledgementHandler: { done.give() })
        }
    }

    func reindex(index name: String, identifiers: [String]) async throws {
        try await ask { handler, done in
            handler.searchableIndex(
                Self.index(name), reindexSearchableItemsWithIdentifiers: identifiers,
                acknowledgementHandler: { done.give() })
        }
    }

    private static func index(_ name: String) -> CSSearchableIndex { name.isEmpty ? .default() : .init(name: name) }

    private func ask(
        _ call: @escaping @Sendable (CSIndexExtensionRequestHandler, Acknowledgement) -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let acknowledgement = Acknowledgement(continuation)
            queue.async { [self] in
                do throws(BatonError) {
                    call(try object(\.index), acknowledgement)
                } catch {
                    acknowledgement.refuse(error)
                }
            }
        }
        // The process is ended after this: what was asked for before the acknowledgement is stored first.
        await CallQueue.settled()
    }

    // MARK: Describing

    func describeFile(_ path: String, contentType: String) async throws -> Data {
        let description = try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                continuation.resume(with: Result { try describe(URL(fileURLWithPath: path), contentType) })
            }
        }
        var item = SearchableItem(uniqueIdentifier: "file")
        item.attributes = description
        let (fitted, remarks) = try item.fitted()
        for remark in remarks {
            UserActivityDiagnostics.report(.warning, "An attribute of the file was shortened: \(remark).")
        }
        return fitted.attributes
    }

    /// On the queue.
    private func describe(_ file: URL, _ contentType: String) throws -> Data {
        let importer = try object(\.describe)
        let type = contentType.contains("/") ? UTType(mimeType: contentType) : UTType(contentType)
        let attributes = CSSearchableItemAttributeSet(contentType: type ?? .data)
        do {
            try importer.update(attributes, forFileAt: file)
        } catch {
            // Its words may quote the file.
            UserActivityDiagnostics.report(.warning, "The file could not be described: \(error)")
            throw BatonError(.refused, "The extension could not describe the file.", cause: "\(Swift.type(of: error))")
        }
        return attributes.values.canonicalData
    }
}
