/// The lines of a document, as UTF-8. A line that is too long to lay out at once is in several parts.
///
/// The bytes are kept as they are and lines are decoded when they are shown: a file of 64 MB takes 64 MB and four bytes a line.
package struct DocumentText: Sendable {
    /// Scalars in a part. A row ends where a part ends, at every width, so that a step back in a line of a megabyte
    /// lays out one part and not the line.
    package static let partLength = 16_384

    private struct Split: Sendable {
        var offset: Int
        var byte: Int
    }

    let bytes: [UInt8]
    private let starts: [UInt32]
    private let splits: [Int: [Split]]

    package init(_ text: String) {
        self.init(validated: Array(text.utf8))
    }

    /// `bytes` is UTF-8 that has been validated.
    init(validated bytes: [UInt8]) {
        self.bytes = bytes
        var starts: [UInt32] = []
        starts.reserveCapacity(bytes.count(where: { $0 == 0x0A }) + 1)
        starts.append(0)
        for (index, byte) in bytes.enumerated() where byte == 0x0A && index + 1 < bytes.count {
            starts.append(UInt32(index + 1))
        }
        self.starts = starts
        var splits: [Int: [Split]] = [:]
        for line in starts.indices {
            let range = Self.bytes(ofLine: line, starts: starts, in: bytes)
            guard range.count > Self.partLength else { continue }
            splits[line] = Self.split(range, of: bytes)
        }
        self.splits = splits
    }

    package var lineCount: Int { starts.count }
    package var isEmpty: Bool { bytes.isEmpty }

    /// The bytes of a line, without what ends it.
    func bytes(ofLine line: Int) -> Range<Int> {
        Self.bytes(ofLine: line, starts: starts, in: bytes)
    }

    private static func bytes(ofLine line: Int, starts: [UInt32], in bytes: [UInt8]) -> Range<Int> {
        let start = Int(starts[line])
        var end = line + 1 < starts.count ? Int(starts[line + 1]) : bytes.count
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    private static func split(_ range: Range<Int>, of bytes: [UInt8]) -> [Split] {
        var splits = [Split(offset: 0, byte: range.lowerBound)]
        var offset = 0
        for index in range where bytes[index] & 0xC0 != 0x80 {
            if offset > 0, offset.isMultiple(of: partLength) { splits.append(Split(offset: offset, byte: index)) }
            offset += 1
        }
        return splits
    }

    /// How many parts a line has; at least one.
    func partCount(ofLine line: Int) -> Int { splits[line]?.count ?? 1 }

    /// The part that holds an offset; the last one for an offset past the end.
    func part(ofLine line: Int, at offset: Int) -> Int {
        min(max(0, offset) / Self.partLength, partCount(ofLine: line) - 1)
    }

    func offset(ofPart part: Int) -> Int { part * Self.partLength }

    func scalars(ofLine line: Int, part: Int) -> [Unicode.Scalar] {
        var range = bytes(ofLine: line)
        if let parts = splits[line] {
            let end = part + 1 < parts.count ? parts[part + 1].byte : range.upperBound
            range = parts[part].byte..<end
        }
        return Array(String(decoding: bytes[range], as: UTF8.self).unicodeScalars)
    }

    /// A line as it is in the file: not safe to print.
    package func line(_ line: Int, limit: Int = .max) -> String {
        let range = bytes(ofLine: line)
        guard range.count > limit else { return String(decoding: bytes[range], as: UTF8.self) }
        var end = range.lowerBound + limit
        while end > range.lowerBound, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
    }

    /// Bytes before a position, for a share of the whole.
    func byte(at position: Position) -> Int {
        let range = bytes(ofLine: position.line)
        var index = range.lowerBound
        var remaining = position.offset
        if let parts = splits[position.line] {
            let part = parts[part(ofLine: position.line, at: position.offset)]
            index = part.byte
            remaining -= part.offset
        }
        while index < range.upperBound {
            if bytes[index] & 0xC0 != 0x80 {
                if remaining <= 0 { break }
                remaining -= 1
            }
            index += 1
        }
        return index
    }

    /// The nearest position that this document has.
    package func clamp(_ position: Position) -> Position {
        guard position.line < lineCount else { return Position(line: lineCount - 1, offset: 0) }
        guard position.line >= 0 else { return .start }
        let last = partCount(ofLine: position.line) - 1
        let length =
            position.offset < Self.partLength && last > 0
            ? Self.partLength : offset(ofPart: last) + scalars(ofLine: position.line, part: last).count
        return Position(line: position.line, offset: min(max(0, position.offset), length))
    }
}
