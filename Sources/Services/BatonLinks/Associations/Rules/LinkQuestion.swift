/// One address while the rules of a file are tried on it: its parts in the forms that rules compare, each made once.
final class LinkQuestion {
    enum Part: Int {
        case path, query, fragment
    }

    let url: LinkURL
    /// Those of the file, by number.
    let variables: [Variable]
    let work: MatchWork
    /// By part and form.
    private var texts = [PatternText?](repeating: nil, count: 32)
    private var items: [Int: QueryItems] = [:]

    init(_ url: LinkURL, variables: [Variable], work: MatchWork = MatchWork()) {
        self.url = url
        self.work = work
        self.variables = variables
    }

    private var answers: [Int: Bool] = [:]

    /// What is asked once, whatever many rules have it.
    /// - Parameter number: of what rules inherit; nil for what is asked each time.
    func once(
        _ number: Int?, _ ask: () throws(MatchWork.Spent) -> Bool
    ) throws(MatchWork.Spent) -> Bool {
        guard let number else { return try ask() }
        if let known = answers[number] { return known }
        let answer = try ask()
        answers[number] = answer
        return answer
    }

    func text(of part: Part, _ letterCase: LetterCase, isEncoded: Bool) throws(MatchWork.Spent) -> PatternText {
        let key = Self.key(letterCase, isEncoded) << 2 | part.rawValue
        if let known = texts[key] { return known }
        var written = written(part)
        try work.spend(written.count / 8)
        if !isEncoded { written = PercentCoding.decoded(written[...]) }
        if part == .path { while written.last == UInt8(ascii: "/") { written.removeLast() } }
        let made = PatternText(letterCase.folded(written))
        texts[key] = made
        return made
    }

    /// Whether all items of that name match; one that is not there, or has no value, is empty (U16, U17).
    func allItems(
        _ name: [UInt8], _ letterCase: LetterCase, isEncoded: Bool, match pattern: Pattern
    ) throws(MatchWork.Spent) -> Bool {
        let key = Self.key(letterCase, isEncoded)
        if items[key] == nil { items[key] = try QueryItems(written(.query), letterCase, isEncoded: isEncoded, work) }
        guard let list = items[key] else { return false }
        var isThere = false
        // Finding a name costs as much as reading it.
        try work.spend(1 + name.count / 8)
        for index in list.indices(of: name) {
            isThere = true
            let value = list.value(at: index)
            try work.spend(8 + value.count / 8)
            guard try PatternText(value).matches(pattern, variables, work) else { return false }
        }
        if isThere { return true }
        return try PatternText([]).matches(pattern, variables, work)
    }

    private static func key(_ letterCase: LetterCase, _ isEncoded: Bool) -> Int {
        Int(letterCase.rawValue) << 1 | (isEncoded ? 1 : 0)
    }

    private func written(_ part: Part) -> [UInt8] {
        switch part {
        case .path: Array(url.path.utf8)
        case .query: Array(url.query.utf8)
        case .fragment: Array(url.fragment.utf8)
        }
    }
}

/// The items of a query, `name=value` between `&`, in the form that rules compare. It is parted before it is decoded:
/// an encoded `&` parts nothing.
struct QueryItems {
    private var bytes: [UInt8] = []
    private var items: [(name: Range<Int>, value: Range<Int>)] = []
    private var places: [[UInt8]: [Int]] = [:]

    init(_ query: [UInt8], _ letterCase: LetterCase, isEncoded: Bool, _ work: MatchWork) throws(MatchWork.Spent) {
        for item in query.split(separator: UInt8(ascii: "&")) {
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let start = bytes.count
            for part in [name, item.dropFirst(name.count + 1)] {
                let plain = isEncoded ? Array(part) : PercentCoding.decoded(part)
                bytes += letterCase.folded(plain)
                if part.startIndex == name.startIndex { items.append((start..<bytes.count, 0..<0)) }
            }
            let last = items.count - 1
            items[last].value = items[last].name.upperBound..<bytes.count
            places[Array(bytes[items[last].name]), default: []].append(last)
            try work.keep(16 + item.count / 8)
            try work.spend(item.count / 8)
        }
    }

    var count: Int { items.count }
    func value(at index: Int) -> [UInt8] { Array(bytes[items[index].value]) }

    func indices(of name: [UInt8]) -> [Int] { places[name] ?? [] }
}

/// `%41` for `A` (RFC 3986, section 2.1).
enum PercentCoding {
    /// Well-formed UTF-8: bytes that are none become U+FFFD, which `?` and `*` match and no text does. What looks like
    /// an encoded byte and is none stays as it is.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex, let high = digit(text[index + 1]),
                let low = digit(text[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result.allSatisfy { $0 < 0x80 } ? result : Array(String(decoding: result, as: UTF8.self).utf8)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
