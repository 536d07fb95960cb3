internal import Foundation

/// What is known of one type. Never changes.
final class TypeRecord: Sendable {
    enum Kind: Sendable {
        /// The system or the app declares it.
        case declared
        /// Made of a tag that no declared type has.
        case dynamic
        /// Named by the app as its own, and declared by nobody.
        case undeclared
    }

    let kind: Kind
    let identifier: String
    /// Identifiers are compared without case.
    let key: String
    /// What it conforms to directly, as keys of declared types.
    let parents: [String]
    /// What it conforms to beyond that: a type that the registry need not know.
    let supertype: TypeRecord?
    let tags: [UTTagClass: [String]]
    let version: Int?
    let referenceURL: URL?
    /// As its declaration calls it.
    let name: String?

    init(
        _ kind: Kind, _ identifier: String, parents: [String], supertype: TypeRecord? = nil, extensions: [String] = [],
        mimeTypes: [String] = [], version: Int? = nil, referenceURL: URL? = nil, name: String? = nil
    ) {
        self.kind = kind
        self.identifier = identifier
        key = identifier.lowercased()
        self.parents = parents.map { $0.lowercased() }
        self.supertype = supertype
        var tags: [UTTagClass: [String]] = [:]
        if !extensions.isEmpty { tags[.filenameExtension] = extensions }
        if !mimeTypes.isEmpty { tags[.mimeType] = mimeTypes }
        self.tags = tags
        self.version = version
        self.referenceURL = referenceURL
        self.name = name
    }
}
