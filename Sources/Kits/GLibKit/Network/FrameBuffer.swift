package import FoundationEssentials

/// Cuts a stream of bytes into messages: four bytes of length, most significant first, then that many bytes.
///
/// Holds what has come of one message and what was read with it, and nothing for a length that was only announced.
package struct FrameBuffer: Sendable {
    /// A length that is over what is allowed here.
    package struct TooLong: Error, Sendable, Hashable {
        package let length: Int
        package let maximum: Int
    }

    package static let lengthBytes = 4
    /// Room that is kept for the next messages; what a large one needed is given back.
    private static let keptRoom = 64 * 1024

    private var bytes: [UInt8] = []
    /// Where the next message begins.
    private var start = 0

    package init() {}

    /// Bytes that have come and belong to no message yet.
    package var count: Int { bytes.count - start }
    package var isEmpty: Bool { count == 0 }
    /// Bytes of memory in use.
    package var room: Int { bytes.capacity }

    package mutating func append(_ new: [UInt8]) { bytes += new }

    /// The next message; nil while it is not whole.
    package mutating func next(maximum: Int) throws(TooLong) -> Data? {
        guard count >= Self.lengthBytes else { return nil }
        let first = start + Self.lengthBytes
        let length = bytes[start..<first].reduce(0) { $0 << 8 | Int($1) }
        guard length <= maximum else { throw TooLong(length: length, maximum: maximum) }
        guard count >= Self.lengthBytes + length else { return nil }
        let message = Data(bytes[first..<first + length])
        start = first + length
        compact()
        return message
    }

    /// A message before its bytes: what `next` reads.
    package static func framed(_ message: Data) -> [UInt8] {
        withUnsafeBytes(of: UInt32(message.count).bigEndian) { Array($0) } + message
    }

    /// Not after each message: many small ones come in one read.
    private mutating func compact() {
        if isEmpty {
            bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptRoom)
            start = 0
        } else if start >= Self.keptRoom {
            bytes = Array(bytes[start...])
            start = 0
        }
    }
}
