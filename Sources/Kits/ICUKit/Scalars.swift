internal import CBatonICU

/// Texts as arrays of Unicode scalars, and their way into UTF-16 for ICU and into UTF-8 for Swift.
enum Scalars {
    /// Marks that are kept in a row. Unicode's stream-safe format allows as many; no language comes near it, and ICU
    /// sorts a row of n marks in n² steps.
    static let maximumMarks = 30

    /// The scalars of a text, without the marks beyond `maximumMarks` in a row.
    static func read(_ text: String) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(text.utf8.count)
        var row = MarkRow()
        for scalar in text.unicodeScalars where row.takes(scalar.value) { scalars.append(scalar.value) }
        return scalars
    }

    /// Counts the marks that follow each other.
    struct MarkRow {
        private var count = 0

        /// Whether the next scalar of a text is kept.
        mutating func takes(_ scalar: UInt32) -> Bool {
            if scalar >= 0x300 && Self.isMark(scalar) {
                count += 1
                return count <= maximumMarks
            }
            // What is invisible goes by folding, and the marks around it are one row then.
            if count > 0 && !ScalarKind.isInvisible(scalar) { count = 0 }
            return true
        }

        /// Whether a scalar's decomposition starts with a mark that is sorted among its neighbours. The half-width voice
        /// marks become such marks by compatibility alone.
        private static func isMark(_ scalar: UInt32) -> Bool {
            baton_u_getIntPropertyValue(Int32(bitPattern: scalar), BATON_UCHAR_LEAD_CANONICAL_COMBINING_CLASS) != 0
                || scalar == 0xFF9E || scalar == 0xFF9F
        }
    }

    static func utf16(_ scalars: some Collection<UInt32>) -> [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(scalars.count + scalars.count / 8)
        for scalar in scalars {
            if scalar < 0x10000 {
                units.append(UInt16(scalar))
            } else {
                units.append(UInt16(0xD800 + (scalar - 0x10000) >> 10))
                units.append(UInt16(0xDC00 + (scalar - 0x10000) & 0x3FF))
            }
        }
        return units
    }

    /// - Parameter units: well-formed UTF-16.
    static func decoded(_ units: [UInt16]) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(units.count)
        var index = 0
        while index < units.count {
            let unit = UInt32(units[index])
            if unit & 0xFC00 == 0xD800, index + 1 < units.count {
                scalars.append(0x10000 + (unit & 0x3FF) << 10 + UInt32(units[index + 1]) & 0x3FF)
                index += 2
            } else {
                scalars.append(unit)
                index += 1
            }
        }
        return scalars
    }

    static func appendUTF8(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case 0..<0x80:
            bytes.append(UInt8(scalar))
        case 0x80..<0x800:
            bytes.append(0xC0 | UInt8(scalar >> 6))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        case 0x800..<0x10000:
            bytes.append(0xE0 | UInt8(scalar >> 12))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        default:
            bytes.append(0xF0 | UInt8(scalar >> 18))
            bytes.append(0x80 | UInt8(scalar >> 12 & 0x3F))
            bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
            bytes.append(0x80 | UInt8(scalar & 0x3F))
        }
    }
}
