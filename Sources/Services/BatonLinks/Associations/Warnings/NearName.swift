/// Whether one name is probably a slip for another.
enum NearName {
    private static let longest = 200

    /// Other names that differ in the case of letters, or in a letter or two where they are long enough.
    static func isNear(_ a: String, _ b: String) -> Bool {
        let (shorter, longer) = (min(a.utf8.count, b.utf8.count), max(a.utf8.count, b.utf8.count))
        let allowed = shorter >= 8 ? 2 : shorter >= 3 ? 1 : 0
        guard a != b, longer <= longest, longer - shorter <= allowed else { return false }
        return isWithin(allowed, a.utf8.map(LetterCase.lowered)[...], b.utf8.map(LetterCase.lowered)[...])
    }

    /// Whether so many letters that are added, left out or changed make one of the other.
    private static func isWithin(_ edits: Int, _ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        var (a, b) = (a, b)
        while let first = a.first, first == b.first {
            a.removeFirst()
            b.removeFirst()
        }
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) <= edits }
        guard edits > 0 else { return false }
        return isWithin(edits - 1, a.dropFirst(), b.dropFirst()) || isWithin(edits - 1, a.dropFirst(), b)
            || isWithin(edits - 1, a, b.dropFirst())
    }
}
