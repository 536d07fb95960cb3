/// Some bytes, and how to find them in others in linear time (by the method of Knuth, Morris and Pratt), whatever they
/// are.
package struct TextPiece: Sendable, Hashable {
    package let bytes: [UInt8]
    /// For each length that was found, the longest shorter one that is then found, too.
    private let shorter: [Int32]

    package init(_ text: String) { self.init(Array(text.utf8)) }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var shorter = [Int32](repeating: 0, count: bytes.count + 1)
        var length = 0
        for index in bytes.indices.dropFirst() {
            while length > 0, bytes[index] != bytes[length] { length = Int(shorter[length]) }
            if bytes[index] == bytes[length] { length += 1 }
            shorter[index + 1] = Int32(length)
        }
        self.shorter = shorter
    }

    package func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool { text.starts(with: bytes) }

    package func ends(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.count >= bytes.count && text[(text.count - bytes.count)...].elementsEqual(bytes)
    }

    /// The end of the first place that is taken, overlapping ones included.
    package func end(
        in text: UnsafeBufferPointer<UInt8>, from start: Int, where isTaken: (Range<Int>) -> Bool
    ) -> Int? {
        bytes.withUnsafeBufferPointer { piece in
            shorter.withUnsafeBufferPointer { shorter in
                var length = 0
                for index in start..<max(start, text.count) {
                    while length > 0, text[index] != piece[length] { length = Int(shorter[length]) }
                    if text[index] == piece[length] { length += 1 }
                    guard length == piece.count else { continue }
                    if isTaken(index + 1 - length..<index + 1) { return index + 1 }
                    length = Int(shorter[length])
                }
                return nil
            }
        }
    }
}
