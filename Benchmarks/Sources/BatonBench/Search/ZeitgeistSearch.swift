import FoundationEssentials

/// The corpus in Zeitgeist: each item an event of its date, whose text is title and text together; Zeitgeist has one.
struct ZeitgeistSearch: SearchedSystem {
    let zeitgeist: Zeitgeist
    let orders = [ResultOrder.ranked, .newest]
    /// Events of one call.
    private static let batch = 100

    /// Seconds from the first event until the last one is found.
    func index(_ corpus: Corpus, now: Date, _ bench: Bench) async throws -> Double {
        let start = Clock.now
        let newest = now.timeIntervalSince1970 * 1_000
        for from in stride(from: 0, to: corpus.count, by: Self.batch) {
            let events = (from..<min(from + Self.batch, corpus.count)).map { item in
                // A last word that no other has, to see when all is indexed.
                let mark = item == corpus.count - 1 ? " \(Self.mark)" : ""
                return Sample(
                    item,
                    title: "\(corpus.words(corpus.title(item))) \(corpus.words(corpus.body(item)))\(mark)",
                    milliseconds: Int64(newest - corpus.ages[item] * 86_400_000))
            }
            _ = try await zeitgeist.insert(events)
        }
        try await bench.until("Zeitgeist finds the last event") {
            try await zeitgeist.search(Self.mark, isRanked: true) > 0
        }
        return Clock.now - start
    }

    private static let mark = "zqendmark"

    func ask(_ query: TypedQuery, _ order: ResultOrder) async throws -> Bool {
        _ = try await zeitgeist.search(query.text + (query.isPrefix ? "*" : ""), isRanked: order == .ranked)
        return false
    }
}
