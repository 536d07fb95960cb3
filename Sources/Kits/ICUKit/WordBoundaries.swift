internal import CBatonICU
internal import Synchronization

/// Where words start in texts without spaces, by ICU's dictionaries.
package enum WordBoundaries {
    /// Opening an iterator costs as much as cutting twenty texts, so there is one, and one text is cut at a time.
    private static let iterator = Mutex(WordIterator())
    /// A longer text has an iterator of its own: what ICU remembers of it goes, and nobody waits for it.
    private static let longText = 16_384

    /// The offsets in bytes at which words start in `text`, ascending, the first being 0; none for an empty text.
    ///
    /// - Parameter text: UTF-8. The language does not matter: the rules for all are the same.
    package static func starts(in text: [UInt8]) -> [Int] {
        let units = Array(String(decoding: text, as: UTF8.self).utf16)
        let isLong = units.count > longText
        let ends = isLong ? WordIterator().ends(in: units) : iterator.withLock { $0.ends(in: units) }
        var starts: [Int] = []
        starts.reserveCapacity(ends.count)
        var unit = 0
        var byte = 0
        for end in ends {
            starts.append(byte)
            while unit < end {
                byte += utf8Width(ofUnit: units[unit])
                unit += 1
            }
        }
        return starts
    }

    /// Bytes of UTF-8 for one unit of UTF-16; both halves of a pair have two.
    private static func utf8Width(ofUnit unit: UInt16) -> Int {
        switch unit {
        case 0..<0x80: 1
        case 0x80..<0x800, 0xD800..<0xE000: 2
        default: 3
        }
    }
}

/// ICU's iterator. It remembers the address of the text it was given last, and reads there only between `setText` and the
/// end of `ends`.
private final class WordIterator {
    private let iterator: OpaquePointer

    init() {
        var status = BATON_U_ZERO_ERROR
        let opened = baton_ubrk_open(BATON_UBRK_WORD, "", nil, 0, &status)
        ICUFailure.check(status, "load the rules for words")
        guard let opened else { fatalError("ICU has no rules for words: is libicudata of the same version installed?") }
        iterator = opened
    }

    deinit { baton_ubrk_close(iterator) }

    func ends(in units: [UInt16]) -> [Int] {
        units.withUnsafeBufferPointer { buffer in
            var status = BATON_U_ZERO_ERROR
            baton_ubrk_setText(iterator, buffer.baseAddress, Int32(clamping: buffer.count), &status)
            ICUFailure.check(status, "cut a text into words")
            var ends: [Int] = []
            while true {
                let end = baton_ubrk_next(iterator)
                // -1 is ICU's UBRK_DONE, a macro with a cast, which Swift does not import.
                if end < 0 { return ends }
                ends.append(Int(end))
            }
        }
    }
}
