/// Bytes as D-Bus marshals them, written by hand so that a test can write what no library would.
package struct RawBytes: Sendable {
    package var bytes: [UInt8] = []
    let isBigEndian: Bool
    /// What stands in the gaps of alignment; zero by the specification.
    var padding: UInt8 = 0

    package init(bigEndian: Bool = false) { isBigEndian = bigEndian }

    package mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(padding) } }
    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func number(_ value: UInt32) {
        align(4)
        bytes += Self.bytes(of: value, isBigEndian)
    }

    package mutating func string(_ text: [UInt8], end: [UInt8] = [0]) {
        number(UInt32(text.count))
        bytes += text + end
    }
    package mutating func string(_ text: String) { string(Array(text.utf8)) }

    package mutating func signature(_ text: String) {
        bytes += [UInt8(truncatingIfNeeded: text.utf8.count)] + Array(text.utf8) + [0]
    }

    static func bytes(of value: UInt32, _ isBigEndian: Bool) -> [UInt8] {
        let little = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }
}

/// A D-Bus message of which every part can be wrong.
package struct RawMessage: Sendable {
    package var isBigEndian = false
    package var endianness: UInt8?
    package var type: UInt8 = 1
    package var flags: UInt8 = 0
    package var version: UInt8 = 1
    package var serial: UInt32 = 1
    package var path: String? = "/org/baton/Baton1"
    package var interface: String?
    package var member: String?
    package var signature: String?
    package var body = RawBytes()
    /// Further header fields: code, signature, and how the value is written.
    package var fields: [(code: UInt8, signature: String, write: @Sendable (inout RawBytes) -> Void)] = []
    package var padding: UInt8 = 0
    package var announcedBody: UInt32?
    package var announcedFields: UInt32?

    package init(_ interface: String, _ member: String, serial: UInt32 = 1) {
        self.interface = interface
        self.member = member
        self.serial = serial
    }

    /// With one string as its argument.
    package init(_ interface: String, _ member: String, _ argument: [UInt8], end: [UInt8] = [0], serial: UInt32 = 1) {
        self.init(interface, member, serial: serial)
        signature = "s"
        body.string(argument, end: end)
    }

    package var bytes: [UInt8] {
        var header = RawBytes(bigEndian: isBigEndian)
        header.padding = padding
        func field(_ code: UInt8, _ type: String, _ write: (inout RawBytes) -> Void) {
            header.align(8)
            header.byte(code)
            header.signature(type)
            write(&header)
        }
        if let path { field(1, "o") { $0.string(path) } }
        if let interface { field(2, "s") { $0.string(interface) } }
        if let member { field(3, "s") { $0.string(member) } }
        if let signature { field(8, "g") { $0.signature(signature) } }
        for other in fields { field(other.code, other.signature, other.write) }
        var message: [UInt8] = [
            endianness ?? UInt8(ascii: isBigEndian ? "B" : "l"), type, flags, version,
        ]
        message += RawBytes.bytes(of: announcedBody ?? UInt32(body.bytes.count), isBigEndian)
        message += RawBytes.bytes(of: serial, isBigEndian)
        message += RawBytes.bytes(of: announcedFields ?? UInt32(header.bytes.count), isBigEndian)
        message += header.bytes
        while message.count % 8 != 0 { message.append(padding) }
        return message + body.bytes
    }

    /// `count` variants in each other; the innermost holds a byte.
    package static func nestedVariants(_ count: Int, in body: inout RawBytes) {
        for _ in 0..<(count - 1) { body.signature("v") }
        body.signature("y")
        body.byte(7)
    }
}

/// What a peer sent: as much of it as a test asks about.
package struct RawAnswer: Sendable {
    package let type: UInt8
    package let replySerial: UInt32
    package let errorName: String?
    /// The first argument, where it is a string.
    package let text: String?
    package var isError: Bool { type == 3 }

    /// A number at a place of a message.
    static func number(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        guard at + 4 <= bytes.count else { return 0 }
        let isBigEndian = bytes[0] == UInt8(ascii: "B")
        return (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * (isBigEndian ? 3 - $1 : $1)) }
    }

    init(_ bytes: [UInt8]) {
        func number(_ at: Int) -> UInt32 { Self.number(bytes, at) }
        func string(_ at: Int) -> String? {
            let count = Int(number(at))
            guard at + 4 + count <= bytes.count else { return nil }
            return String(decoding: bytes[(at + 4)..<(at + 4 + count)], as: UTF8.self)
        }
        type = bytes[1]
        var (serial, name, signature): (UInt32, String?, String) = (0, nil, "")
        let end = 16 + Int(number(12))
        var place = 16
        while place < end {
            place = (place + 7) / 8 * 8
            guard place < end else { break }
            let (code, kind) = (bytes[place], bytes[place + 2])
            place += 4
            switch kind {
            case UInt8(ascii: "u"):
                if code == 5 { serial = number(place) }
                place += 4
            case UInt8(ascii: "g"):
                let count = Int(bytes[place])
                if code == 8 { signature = String(decoding: bytes[(place + 1)..<(place + 1 + count)], as: UTF8.self) }
                place += count + 2
            default:
                if code == 4 { name = string(place) }
                place += 4 + Int(number(place)) + 1
            }
        }
        replySerial = serial
        errorName = name
        text = signature.hasPrefix("s") ? string((end + 7) / 8 * 8) : nil
    }
}
