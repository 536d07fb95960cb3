import ActivityModel
import BatonSearch
import FoundationEssentials
import TestSupport

/// A query at a fixed time: 2026-11-30 11:45:30.5 in a zone one hour east of Greenwich, a Monday.
func query(_ text: String, clock: QueryClock = .fixed) throws -> SearchQuery {
    try SearchQuery(parsing: text, clock: clock)
}

extension QueryClock {
    static let fixed = QueryClock(now: Date(timeIntervalSince1970: 1_796_035_530.5)) { _ in 3600 }
}

/// An item of texts.
func item(_ values: [String: PayloadValue]) -> AttributeSet {
    var set = AttributeSet()
    set.values = values
    return set
}

func item(title: String) -> AttributeSet { item(["title": .string(title)]) }

func matches(_ text: String, _ values: [String: PayloadValue]) throws -> Bool { try query(text).matches(item(values)) }

/// The error for a query that cannot be read.
func fault(_ text: String) -> BatonError? {
    do {
        _ = try query(text)
        return nil
    } catch { return error as? BatonError }
}
