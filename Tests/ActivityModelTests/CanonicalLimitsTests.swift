import ActivityModel
import FoundationEssentials
import TestSupport
import Testing

@Suite("What the canonical encoding refuses")
struct CanonicalLimitsTests {
    private func code(_ data: Data) -> BatonError.Code? {
        do throws(BatonError) {
            _ = try Payload(canonical: data)
            return nil
        } catch {
            return error.code
        }
    }
    private func code(_ text: String) -> BatonError.Code? { code(Data(text.utf8)) }

    @Test("64 levels are accepted, 65 refused, of whatever kinds", arguments: UInt64(0)..<100)
    func depth(seed: UInt64) throws {
        var generator = PayloadGenerator(seed: seed)
        let value = generator.nested(63)
        let payload = Payload([.string("x"): value])
        let isEqual = try Payload(canonical: payload.canonicalData) == payload
        #expect(isEqual, "seed \(seed)")
        let tooDeep = Payload([.string("x"): .array([value])])
        #expect(code(tooDeep.canonicalData) == .invalidPayload, "seed \(seed)")
    }

    @Test(
        "The widest forms fit at the deepest level",
        arguments: [
            PayloadValue.date(Date(timeIntervalSinceReferenceDate: .infinity)), .date(.distantPast), .float(1),
            .double(.nan),
            .uuid(UUID()), .data(Data([1])),
        ])
    func deepTags(innermost: PayloadValue) throws {
        var value = innermost
        for _ in 0..<64 { value = .dictionary([.integer(1): value]) }
        #expect(value.depth == 64)
        let isEqual = try CanonicalEncoding.decode(CanonicalEncoding.encode(value)) == value
        #expect(isEqual)
        #expect(throws: BatonError.self) {
            try CanonicalEncoding.decode(CanonicalEncoding.encode(.dictionary([.integer(1): value])))
        }
    }

    @Test("A payload cut short is refused", arguments: UInt64(0)..<20)
    func truncated(seed: UInt64) {
        var generator = PayloadGenerator(seed: seed)
        let data = Payload(generator.pairs(depth: 3)).canonicalData
        for length in 0..<data.count {
            #expect(code(data.prefix(length)) == .invalidPayload, "seed \(seed), \(length) of \(data.count) bytes")
        }
    }

    @Test("A payload with damaged bytes is read or refused, never more", arguments: UInt64(0)..<60)
    func damaged(seed: UInt64) throws {
        var generator = PayloadGenerator(seed: seed)
        let data = Payload(generator.pairs(depth: 3)).canonicalData
        for _ in 0..<50 {
            var bytes = Data(data)
            for _ in 0..<Int.random(in: 1..<4, using: &generator.random) {
                let index = Int.random(in: 0..<bytes.count, using: &generator.random)
                bytes[index] = UInt8(truncatingIfNeeded: generator.random.next())
            }
            // Whatever is accepted has a canonical form of its own.
            if let read = try? Payload(canonical: bytes) {
                let isEqual = try Payload(canonical: read.canonicalData) == read
                #expect(isEqual, "seed \(seed)")
            }
        }
    }

    @Test(
        "Malformed forms are refused",
        arguments: [
            "", " ", "null", "1", "true", "\"a\"", "[]", "[1]", "{", "}", "{]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
            "{a:1}", "{'a':1}",
            "{\"a\":1}x", "{\"a\":1}{}", "{\"a\":01}", "{\"a\":+1}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":.5}",
            "{\"a\":tru}",
            "{\"a\":\"\\x\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\n\"}", "/*c*/{}", "{\"a\":\"b}",
            // Tags.
            "{\"$what\":1}", "{\"$\":1}", "{\"$float\":1,\"a\":2}", "{\"a\":{\"$date\":1,\"$data\":\"\"}}",
            "{\"a\":{\"$float\":\"1\"}}",
            "{\"a\":{\"$float\":true}}", "{\"a\":{\"$float\":null}}", "{\"a\":{\"$double\":1}}",
            "{\"a\":{\"$double\":\"x\"}}",
            "{\"a\":{\"$date\":\"now\"}}", "{\"a\":{\"$date\":[1]}}", "{\"a\":{\"$date\":null}}",
            "{\"a\":{\"$date\":{\"$double\":\"nan\"}}}",
            "{\"a\":{\"$data\":1}}",
            "{\"a\":{\"$data\":\"?\"}}", "{\"a\":{\"$data\":\"AQ\"}}", "{\"a\":{\"$url\":1}}",
            "{\"a\":{\"$url\":\"\"}}",
            "{\"a\":{\"$uuid\":\"x\"}}", "{\"a\":{\"$uuid\":1}}", "{\"a\":{\"$set\":1}}", "{\"a\":{\"$set\":{}}}",
            "{\"a\":{\"$dict\":1}}", "{\"a\":{\"$dict\":[1]}}", "{\"a\":{\"$dict\":[[]]}}", "{\"a\":{\"$dict\":[[1]]}}",
            "{\"a\":{\"$dict\":[[1,2,3]]}}", "{\"a\":{\"$dict\":{\"b\":1}}}", "{\"$set\":[]}", "{\"$date\":1}",
        ])
    func malformed(text: String) { #expect(code(text) == .invalidPayload, "\(text)") }

    @Test(
        "Deep brackets are refused before a parser recurses into them",
        arguments: ["[", "{\"a\":", "{\"$set\":[", "{\"$dict\":[["])
    func brackets(open: String) {
        let text = "{\"a\":" + String(repeating: open, count: 400_000)
        #expect(code(text) == .invalidPayload)
        #expect(throws: BatonError.self) { try CanonicalEncoding.checkObject(Data(text.utf8)) }
    }

    @Test("Other encodings than UTF-8 are refused: their quotes would hide brackets")
    func otherEncodings() {
        // U+2200 has the byte of a quotation mark.
        let text = "{\"\u{2200}\":" + String(repeating: "[", count: 400) + String(repeating: "]", count: 400) + "}"
        let units = Array(text.utf16)
        let little = Data(units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        let big = Data(units.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] })
        for data in [little, big, Data([0xFF, 0xFE]) + little, Data([0xFE, 0xFF]) + big] {
            #expect(code(data) == .invalidPayload)
            #expect(throws: BatonError.self) { try CanonicalEncoding.checkObject(data) }
        }
        let plain = Data("{}".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
        #expect(code(plain) == .invalidPayload)
    }

    @Test(
        "Invalid UTF-8 is refused",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0x80],
            [0xF0, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        for (before, after) in [("{\"a\":\"", "\"}"), ("{\"", "\":1}"), ("{\"a\":{\"$data\":\"", "\"}}"), ("{", "}")] {
            let data = Data(before.utf8) + Data(bytes) + Data(after.utf8)
            #expect(code(data) == .invalidPayload, "\(before)…\(after)")
            #expect(throws: BatonError.self, "\(before)…\(after)") { try CanonicalEncoding.checkObject(data) }
        }
    }

    @Test("Two megabytes of nonsense are refused")
    func bigNonsense() {
        for byte in [
            UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "{"), 0, 0xFF, UInt8(ascii: "1"), UInt8(ascii: " "),
        ] {
            #expect(code(Data(repeating: byte, count: 2 << 20)) == .invalidPayload)
        }
    }

    @Test(
        "Numbers that no type holds do not crash",
        arguments: ["1e999", "-1e999", "18446744073709551616", "1e-999", "1e19", "1.0"])
    func hugeNumbers(number: String) throws {
        for form in ["{\"a\":\(number)}", "{\"a\":{\"$float\":\(number)}}", "{\"a\":{\"$date\":\(number)}}"] {
            if let read = try? Payload(canonical: Data(form.utf8)) {
                let isEqual = try Payload(canonical: read.canonicalData) == read
                #expect(isEqual, "\(form)")
            }
        }
    }

    @Test("An error names the key path and no value")
    func errorText() {
        let error = #expect(throws: BatonError.self) {
            try Payload(canonical: Data("{\"outer\":{\"inner\":{\"$uuid\":\"my secret\"}}}".utf8))
        }
        #expect(error?.message.contains("outer.inner") == true)
        #expect(error?.description.contains("secret") == false)
    }
}
