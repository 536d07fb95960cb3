internal import FoundationEssentials

/// Where a row stands in the lists: the best is the smallest number, so that a list read from its start is read best
/// first.
///
/// `2^40 − (minute of the static date << 12 | length << 8 | a number of the thing's own)`: the date and the length of a row
/// are known from its number alone.
struct Place: Hashable, Comparable, Sendable {
    let number: Int64

    init(number: Int64) { self.number = number }

    /// - Parameters:
    ///   - days: the static date, in days from 2001.
    ///   - length: the row's words.
    ///   - salt: of the thing's own, the same each time: things of one minute are spread by it.
    init(days: Double, length: Int, salt: UInt64) {
        let days = min(max(days, Self.earliest), Self.latest)
        let minute = Int64(((days - Self.earliest) * Self.minutes).rounded(.down))
        let steps = Int64(min(15, max(0, length - 1) / 2))
        number = Self.base - (minute << 12 | steps << 8 | Int64(salt & 255))
    }

    var days: Double { Double((Self.base - number) >> 12) / Self.minutes + Self.earliest }

    /// About; 30 and more are one.
    var length: Int { Int((Self.base - number) >> 8 & 15) * 2 + 2 }

    static func < (left: Place, right: Place) -> Bool { left.number < right.number }

    /// The next one to try where this is taken: one of twice as many as before, which one being the thing's own. Thousands
    /// of things may share a minute, and steps that are the same for all would meet at the same places.
    func next(_ attempt: Int, salt: UInt64) -> Place {
        var mixed = (salt &+ UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 31
        return Place(number: number + 1 + Int64(mixed % (256 << UInt64(min(attempt, 30)))))
    }

    private static let base: Int64 = 1 << 40
    private static let minutes = 1440.0
    /// Days from 2001: the years 1979 and 2083. What lies beyond counts as that.
    static let earliest = -8000.0
    static let latest = 30_000.0
}

/// FNV-1a over a thing's whole identity: the same on every machine and in every run, unlike Swift's hashes.
func identityHash(_ parts: String...) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in parts {
        for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }
    return hash ^ hash >> 29
}
