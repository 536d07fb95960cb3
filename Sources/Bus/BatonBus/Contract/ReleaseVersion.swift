/// A version of Baton as Semantic Versioning 2.0.0 writes and orders it: which of two programs is the newer one.
///
/// Versions that differ in nothing but their build metadata are neither newer nor older than each other.
package struct ReleaseVersion: Sendable, Comparable {
    private enum Identifier: Equatable {
        case number(digits: String)
        case text(String)
    }

    /// Without leading zeros, so that the longer one is the greater one: no number is too large.
    private let numbers: [String]
    private let preRelease: [Identifier]

    /// - Returns: nil for a text that is no such version: it is then neither newer nor older than anything.
    package init?(_ text: String) {
        guard text.utf8.count <= 256 else { return nil }
        let withoutBuild = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        if withoutBuild.count == 2, Self.identifiers(withoutBuild[1]) == nil { return nil }
        let parts = withoutBuild[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard numbers.count == 3, numbers.allSatisfy(Self.isNumber) else { return nil }
        self.numbers = numbers
        guard parts.count == 2 else {
            preRelease = []
            return
        }
        guard let words = Self.identifiers(parts[1]) else { return nil }
        var preRelease: [Identifier] = []
        for word in words {
            if word.utf8.allSatisfy(Self.isDigit) {
                guard Self.isNumber(word) else { return nil }
                preRelease.append(.number(digits: word))
            } else {
                preRelease.append(.text(word))
            }
        }
        self.preRelease = preRelease
    }

    package static func < (one: ReleaseVersion, other: ReleaseVersion) -> Bool {
        for (left, right) in zip(one.numbers, other.numbers) where left != right { return isLess(left, right) }
        // "A pre-release version has lower precedence than the associated normal version."
        if one.preRelease.isEmpty || other.preRelease.isEmpty { return !one.preRelease.isEmpty }
        for (left, right) in zip(one.preRelease, other.preRelease) where left != right {
            switch (left, right) {
            case (.number(let left), .number(let right)): return isLess(left, right)
            case (.number, .text): return true
            case (.text, .number): return false
            case (.text(let left), .text(let right)): return left.utf8.lexicographicallyPrecedes(right.utf8)
            }
        }
        return one.preRelease.count < other.preRelease.count
    }

    package static func == (one: ReleaseVersion, other: ReleaseVersion) -> Bool {
        one.numbers == other.numbers && one.preRelease == other.preRelease
    }

    /// Whether a program of version `own` is newer than one of version `other`; not, where either is no version.
    package static func isNewer(_ own: String, than other: String) -> Bool {
        guard let own = ReleaseVersion(own), let other = ReleaseVersion(other) else { return false }
        return other < own
    }

    private static func isLess(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        return left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isDigit) && (text == "0" || text.utf8.first != 0x30)
    }

    /// Dot-separated words of letters, digits and hyphens.
    private static func identifiers(_ text: Substring) -> [String]? {
        let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isWord: (String) -> Bool = { word in
            !word.isEmpty
                && word.utf8.allSatisfy {
                    isDigit($0) || $0 == 0x2D || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                }
        }
        return words.allSatisfy(isWord) ? words : nil
    }
}
