import FoundationEssentials
import JSONKit
import TestSupport
import Testing

@Suite struct JSONTextTests {
    private func read(_ text: String) throws(JSONFault) -> JSONValue { try JSONText(parsing: Data(text.utf8)).value }

    @Test func membersKeepTheirOrder() throws {
        let value = try read(#"{"b": 1, "a": [true, false, null, -0.5e1, "é\u0000\ud83d\ude00"], "10": {}, "9": []}"#)
        let object = try #require(value.object)
        #expect(object.members.map(\.name) == ["b", "a", "10", "9"])
        #expect(object["a"] == .array([.bool(true), .bool(false), .null, .number(-5), .string("é\u{0}😀")]))
        #expect(object["9"] == .array([]) && object["10"] == .object(JSONObject([])) && object["c"] == nil)
        #expect(value.text == #"{"b": 1, "a": [true, false, null, -5, "é\u0000😀"], "10": {}, "9": []}"#)
    }

    /// A file of 128 KiB has room for some thousands: the order is the file's for each of them.
    @Test func manyMembersKeepTheirOrder() throws {
        var random = SeededGenerator(seed: 3)
        let names = (0..<3_000).map { _ in String(random.next(), radix: 36) }
        let text = "{" + names.map { "\"\($0)\": 0" }.joined(separator: ",") + "}"
        #expect(try read(text).object?.members.map(\.name) == names)
    }

    @Test func ofTwoNamesTheLastCountsAndIsTold() throws {
        let text = try JSONText(parsing: Data("{\"a\": 1, \"b\": 2,\n \"a\": 3}".utf8))
        #expect(text.value.text == #"{"a": 3, "b": 2}"#)
        #expect(text.duplicate?.line == 2)
        #expect(try JSONText(parsing: Data(#"{"a": {"a": 1}}"#.utf8)).duplicate == nil)
    }

    @Test func whatIsWrittenReadsBack() throws {
        let text = #"{"a\"\\\u0007": "\u001f\n/", "b": [1, 2.5, -1e+300, 18446744073709551616]}"#
        let value = try read(text)
        #expect(try read(value.text) == value)
    }

    @Test func aByteOrderMarkAndWhiteSpaceDoNotCount() throws {
        #expect(try JSONText(parsing: Data([0xEF, 0xBB, 0xBF]) + Data("\r\n\t {}\r\n ".utf8)).value.text == "{}")
    }

    private static let faults: [(String, Int, Int, String)] = [
        ("", 1, 1, "it is empty"), ("\u{FEFF}", 1, 1, "it is empty"), ("   ", 1, 3, "it ends too early"),
        ("{", 1, 1, "it ends too early"), ("[1,]", 1, 4, "unexpected"), ("{\"a\":1,}", 1, 8, "string or '}'"),
        ("{} x", 1, 4, "something stands behind its end"), ("{}\n{}", 2, 1, "something stands behind its end"),
        ("{\n \"é\": NOT}", 2, 7, "NOT"), ("[\n\"a\nb\"]", 2, 3, "newline"), ("[\"\\x\"]", 1, 4, "escape"),
        ("[\"\\ud800\"]", 1, 0, "Unicode"), ("[1e999]", 1, 0, "a number is too large"), ("[01]", 1, 0, ""),
        ("['a']", 1, 0, ""), ("[1 2]", 1, 0, ""), ("{\"a\" 1}", 1, 0, "':'"), ("// a\n{}", 1, 0, ""),
        ("{\"a\\u0000\": 1}", 1, 0, "zero"), ("[NaN]", 1, 0, ""), ("[.5]", 1, 0, ""), ("[+1]", 1, 0, ""),
    ]

    /// - Parameter fault: a text, the line, the column (0 where any will do) and words of the message.
    @Test(arguments: faults) func whatIsAlmostJSONIsAFaultWithAPlace(_ fault: (String, Int, Int, String)) throws {
        let (text, line, column, words) = fault
        let found = #expect(throws: JSONFault.self) { try read(text) }
        #expect(found?.line == line, "\(text)")
        #expect(
            column == 0 ? (found?.column ?? 0) >= 1 : found?.column == column, "\(text): \(String(describing: found))")
        #expect(words.isEmpty || found?.what.contains(words) == true, "\(text): \(String(describing: found))")
    }

    @Test func otherEncodingsAreNamed() throws {
        let utf16 = Data([0x7B, 0, 0x7D, 0])
        for data in [utf16, Data([0xFF, 0xFE]) + utf16, Data([0xFE, 0xFF, 0, 0x7B]), Data([0, 0, 0, 0x7B])] {
            let fault = #expect(throws: JSONFault.self) { try JSONText(parsing: data) }
            #expect(fault?.what.hasPrefix("it is UTF-16") == true)
        }
        let latin = #expect(throws: JSONFault.self) { try JSONText(parsing: Data([0x5B, 0x22, 0xE9, 0x22, 0x5D])) }
        #expect(latin?.what == "it is not UTF-8" && latin?.line == 1)
    }

    @Test func nestingHasALimit() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        var value = try read(nested(2048))
        var depth = 1
        while case .array(let values) = value, let first = values.first {
            depth += 1
            value = first
        }
        #expect(depth == 2048)
        for text in [
            nested(2049), String(repeating: "{\"a\":", count: 100_000), String(repeating: "[", count: 100_000),
        ] {
            let fault = #expect(throws: JSONFault.self) { try read(text) }
            #expect(fault?.what == "it is nested more than 2048 levels deep")
        }
    }

    @Test func anyBytesAreJSONOrAFaultOnOneLine() {
        var random = SeededGenerator(seed: 4)
        let pieces: [[UInt8]] = [
            Array("{".utf8), Array("}".utf8), Array("[".utf8), Array("]".utf8), Array("\"".utf8), Array(":".utf8),
            Array(",".utf8), Array("1".utf8), Array("true".utf8), Array("\\u".utf8), Array("d800".utf8), [0], [0xFF],
            [0x0A],
            [0xC3], [0xA9], [0x1B],
        ]
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).flatMap { _ in random.pick(pieces) }
            do throws(JSONFault) { _ = try JSONText(parsing: Data(bytes)) } catch {
                let isLine = error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 }
                if !isLine { Issue.record("\(bytes)") }
            }
        }
    }
}
