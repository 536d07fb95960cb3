internal import ActivityModel
internal import BatonSearch
internal import FoundationEssentials

/// A query, and after a zero byte the text that it is compared with.
enum QueryInput {
    private static let clock = QueryClock(now: Date(timeIntervalSinceReferenceDate: 817_728_000)) { _ in 3600 }

    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(decoding: parts.first ?? Data(), as: UTF8.self)
        let text = String(decoding: parts.count > 1 ? parts[1] : Data(), as: UTF8.self)
        var set = AttributeSet()
        set["title"] = .string(text)
        set["textContent"] = .string(text)
        set["pageCount"] = .integer(Int64(text.utf8.count))
        switch read(written) {
        case .failure(let error):
            try FuzzTarget.check(error.code == .invalidQuery, "a query is refused for another reason than itself")
            let isShown = error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try FuzzTarget.check(isShown, "a message holds control characters")
            try FuzzTarget.check(error.message.utf8.count < 8192, "a message is longer than anybody reads")
        case .success(let query):
            guard query.matches(set) else { break }
            let words = IndexedText.texts(in: set).flatMap { WordCutter.indexWords(of: $0.text, as: .text) }
            try FuzzTarget.check(query.candidates.mayHold(for: words), "a query misses in the index what it matches")
        }
        // Whatever it is, quoted it finds itself.
        let quoted = "title == \"\(QueryString.escaping(text))\""
        guard quoted.utf8.count <= SearchQuery.maximumLength else { return }
        guard case .success(let query) = read(quoted) else {
            throw FuzzTarget.Finding(description: "an escaped text is no text")
        }
        try FuzzTarget.check(query.matches(set), "an escaped text does not find itself")
    }

    private static func read(_ text: String) -> Result<SearchQuery, BatonError> {
        do throws(BatonError) { return .success(try SearchQuery(parsing: text, clock: clock)) } catch {
            return .failure(error)
        }
    }
}
