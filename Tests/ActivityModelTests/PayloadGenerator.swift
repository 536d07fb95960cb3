import ActivityModel
import FoundationEssentials
import TestSupport

/// Random payload values, with what breaks encodings more often than chance would have it.
struct PayloadGenerator {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static let texts = [
        "", "a", "$", "$date", "$dict", "a$", "\u{0}", "a\u{0}b", "\"", "\\", "\\u0041", "/", "\n\r\t\u{8}\u{c}\u{1f}",
        "\u{7f}",
        "\u{e9}", "e\u{301}", "👩‍👩‍👧‍👦", "🇩🇪", "\u{202e}abc", "\u{feff}", "\u{fffe}",
        "\u{10ffff}", "\u{2028}\u{2029}", " ",
        "null",
        "true", "1", "{}", "[]", "{\"$float\":1}", "ｆｕｌｌ", "ﬁ", "\u{1100}\u{1161}", "\u{ac00}", "a\u{327}\u{301}",
        "a\u{301}\u{327}",
    ]
    static let integers: [Int64] = [0, 1, -1, .min, .max, .min + 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 255, -128]
    static let unsigned: [UInt64] = [.max, .max - 1, 1 << 63, (1 << 63) + 1]
    static let doubles: [Double] = [
        .nan, .infinity, -.infinity, -0.0, 0, 0.1, -0.1, 1e300, -1e300, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude,
        .leastNormalMagnitude,
        9_223_372_036_854_775_808, 18_446_744_073_709_551_616, -9_223_372_036_854_775_808, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1.5, -2.5, 9_007_199_254_740_992, 0.30000000000000004, .pi, 1e21, .ulpOfOne,
    ]
    static let floats: [Float] = [
        .nan, .infinity, -.infinity, -0.0, 0, 0.37, 1, 16_777_216, 3.4028235e38, .leastNonzeroMagnitude,
        .leastNormalMagnitude, .pi, 1e10,
        -1e-10,
    ]
    static let urls = [
        "https://example.org/a?b=c#d", "file:///var/tmp/x%20y", "mailto:a@example.org", "relative/path", "about:blank",
        "https://example.org/%E2%82%AC", "https://[::1]:8080/", "x:", "//host/path", "?q", "#f",
    ]

    mutating func value(depth: Int) -> PayloadValue {
        let kind = Int.random(in: 0..<(depth > 0 ? 16 : 11), using: &random)
        switch kind {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(random.chance(2) ? random.pick(Self.integers) : Int64(bitPattern: random.next()))
        case 3: return .unsigned(random.chance(2) ? random.pick(Self.unsigned) : random.next() | 1 << 63)
        case 4:
            return .float(
                random.chance(2)
                    ? random.pick(Self.floats) : Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
        case 5: return .double(double())
        case 6: return .string(text())
        case 7: return .data(data())
        case 8: return .date(Date(timeIntervalSinceReferenceDate: seconds()))
        case 9: return .url(URL(string: random.pick(Self.urls))!)
        case 10: return .uuid(uuid())
        case 11, 12: return .array(values(depth))
        case 13: return .set(Set(values(depth)))
        default: return .dictionary(pairs(depth: depth - 1))
        }
    }

    mutating func pairs(depth: Int) -> [PayloadValue: PayloadValue] {
        let plain = random.chance(2)
        var pairs: [PayloadValue: PayloadValue] = [:]
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
            let key: PayloadValue = plain || random.chance(2) ? .string(text()) : value(depth: min(depth, 2))
            pairs[key] = value(depth: depth)
        }
        return pairs
    }

    private mutating func values(_ depth: Int) -> [PayloadValue] {
        (0..<Int.random(in: 0..<5, using: &random)).map { _ in value(depth: depth - 1) }
    }

    private mutating func double() -> Double {
        random.chance(2) ? random.pick(Self.doubles) : Double(bitPattern: random.next())
    }

    /// No date is not a number.
    private mutating func seconds() -> Double {
        let number = double()
        return number.isNaN ? 0 : number
    }

    mutating func text() -> String {
        if random.chance(2) { return random.pick(Self.texts) }
        var text = ""
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            // Surrogates are no scalars.
            let scalar = Unicode.Scalar(
                UInt32(truncatingIfNeeded: random.next()) % (random.chance(2) ? 0x80 : 0x11_0000))
            text.unicodeScalars.append(scalar ?? "x")
        }
        return text
    }

    private mutating func data() -> Data {
        Data((0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    private mutating func uuid() -> UUID {
        let (a, b) = (random.next(), random.next())
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (index * 8)) }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
                byte(b, 0),
                byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            ))
    }

    /// A container in a container, `levels` of them in all, of random kinds, around a random scalar.
    mutating func nested(_ levels: Int) -> PayloadValue {
        var result = value(depth: 0)
        for _ in 0..<levels {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: result = .array([result])
            case 1: result = .set([result])
            case 2: result = .dictionary([.string(text()): result])
            case 3: result = .dictionary([.integer(1): result])
            default: result = .dictionary([result: .null])
            }
        }
        return result
    }
}
