internal import CBatonGLib

/// The parts of an http or https address, left as they are written.
package struct WebURI: Sendable, Hashable {
    package let isSecure: Bool
    package let userInfo: String?
    /// As written but percent-decoded: letters outside of ASCII may be in it.
    package let host: String
    package let port: Int?
    package let path: String
    package let query: String?
    package let fragment: String?

    /// The longest address that is split, in bytes.
    package static let maximumLength = 2 * 1024 * 1024

    /// - Returns: nil for another scheme, no host, a port that is none, a backslash before the path (a browser would
    ///   take it for a slash, and see another host), or more than `maximumLength` bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        var text = text
        guard let parts = text.withUTF8({ Self.parts($0) }) else { return nil }
        self = parts
    }

    private init(isSecure: Bool, _ authority: Authority, path: String, query: String?, fragment: String?) {
        self.isSecure = isSecure
        (userInfo, host, port) = (authority.userInfo, authority.host, authority.port)
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    private struct Authority {
        var userInfo: String?
        var host: String
        var port: Int?
    }

    /// GLib writes `%c3` as `%C3`, so only the authority is for it to read; the rest is found by its first characters
    /// (RFC 3986, appendix B).
    private static func parts(_ text: UnsafeBufferPointer<UInt8>) -> WebURI? {
        // Browsers leave away white space and control characters around an address.
        var rest = text[...].drop { $0 <= 0x20 }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        guard let isSecure = takeScheme(&rest) else { return nil }
        let end = rest.firstIndex { $0 == slash || $0 == question || $0 == hash } ?? rest.endIndex
        guard let authority = authority(rest[..<end]) else { return nil }
        rest = rest[end...]
        func cut(at mark: UInt8) -> String? {
            guard let place = rest.firstIndex(of: mark) else { return nil }
            defer { rest = rest[..<place] }
            return encoded(rest[(place + 1)...])
        }
        let fragment = cut(at: hash)
        let query = cut(at: question)
        return WebURI(
            isSecure: isSecure, authority, path: withoutDots(encoded(rest)), query: query, fragment: fragment)
    }

    /// Segments of one or two dots, also encoded ones, are resolved as every browser does before it asks a site: `/a/../b` is
    /// `/b`, and must not pass for something below `/a`.
    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) || path.utf8.contains(UInt8(ascii: "%")) else { return path }
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        func dots(_ segment: Substring) -> Int? {
            guard segment.utf8.count <= 6 else { return nil }
            let plain = segment.lowercased().replacing("%2e", with: ".")
            return plain == "." ? 1 : plain == ".." ? 2 : nil
        }
        guard segments.contains(where: { dots($0) != nil }) else { return path }
        let last = segments.count - 1
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            switch dots(segment) {
            case nil: kept.append(segment)
            case 2 where kept.count > 1:
                kept.removeLast()
                if index == last { kept.append("") }
            default: if index == last { kept.append("") }
            }
        }
        segments = kept
        return segments.joined(separator: "/")
    }

    private static let slash = UInt8(ascii: "/")
    private static let question = UInt8(ascii: "?")
    private static let hash = UInt8(ascii: "#")

    /// Takes `http://` or `https://` off.
    private static func takeScheme(_ rest: inout Bytes) -> Bool? {
        for (scheme, isSecure) in [("https://" as StaticString, true), ("http://", false)] {
            let count = scheme.utf8CodeUnitCount
            guard rest.count >= count else { continue }
            let isIt = rest.prefix(count).enumerated().allSatisfy { index, byte in
                let letter = scheme.utf8Start[index]
                return byte == letter || letter &- 0x61 < 26 && byte | 0x20 == letter
            }
            if isIt {
                rest = rest.dropFirst(count)
                return isSecure
            }
        }
        return nil
    }

    /// nil for what is none, or what parsers see differently.
    private static func authority(_ bytes: Bytes) -> Authority? {
        // Nearly all: a name, and perhaps a port. GLib reads the others.
        let name = bytes.prefix { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 &- 0x41 < 26 || $0 &- 0x2D < 2 }
        if name.count == bytes.count, !name.isEmpty { return Authority(host: String(decoding: name, as: UTF8.self)) }
        guard !bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        var host: UnsafeMutablePointer<CChar>?
        var userInfo: UnsafeMutablePointer<CChar>?
        var port: Int32 = -1
        let flags = GUriFlags(rawValue: G_URI_FLAGS_PARSE_RELAXED.rawValue | G_URI_FLAGS_ENCODED.rawValue)
        let isSplit = g_uri_split("http://" + encoded(bytes), flags, nil, &userInfo, &host, &port, nil, nil, nil, nil)
        defer { for part in [host, userInfo] { g_free(part) } }
        guard isSplit != 0, let host, host.pointee != 0 else { return nil }
        return Authority(
            userInfo: userInfo.map { String(cString: $0) }, host: decoded(String(cString: host)),
            port: port < 0 ? nil : Int(port))
    }

    /// The address with this spelling of its host.
    package func text(host name: String) -> String {
        var text = isSecure ? "https://" : "http://"
        if let userInfo { text += userInfo + "@" }
        text += name
        if let port { text += ":\(port)" }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    private static func encoded(_ text: Bytes) -> String {
        guard text.contains(where: mustBeEncoded) else { return String(decoding: text, as: UTF8.self) }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text {
            if mustBeEncoded(byte) {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func mustBeEncoded(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    private static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        guard let decoded = g_uri_unescape_string(text, nil) else { return text }
        defer { g_free(decoded) }
        return String(cString: decoded)
    }
}
