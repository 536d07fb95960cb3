import ActivityModel
import FoundationEssentials

/// Something that a user reads: the same for Baton and for its peer. Each is another page.
struct Sample: Sendable {
    let number: Int
    var app: String { "org.example.reader\(number % 16)" }
    var page: String { "https://example.org/read/\(number)/chapter" }
    let title: String
    let milliseconds: Int64

    private static let words = [
        "coast", "river", "letters", "winter", "history", "garden", "maps", "northern", "journey", "kitchen", "islands",
        "notes", "evening", "railway", "music", "stone", "harbour", "paper", "summer", "mountain", "bread", "voices",
        "glass", "orchard", "weather", "market", "bridge", "silver", "forest", "lantern",
    ]

    init(_ number: Int) {
        self.number = number
        var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        var title: [String] = []
        for _ in 0..<6 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            title.append(Self.words[Int(state % UInt64(Self.words.count))])
        }
        self.title = title.joined(separator: " ")
        milliseconds = 1_700_000_000_000 + Int64(number)
    }

    /// With a title and a time of its own.
    init(_ number: Int, title: String, milliseconds: Int64) {
        self.number = number
        self.title = title
        self.milliseconds = milliseconds
    }

    /// As an activity, with a place in the page as its state.
    func record(type: String = RunningApp.type, _ eligibility: [ActivityRecord.Eligibility]) -> ActivityRecord {
        var record = ActivityRecord(id: "\(number)", type: type)
        record.title = title
        record.webpageURL = page
        record.userInfo = Data("{\"page\":\(number % 400),\"position\":\(number % 97)}".utf8)
        record.payloadSize = record.userInfo?.count
        record.eligibility = eligibility
        return record
    }
}
