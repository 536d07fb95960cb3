import ActivityModel
import FoundationEssentials
import Testing

@Suite("The canonical encoding")
struct CanonicalEncodingTests {
    /// Kinds too, where the encoding keeps them apart: what compares equal as a number need not be the same.
    private func sameKind(_ left: PayloadValue, _ right: PayloadValue) -> Bool {
        switch (left, right) {
        case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
        case (.float, _), (_, .float): false
        case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
        case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { sameKind($0, $1) }
        default: left == right
        }
    }

    @Test("A random payload comes back equal, in the same bytes", arguments: UInt64(0)..<400)
    func roundTrip(seed: UInt64) throws {
        var generator = PayloadGenerator(seed: seed)
        let payload = Payload(generator.pairs(depth: 6))
        let data = payload.canonicalData
        let read = try Payload(canonical: data)
        let isEqual = read == payload
        #expect(isEqual, "seed \(seed)")
        #expect(read.canonicalData == data, "seed \(seed)")
        #expect(throws: Never.self, "seed \(seed)") { try CanonicalEncoding.checkObject(data) }
    }

    @Test("A random value keeps its kind", arguments: UInt64(0)..<400)
    func kinds(seed: UInt64) throws {
        var generator = PayloadGenerator(seed: seed)
        for _ in 0..<20 {
            let value = generator.value(depth: 0)
            let read = try CanonicalEncoding.decode(CanonicalEncoding.encode(value))
            let isSame = sameKind(read, value)
            #expect(isSame, "seed \(seed)")
        }
    }

    @Test("Every special number and text comes back")
    func specials() throws {
        var all: [PayloadValue] = PayloadGenerator.integers.map { .integer($0) }
        all += PayloadGenerator.unsigned.map { .unsigned($0) }
        all += PayloadGenerator.doubles.map { .double($0) }
        all += PayloadGenerator.floats.map { .float($0) }
        all += PayloadGenerator.texts.map { .string($0) }
        all += PayloadGenerator.urls.compactMap { URL(string: $0).map { .url($0) } }
        all += PayloadGenerator.doubles.filter { !$0.isNaN }.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        for value in all {
            // Not the value itself: Foundation cannot describe the dates.
            let name = String(decoding: CanonicalEncoding.encode(value), as: UTF8.self)
            let isSame = sameKind(try CanonicalEncoding.decode(CanonicalEncoding.encode(value)), value)
            #expect(isSame, "\(name)")
            // As a key, as an element, and under every special text.
            let holders: [PayloadValue] = [.dictionary([value: value]), .set([value]), .array([value, value])]
            for holder in holders {
                let data = CanonicalEncoding.encode(holder)
                let read = try CanonicalEncoding.decode(data)
                let isEqual = read == holder
                #expect(isEqual, "\(name)")
                #expect(CanonicalEncoding.encode(read) == data, "\(name)")
            }
        }
        for key in PayloadGenerator.texts {
            let payload = Payload([.string(key): .string(key)])
            #expect(try Payload(canonical: payload.canonicalData) == payload)
        }
    }

    @Test("Whole doubles come back equal, as integers")
    func wholeDoubles() throws {
        #expect(try CanonicalEncoding.decode(CanonicalEncoding.encode(.double(3))) == .integer(3))
        #expect(CanonicalEncoding.encode(.double(3)) == CanonicalEncoding.encode(.integer(3)))
        #expect(CanonicalEncoding.encode(.double(0x1p63)) == CanonicalEncoding.encode(.unsigned(1 << 63)))
    }

    @Test("Keys that only Unicode's equivalence takes for equal are both kept")
    func equivalentKeys() throws {
        let payload = Payload([.string("\u{e9}"): .integer(1), .string("e\u{301}"): .integer(2), .string("a"): .null])
        let data = payload.canonicalData
        let read = try Payload(canonical: data)
        #expect(read == payload)
        #expect(read.entries.count == 3)
        #expect(read.canonicalData == data)
    }

    @Test("Equal payloads have equal bytes, in whatever order they were made", arguments: UInt64(0)..<100)
    func order(seed: UInt64) {
        var generator = PayloadGenerator(seed: seed)
        let pairs = generator.pairs(depth: 4)
        var other: [PayloadValue: PayloadValue] = [:]
        // Another capacity gives another order of iteration.
        other.reserveCapacity(1000)
        for pair in pairs.shuffled(using: &generator.random) { other[pair.key] = pair.value }
        #expect(Payload(other).canonicalData == Payload(pairs).canonicalData, "seed \(seed)")
        let elements = (0..<20).map { _ in generator.value(depth: 2) }
        let shuffled = Set(Set(elements).shuffled(using: &generator.random))
        #expect(
            CanonicalEncoding.encode(.set(shuffled)) == CanonicalEncoding.encode(.set(Set(elements))), "seed \(seed)")
    }

    @Test("The form is the documented one")
    func form() {
        func text(_ value: PayloadValue) -> String { String(decoding: CanonicalEncoding.encode(value), as: UTF8.self) }
        #expect(text(.dictionary([.string("b"): .integer(1), .string("a"): .bool(true)])) == #"{"a":true,"b":1}"#)
        #expect(text(.double(.nan)) == #"{"$double":"nan"}"#)
        #expect(text(.double(-0.0)) == #"{"$double":"-0"}"#)
        #expect(text(.float(0.37)) == #"{"$float":0.37}"#)
        #expect(text(.float(-.infinity)) == #"{"$float":"-inf"}"#)
        #expect(text(.date(Date(timeIntervalSinceReferenceDate: 1.5))) == #"{"$date":1.5}"#)
        #expect(text(.data(Data([1, 2]))) == #"{"$data":"AQI="}"#)
        #expect(text(.set([.integer(2), .integer(1)])) == #"{"$set":[1,2]}"#)
        #expect(text(.dictionary([.string("$a"): .null])) == #"{"$dict":[["$a",null]]}"#)
        #expect(text(.dictionary([:])) == "{}")
        #expect(text(.string("\u{0}\n\"\\/é")) == #""\u0000\n\"\\/é""#)
    }

    @Test("Two megabytes of data go through")
    func big() throws {
        let payload = Payload([.string("big"): .data(Data(repeating: 0xA5, count: 2 << 20))])
        #expect(try Payload(canonical: payload.canonicalData) == payload)
        let text = Payload([.string("big"): .string(String(repeating: "é\u{0}", count: 500_000))])
        #expect(try Payload(canonical: text.canonicalData) == text)
    }
}
