/// A kind of label that other type systems have for a type: file name extensions, MIME types.
///
/// Only the two kinds below are kept with types; a type of another kind of tag is always a dynamic one.
public struct UTTagClass: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The kind as older interfaces name it.
    public let rawValue: String

    /// A kind by its raw value; any text is one.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// File name extensions such as `txt`, without the dot. Its raw value is `public.filename-extension`.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")

    /// MIME types such as `text/plain`. Its raw value is `public.mime-type`.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")

    /// The raw value.
    public var description: String { rawValue }
    /// The raw value.
    public var debugDescription: String { rawValue }
}

extension UTTagClass {
    static let longestTag = 255

    /// How a tag is kept and compared: in lower case. nil for what is no tag of this kind.
    func normalised(_ tag: String) -> String? {
        // Some letters are longer in lower case.
        let lower = tag.lowercased()
        guard !tag.isEmpty, max(tag.utf8.count, lower.utf8.count) <= Self.longestTag,
            !tag.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
        else { return nil }
        switch self {
        case .filenameExtension: return tag.contains("/") ? nil : lower
        case .mimeType: return Self.isMIMEType(tag) ? lower : nil
        default: return tag
        }
    }

    /// Type and subtype; after a semicolon, parameters of any form.
    private static func isMIMEType(_ tag: String) -> Bool {
        let parts = withoutParameters(tag).split(separator: "/", omittingEmptySubsequences: false)
        let isToken = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>@,;:\\\"[]?=".utf8.contains($0) }
        }
        return parts.count == 2 && parts.allSatisfy(isToken)
    }

    static func withoutParameters(_ mimeType: String) -> String {
        let end = mimeType.firstIndex(of: ";") ?? mimeType.endIndex
        let name = mimeType[..<end].drop { $0 == " " }
        return String(name[..<(name.lastIndex { $0 != " " }.map(name.index(after:)) ?? name.startIndex)])
    }
}
