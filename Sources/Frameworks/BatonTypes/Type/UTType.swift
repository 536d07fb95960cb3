public import Foundation
internal import GLibKit

/// A type of data: a file format, a kind of directory, or an abstract kind that others conform to.
///
/// A type is one of three:
/// - **declared**: by the system (its types are static members: `UTType.png`), or by the app in
///   `UTExportedTypeDeclarations` or `UTImportedTypeDeclarations` of its `Info.plist`. The system's declaration wins.
/// - **dynamic**: made for an extension or a MIME type that no declared type has. Its identifier begins with
///   `dyn.baton.` and holds the tag, so it is the same type in every process; what it conforms to comes from the shared
///   MIME database of the system (shared-mime-info), and is `public.data` where that does not know the tag.
/// - **undeclared**: given by `init(exportedAs:)` or `init(importedAs:)` for an identifier that nobody declares.
///
/// Two types are equal when their identifiers are, case aside. See docs/types.md for what differs from Apple's systems.
public struct UTType: Sendable {
    let record: TypeRecord

    init(_ record: TypeRecord) { self.record = record }

    /// The type with an identifier such as `public.png`, compared without case.
    /// - Returns: nil where neither the system nor the app declares it, and it is no identifier of a dynamic type.
    public init?(_ identifier: String) {
        let registry = TypeRegistry.own
        guard let record = registry.declared(identifier) ?? registry.dynamic(identifier) else { return nil }
        self.record = record
    }

    /// A reverse-DNS name such as `public.jpeg`, as it is declared.
    public var identifier: String { record.identifier }

    /// The extension that files of this type are given, without its dot; the first of its tags of that class.
    public var preferredFilenameExtension: String? { record.tags[.filenameExtension]?.first }

    /// The MIME type that it is sent as; the first of its tags of that class.
    public var preferredMIMEType: String? { record.tags[.mimeType]?.first }

    /// What users call it: by its declaration, translated by the app's `InfoPlist.strings`; else by the shared MIME
    /// database, in the language of the process's locale.
    ///
    /// nil where neither knows it, as for most abstract types. Apple's dynamic types have none; these have, since many
    /// formats that Apple's systems declare are dynamic here.
    public var localizedDescription: String? {
        if let name = record.name { return name }
        guard let type = preferredMIMEType, type != "application/octet-stream" else { return nil }
        return MIMEDatabase.name(of: MIMEDatabase.canonical(type))
    }

    /// `UTTypeVersion` of the app's declaration; nil for every other type.
    public var version: Int? { record.version }

    /// `UTTypeReferenceURL` of the app's declaration, unchecked: a document that describes the type; nil for every
    /// other type.
    public var referenceURL: URL? { record.referenceURL }

    /// Whether it was made for a tag that no declared type has.
    public var isDynamic: Bool { record.kind == .dynamic }

    /// Whether the system or the app declares it.
    public var isDeclared: Bool { record.kind == .declared }

    /// Whether its identifier begins with `public.`: a format of a standards body or of common use.
    public var isPublic: Bool { record.key.hasPrefix("public.") }

    /// Its extensions and MIME types, the preferred first. A class of which it has none is not in it.
    public var tags: [UTTagClass: [String]] { record.tags }
}

extension UTType: Hashable {
    /// Whether their identifiers are equal, case aside.
    public static func == (one: UTType, other: UTType) -> Bool { one.record.key == other.record.key }

    /// Hashes the identifier, case aside.
    public func hash(into hasher: inout Hasher) { hasher.combine(record.key) }
}

extension UTType: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { identifier }

    /// The identifier, and which kind of type it is.
    public var debugDescription: String { "\(identifier) (\(record.kind))" }
}

extension UTType: Codable {
    /// Takes an identifier, as `encode(to:)` writes it. One that nobody declares here gives an undeclared type that
    /// conforms to `public.data`: another app, or another version of this one, may know more.
    /// - Throws: `DecodingError.dataCorrupted` for an empty identifier and one of more than 4096 bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let identifier = try container.decode(String.self)
        guard (1...DynamicIdentifier.longest).contains(identifier.utf8.count) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a type identifier has 1 to \(DynamicIdentifier.longest) bytes, not"
                    + " \(identifier.utf8.count); write the identifier of a type")
        }
        self = UTType(identifier) ?? UTType(TypeRecord(.undeclared, identifier, parents: ["public.data"]))
    }

    /// Writes the identifier, as one text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
