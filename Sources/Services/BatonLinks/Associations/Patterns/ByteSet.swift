/// A set of bytes.
struct ByteSet: Sendable, Hashable {
    private var words: SIMD4<UInt64> = .zero

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
    }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 != 0 }
    func isSubset(of other: ByteSet) -> Bool { words & other.words == words }
}
