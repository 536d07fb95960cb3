public import Foundation

extension URL {
    /// The URL with a file of this name below it, `partialName` having the preferred extension of the type at its end.
    ///
    /// An extension that the name has and that is one for the type stays alone: `puppy.jpg` is fine for `.image`, and
    /// becomes `puppy.jpg.txt` for `.plainText`. So it is for a type without a preferred extension.
    /// - Returns: a directory's URL (with a slash at its end) where the type conforms to `.directory`.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent(
            contentType.fileName(partialName), isDirectory: contentType.conforms(to: .directory))
    }

    /// `appendingPathComponent(_:conformingTo:)` in place.
    public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }

    /// The URL with the preferred extension of the type at the end of its last component; as it is where that has an
    /// extension for the type already, or the type has no preferred one.
    /// - Returns: a directory's URL (with a slash at its end) where the type conforms to `.directory`.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        let added = contentType.missingExtension(in: lastPathComponent)
        let url = added.map { appendingPathExtension($0) } ?? self
        return contentType.conforms(to: .directory) && !url.hasDirectoryPath
            ? url.appendingPathComponent("", isDirectory: true) : url
    }

    /// `appendingPathExtension(for:)` in place.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }
}

extension NSString {
    /// The path with a file of this name below it, as `URL.appendingPathComponent(_:conformingTo:)` makes the name.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
        appendingPathComponent(contentType.fileName(partialName))
    }

    /// The path with the preferred extension of the type at its end; as it is where it has one for the type already, or
    /// the type has no preferred one.
    public func appendingPathExtension(for contentType: UTType) -> String {
        guard let added = contentType.missingExtension(in: lastPathComponent) else { return String(self) }
        return appendingPathExtension(added) ?? String(self)
    }
}

extension UTType {
    func fileName(_ partialName: String) -> String {
        missingExtension(in: partialName).map { "\(partialName).\($0)" } ?? partialName
    }

    /// What a name needs to be one of a file of this type; nil where it needs, or can have, nothing.
    fileprivate func missingExtension(in name: String) -> String? {
        guard !name.isEmpty, name != "/", let preferred = preferredFilenameExtension else { return nil }
        let present = NSString(string: name).pathExtension.lowercased()
        let isRight =
            tags[.filenameExtension]?.contains(present) ?? false
            || UTType.types(tag: present, tagClass: .filenameExtension, conformingTo: nil)
                .contains { $0.conforms(to: self) }
        return isRight ? nil : preferred
    }
}
