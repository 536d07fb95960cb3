/// What was probably meant.
package enum Suggestion {
    /// The nearest word, where it is near enough to be a slip: a third of its letters at most.
    package static func nearest(to word: String, among words: [String]) -> String? {
        let ranked = words.map { (word: $0, distance: distance(word, $0)) }.min { $0.distance < $1.distance }
        guard let best = ranked, best.distance <= max(1, best.word.count / 3) else { return nil }
        return best.word
    }

    /// Letters changed, added, left out or swapped with their neighbour (optimal string alignment).
    static func distance(_ left: String, _ right: String) -> Int {
        let a = Array(left.lowercased())
        let b = Array(right.lowercased())
        if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i] + [Int](repeating: 0, count: b.count)
            for j in 1...b.count {
                row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    row[j] = min(row[j], beforeLast[j - 2] + 1)
                }
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
