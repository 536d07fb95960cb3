package import ActivityModel
package import FoundationEssentials

/// What an app's extension is run for. Equal requests that wait are done once.
package struct ExtensionRequest: Sendable, Hashable {
    package let app: String
    package let work: Work

    package enum Work: Sendable, Hashable {
        /// Index everything of this index again; the default one's name is empty.
        case reindexAll(index: String)
        case reindex(index: String, identifiers: [String])
        /// Describe a file; the path is absolute and without links.
        case describe(path: String, contentType: String)
    }

    package init(app: String, _ work: Work) {
        self.app = app
        self.work = work
    }

    var point: AppExtension.Point { isIndexing ? .index : .import }

    var isIndexing: Bool { if case .describe = work { false } else { true } }

    /// The extension of the app that does this.
    func `extension`(of manifest: AppManifest) -> AppExtension? {
        switch work {
        case .reindexAll, .reindex: manifest.indexExtension
        case .describe(_, let type): manifest.importExtension(for: ContentTypeLadder.steps(from: type))?.extension
        }
    }

    /// Has it done.
    /// - Returns: a file's attributes in the canonical encoding; nothing for the rest.
    func perform(on connection: any ExtensionConnection) async throws(BatonError) -> Data {
        switch work {
        case .reindexAll(let index): try await connection.reindexAll(index: index)
        case .reindex(let index, let identifiers):
            try await connection.reindex(index: index, identifiers: identifiers)
        case .describe(let path, let type): return try await connection.describeFile(path, contentType: type)
        }
        return Data()
    }
}

/// A process of an app that indexes or describes: an extension's, or of a running app that follows its index.
package protocol ExtensionConnection: Sendable {
    /// The app's id, as the caller was identified.
    var app: String { get }
    /// Returns when everything of the index is indexed again.
    func reindexAll(index: String) async throws(BatonError)
    func reindex(index: String, identifiers: [String]) async throws(BatonError)
    /// Answers the file's attributes in the canonical encoding, unchecked.
    func describeFile(_ path: String, contentType: String) async throws(BatonError) -> Data
    /// Ends the connection, whoever holds the other end.
    func close() async
}
