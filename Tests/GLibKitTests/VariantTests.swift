import FoundationEssentials
import GLibKit
import Testing

private struct Inner: Codable, Equatable {
    var name: String
    var numbers: [Int]
}

private struct Record: Codable, Equatable {
    var text: String?
    var flag: Bool?
    var small: Int8?
    var wide: UInt64?
    var fraction: Double?
    var data: Data?
    var date: Date?
    var url: URL?
    var uuid: UUID?
    var list: [String]?
    var nested: [[Int]]?
    var map: [String: Int]?
    var blobs: [String: Data]?
    var inner: Inner?
    var inners: [Inner]?

    static var everything: Record {
        Record(
            text: "ü 漢 👩‍👩‍👧", flag: true, small: -128, wide: .max, fraction: 0.1, data: Data([0, 255, 7]),
            date: Date(timeIntervalSinceReferenceDate: 700_000_000.25), url: URL(string: "https://example.org/a?b#c"),
            uuid: UUID(), list: ["a", ""], nested: [[1, 2], [], [3]], map: ["x": 1, "": -1],
            blobs: ["f": Data([1])], inner: Inner(name: "n", numbers: []), inners: [Inner(name: "m", numbers: [4])])
    }

    static var empty: Record {
        Record(text: "", data: Data(), list: [], nested: [], map: [:], blobs: [:], inners: [])
    }
}

@Suite struct VariantTests {
    private func roundTrip<T: Codable>(_ value: T, as type: String) throws -> T {
        let variant = try VariantEncoder().encode(value, as: type)
        #expect(variant.type == type)
        return try VariantDecoder().decode(T.self, from: variant)
    }

    @Test(arguments: [0, 1, 2]) func recordsComeBackAsTheyWere(_ which: Int) throws {
        let record = [Record.everything, Record(), .empty][which]
        #expect(try roundTrip(record, as: "a{sv}") == record)
        #expect(try roundTrip([record, record], as: "aa{sv}") == [record, record])
    }

    @Test func whatIsNilIsLeftOut() throws {
        #expect(try VariantEncoder().encode(Record(), as: "a{sv}").count == 0)
        #expect(try VariantEncoder().encode(Record(text: "t"), as: "a{sv}").count == 1)
    }

    @Test func nestedArraysHaveTheDeclaredType() throws {
        #expect(try roundTrip([[1, 2], []], as: "aax") == [[1, 2], []])
        #expect(try roundTrip([[String]](), as: "aas") == [])
        #expect(try roundTrip(["a": [UInt8(1)]], as: "a{say}") == ["a": [1]])
    }

    @Test func datesAreSecondsSince2001() throws {
        let date = Date(timeIntervalSinceReferenceDate: -12.5)
        #expect(try VariantEncoder().encode(date, as: "d").double == -12.5)
        #expect(try roundTrip(date, as: "d") == date)
        // A client of another language may write a whole number.
        let whole = try VariantEncoder().encode(5, as: "i")
        #expect(try VariantDecoder().decode(Date.self, from: whole) == Date(timeIntervalSinceReferenceDate: 5))
    }

    @Test func dataIsAnArrayOfBytes() throws {
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        #expect(try VariantEncoder().encode(data, as: "ay").bytes == data)
        #expect(try roundTrip(data, as: "ay") == data)
    }

    @Test func nilInAListThrows() {
        #expect(throws: VariantError.self) { try VariantEncoder().encode([1, nil], as: "ax") }
        #expect(throws: VariantError.self) { try VariantEncoder().encode([1, nil] as [Int?], as: "av") }
        #expect(throws: VariantError.self) { try VariantEncoder().encode(["a": nil] as [String: Int?], as: "a{sx}") }
        #expect(throws: VariantError.self) { try VariantEncoder().encode(Int?.none, as: "x") }
    }

    @Test func textWithU0000Throws() {
        #expect(throws: VariantError.self) { try VariantEncoder().encode("a\0b", as: "s") }
        #expect(throws: VariantError.self) { try VariantEncoder().encode(Record(list: ["a\0"]), as: "a{sv}") }
    }

    @Test func integersFitOrThrow() throws {
        for type in ["y", "n", "q", "i", "u", "x", "t"] {
            #expect(try roundTrip(127, as: type) == 127)
        }
        #expect(try roundTrip(UInt64.max, as: "t") == .max)
        #expect(try roundTrip(Int64.min, as: "x") == .min)
        for (value, type) in [(256, "y"), (-1, "y"), (32768, "n"), (-1, "q"), (1 << 31, "i"), (-1, "u"), (-1, "t")] {
            #expect(throws: VariantError.self, "\(value) as \(type)") { try VariantEncoder().encode(value, as: type) }
        }
        #expect(throws: VariantError.self) { try VariantEncoder().encode(UInt64.max, as: "x") }
        let large = try VariantEncoder().encode(200, as: "x")
        #expect(try VariantDecoder().decode(UInt8.self, from: large) == 200)
        #expect(throws: VariantError.self) { try VariantDecoder().decode(Int8.self, from: large) }
    }

    @Test func theWrongKindThrows() throws {
        let text = Variant.string("1")
        #expect(throws: VariantError.self) { try VariantDecoder().decode(Int.self, from: text) }
        #expect(throws: VariantError.self) { try VariantDecoder().decode(Bool.self, from: text) }
        #expect(throws: VariantError.self) { try VariantDecoder().decode(Data.self, from: text) }
        #expect(throws: VariantError.self) { try VariantDecoder().decode([Int].self, from: text) }
        #expect(throws: VariantError.self) { try VariantEncoder().encode("no path", as: "o") }
    }

    @Test func aMissingKeyIsNamedAndAnUnknownOnePassedOver() throws {
        let record = try VariantEncoder().encode(["name": "n", "new": "x"], as: "a{sv}")
        let error = #expect(throws: VariantError.self) { try VariantDecoder().decode(Inner.self, from: record) }
        #expect(error?.description.contains("numbers") == true)
        #expect(try VariantDecoder().decode([String: String].self, from: record).count == 2)
    }
}
