import ActivityModel
import FoundationEssentials
import Testing

@Suite("An activity's record")
struct ActivityRecordTests {
    private func decode(_ text: String) throws -> ActivityRecord {
        try JSONDecoder().decode(ActivityRecord.self, from: Data(text.utf8))
    }

    private var full: ActivityRecord {
        var record = ActivityRecord(id: "1", type: "org.example.reading")
        record.title = "Title"
        record.userInfo = Payload([.string("page"): .integer(3)]).canonicalData
        record.payloadSize = 10
        record.requiredKeys = ["page"]
        record.keywords = ["word"]
        record.webpageURL = "https://example.org/"
        record.referrerURL = "https://example.org/from"
        record.expirationDate = Date(timeIntervalSinceReferenceDate: 1000)
        record.targetContentIdentifier = "scene"
        record.persistentIdentifier = "book"
        record.eligibility = [.search, .prediction]
        record.supportsContinuationStreams = true
        record.facets = ["spotlight": Data([1])]
        return record
    }

    @Test("A type is enough")
    func onlyType() throws {
        let record = try decode(#"{ "type": "x" }"#)
        #expect(record == ActivityRecord(id: "", type: "x"))
        #expect(record.eligibility == [.handoff])
        #expect(throws: (any Error).self) { try decode("{}") }
        #expect(throws: (any Error).self) { try decode(#"{ "type": null }"#) }
    }

    @Test("Every other property may be absent or null, and comes back")
    func optionals() throws {
        let data = try JSONEncoder().encode(full)
        #expect(try JSONDecoder().decode(ActivityRecord.self, from: data) == full)
        for key in ActivityRecord.CodingKeys.allCases where key != .type {
            let read = try decode(#"{ "type": "x", "\#(key.stringValue)": null }"#)
            #expect(read == ActivityRecord(id: "", type: "x"), "\(key.stringValue)")
        }
    }

    @Test("What a newer program adds is ignored")
    func unknown() throws {
        let read = try decode(
            #"{ "type": "x", "later": {"a": [1]}, "eligibility": ["search", "telepathy", "handoff"] }"#)
        #expect(read.eligibility == [.search, .handoff])
        #expect(try decode(#"{ "type": "x", "eligibility": [] }"#).eligibility.isEmpty)
        #expect(throws: (any Error).self) { try decode(#"{ "type": "x", "title": 1 }"#) }
    }

    @Test("A valid record stays as it is, with its payload's true size")
    func valid() throws {
        var expected = full
        expected.payloadSize = full.userInfo?.count
        #expect(try full.validated() == expected)
        #expect(try full.payload()["page"] == .integer(3))
        #expect(try ActivityRecord(id: "1", type: "x").payload() == Payload())
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: BatonError.Code
        let change: @Sendable (inout ActivityRecord) -> Void

        init(
            _ name: String, _ code: BatonError.Code = .invalidArgument,
            _ change: @escaping @Sendable (inout ActivityRecord) -> Void
        ) {
            testDescription = name
            self.code = code
            self.change = change
        }
    }

    static let long = String(repeating: "x", count: ActivityRecord.maximumText + 1)
    static let bad: [Bad] = [
        Bad("type") { $0.type = "" }, Bad("type") { $0.type = String(repeating: "x", count: 256) },
        Bad("id") { $0.id = "" }, Bad("id") { $0.id = String(repeating: "é", count: 65) },
        Bad("title") { $0.title = long }, Bad("referrerURL") { $0.referrerURL = long },
        Bad("webpageURL") { $0.webpageURL = "https://example.org/" + long },
        Bad("webpageURL") { $0.webpageURL = "ftp://example.org/" }, Bad("webpageURL") { $0.webpageURL = "" },
        Bad("targetContentIdentifier") { $0.targetContentIdentifier = long },
        Bad("persistentIdentifier") { $0.persistentIdentifier = long },
        Bad("requiredKeys") { $0.requiredKeys = [String](repeating: "k", count: 1025) },
        Bad("requiredKeys") { $0.requiredKeys = [long] }, Bad("keywords") { $0.keywords = [long] },
        Bad("keywords") { $0.keywords = [String](repeating: "k", count: 1025) },
        Bad("facets") { $0.facets = ["x": Data(count: ActivityRecord.maximumFacets)] },
        Bad("expirationDate") { $0.expirationDate = Date(timeIntervalSinceReferenceDate: .nan) },
        Bad("expirationDate") { $0.expirationDate = Date(timeIntervalSinceReferenceDate: -.infinity) },
        Bad("expirationDate") { $0.expirationDate = Date(timeIntervalSinceReferenceDate: 1e300) },
        Bad("payload", .invalidPayload) { $0.userInfo = Data("[]".utf8) },
        Bad("payload", .invalidPayload) { $0.userInfo = Data() },
    ]

    @Test("What is wrong is refused by name, and never quoted", arguments: bad)
    func invalid(bad: Bad) {
        var record = full
        bad.change(&record)
        let error = #expect(throws: BatonError.self) { try record.validated() }
        #expect(error?.code == bad.code)
        #expect(error?.message.contains(bad.testDescription) == true)
        #expect(error?.description.contains("xxxx") == false)
    }

    @Test("The limits themselves are accepted")
    func limits() throws {
        var record = full
        record.type = String(repeating: "x", count: 255)
        record.id = String(repeating: "x", count: 128)
        record.title = String(Self.long.dropLast())
        record.requiredKeys = [String](repeating: "k", count: 1024)
        record.facets = ["x": Data(count: ActivityRecord.maximumFacets - 1)]
        record.expirationDate = .distantFuture
        #expect(throws: Never.self) { try record.validated() }
    }

    @Test("A payload over 1 MiB is left out, and its size is kept")
    func tooLarge() throws {
        var record = ActivityRecord(id: "1", type: "x")
        record.userInfo =
            Payload([.string("a"): .string(String(repeating: "x", count: Payload.maximumSize))]).canonicalData
        let size = record.userInfo?.count
        let valid = try record.validated()
        #expect(valid.userInfo == nil)
        #expect(valid.payloadSize == size)
        #expect(valid.isTooLarge)
        #expect(try valid.validated().isTooLarge)
        record.userInfo =
            Payload([.string("a"): .string(String(repeating: "x", count: Payload.maximumSize - 8))]).canonicalData
        #expect(record.userInfo?.count == Payload.maximumSize)
        #expect(try !record.validated().isTooLarge)
    }

    @Test("A page's address is escaped once (case C58)")
    func escaping() throws {
        var record = ActivityRecord(id: "1", type: "x")
        record.webpageURL = "https://example.org/a b/ü"
        let once = try record.validated()
        #expect(once.webpageURL == "https://example.org/a%20b/%C3%BC")
        #expect(try once.validated() == once)
    }

    @Test("The key of a copy is the first identity there is")
    func key() {
        var record = full
        #expect(SavedActivity.key(for: record, relatedItem: "item") == "book")
        record.persistentIdentifier = ""
        #expect(SavedActivity.key(for: record, relatedItem: "item") == "item")
        #expect(SavedActivity.key(for: record) == "https://example.org/")
        record.webpageURL = nil
        #expect(SavedActivity.key(for: record) == "org.example.reading\nTitle")
    }

    @Test("Keeping keys keeps those alone")
    func keeping() {
        let payload = Payload([.string("a"): .null, .string("b"): .null, .integer(1): .null])
        #expect(payload.keeping(nil) == payload)
        #expect(payload.keeping(["a", "c"]) == Payload([.string("a"): .null]))
        #expect(payload.keeping([]) == Payload())
    }
}
