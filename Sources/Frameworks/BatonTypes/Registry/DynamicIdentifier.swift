/// The identifier of a type that is made of a tag: `dyn.baton.`, then the tag's class, the tag and the supertype that
/// was asked for, separated by U+0000, as UTF-8 in base 32 (RFC 4648, lower case, no padding).
///
/// So the identifier says all there is to know: it means the same in another process and on another machine. Where the
/// supertype is `public.data` it is left out. Apple's own form, `dyn.a…`, is another, and is not read.
struct DynamicIdentifier: Equatable {
    /// Of every dynamic type on any system.
    static let allPrefix = "dyn."
    private static let prefix = "dyn.baton."
    /// A supertype may be a dynamic type too; beyond this there is no such type.
    static let longest = 4096

    let tagClass: UTTagClass
    /// Normalised.
    let tag: String
    let supertype: String?

    init(tagClass: UTTagClass, tag: String, supertype: String?) {
        self.tagClass = tagClass
        self.tag = tag
        self.supertype = supertype
    }

    /// nil for what is not exactly what `text` makes.
    init?(_ text: String) {
        let text = text.lowercased()
        guard text.utf8.count <= Self.longest, text.hasPrefix(Self.prefix),
            let bytes = Self.decoded(text.dropFirst(Self.prefix.count)),
            let fields = String(validating: bytes, as: UTF8.self)?
                .split(separator: "\0", omittingEmptySubsequences: false).map(String.init),
            (2...3).contains(fields.count)
        else { return nil }
        tagClass = UTTagClass(rawValue: fields[0])
        tag = fields[1]
        supertype = fields.count == 3 ? fields[2] : nil
        guard tagClass.normalised(tag) == tag, supertype != "", supertype != "public.data", self.text == text else {
            return nil
        }
    }

    var text: String {
        let fields = [tagClass.rawValue, tag] + (supertype.map { [$0.lowercased()] } ?? [])
        return Self.prefix + Self.encoded(Array(fields.joined(separator: "\0").utf8))
    }

    // MARK: Base 32

    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

    private static func encoded(_ bytes: [UInt8]) -> String {
        var (text, bits, count) = ([UInt8](), 0, 0)
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xFFFF
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[bits >> count & 31])
            }
        }
        if count > 0 { text.append(alphabet[bits << (5 - count) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decoded(_ text: Substring) -> [UInt8]? {
        var (bytes, bits, count) = ([UInt8](), 0, 0)
        for letter in text.utf8 {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            bits = (bits << 5 | value) & 0xFFFF
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 0xFF))
            }
        }
        return bytes
    }
}
