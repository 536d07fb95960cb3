import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonSearch

/// Dates in queries. The clock of the tests stands at Monday, 2026-11-30 11:45:30.5, an hour east of Greenwich.
@Suite(.timeLimit(.minutes(5)))
struct QueryTimeTests {
    /// The number that a query asks for.
    private func seconds(_ date: String, clock: QueryClock = .fixed) throws -> Double? {
        guard case .comparison(let comparison) = try query("dueDate == \(date)", clock: clock).condition,
            case .number(.equal(let value)) = comparison.test
        else { return nil }
        return value
    }

    private static func utc(_ text: String) throws -> Double {
        try Date(text, strategy: .iso8601).timeIntervalSinceReferenceDate
    }

    @Test(arguments: [
        ("$time.now(0)", "2026-11-30T10:45:30Z"), ("$time.now(-30)", "2026-11-30T10:45:00Z"),
        ("$time.now(+86400)", "2026-12-01T10:45:30Z"),
        ("$time.today", "2026-11-29T23:00:00Z"), ("$time.today(-1)", "2026-11-28T23:00:00Z"),
        ("$time.today(2)", "2026-12-01T23:00:00Z"), ("$time.yesterday", "2026-11-28T23:00:00Z"),
        ("$time.yesterday(-1)", "2026-11-27T23:00:00Z"), ("$time.this_week", "2026-11-29T23:00:00Z"),
        ("$time.this_week(1)", "2026-12-06T23:00:00Z"), ("$time.last_week", "2026-11-22T23:00:00Z"),
        ("$time.last_week(-1)", "2026-11-15T23:00:00Z"), ("$time.this_month", "2026-10-31T23:00:00Z"),
        ("$time.this_month(1)", "2026-11-30T23:00:00Z"), ("$time.this_month(2)", "2026-12-31T23:00:00Z"),
        ("$time.this_month(-11)", "2025-11-30T23:00:00Z"), ("$time.this_month(-10)", "2025-12-31T23:00:00Z"),
        ("$time.this_year", "2025-12-31T23:00:00Z"), ("$time.this_year(-26)", "1999-12-31T23:00:00Z"),
        ("$time.today ( -1 )", "2026-11-28T23:00:00Z"),
        ("$time.iso(2026-11-30)", "2026-11-29T23:00:00Z"), ("$time.iso( 2026-11-30 )", "2026-11-29T23:00:00Z"),
        ("$time.iso(2026-11-30T08:05)", "2026-11-30T07:05:00Z"),
        ("$time.iso(2026-11-30T08:05:30Z)", "2026-11-30T08:05:30Z"),
        ("$time.iso(2026-11-30t08:05:60z)", "2026-11-30T08:06:00Z"),
        ("$time.iso(2026-11-30T24:00Z)", "2026-12-01T00:00:00Z"),
        ("$time.iso(2026-11-30T08:05+05:30)", "2026-11-30T02:35:00Z"),
        ("$time.iso(2026-11-30T08:05-0330)", "2026-11-30T11:35:00Z"),
        ("$time.iso(2026-11-30T08:05+09)", "2026-11-29T23:05:00Z"),
        ("$time.iso(2024-02-29T00:00Z)", "2024-02-29T00:00:00Z"),
        ("$time.iso(2000-02-29T00:00Z)", "2000-02-29T00:00:00Z"),
        ("$time.iso(1969-12-31T23:59:59Z)", "1969-12-31T23:59:59Z"),
        ("$time.iso(1600-03-01T00:00Z)", "1600-03-01T00:00:00Z"),
    ])
    func aDateIsTheSecondsSince2001(_ date: String, _ expected: String) throws {
        let found = try #require(try seconds(date))
        #expect(found.rounded(.down) == (try Self.utc(expected)))
    }

    @Test func partsOfSecondsCount() throws {
        #expect(try seconds("$time.now") == Self.utc("2026-11-30T10:45:30Z") + 0.5)
        let quarter = try #require(try seconds("$time.iso(2026-11-30T00:00:00.25Z)"))
        #expect(abs(quarter - (try Self.utc("2026-11-30T00:00:00Z")) - 0.25) < 1e-6)
        #expect(try seconds("818000000.75") == 818_000_000.75)
    }

    @Test(arguments: [
        // Sunday still belongs to the week that began on Monday; the first day of a year to its week of the year before.
        ("2026-11-29T22:59:59Z", "$time.this_week", "2026-11-22T23:00:00Z"),
        ("2026-11-29T23:00:00Z", "$time.this_week", "2026-11-29T23:00:00Z"),
        ("2027-01-01T12:00:00Z", "$time.this_week", "2026-12-27T23:00:00Z"),
        ("1969-12-31T12:00:00Z", "$time.this_week", "1969-12-28T23:00:00Z"),
        ("1960-02-29T12:00:00Z", "$time.last_week", "1960-02-21T23:00:00Z"),
        ("1690-03-01T12:00:00Z", "$time.yesterday", "1690-02-27T23:00:00Z"),
    ])
    func weeksBeginOnMonday(_ now: String, _ date: String, _ expected: String) throws {
        let clock = QueryClock(now: try Date(now, strategy: .iso8601)) { _ in 3600 }
        #expect(try seconds(date, clock: clock) == Self.utc(expected))
    }

    /// Clocks that go from 0:00 to 1:00 on 2026-03-29, and from 1:00 back to 0:00 on 2026-10-25.
    private static func summer(now: String) throws -> QueryClock {
        let from = try Date("2026-03-29T00:00:00Z", strategy: .iso8601)
        let to = try Date("2026-10-25T00:00:00Z", strategy: .iso8601)
        return QueryClock(now: try Date(now, strategy: .iso8601)) { from <= $0 && $0 < to ? 3600 : 0 }
    }

    @Test func aDayBeginsWhereItsClocksBegin() throws {
        let spring = try Self.summer(now: "2026-03-29T12:00:00Z")
        // There is no 0:00: the day begins at 1:00.
        #expect(try seconds("$time.today", clock: spring) == Self.utc("2026-03-29T00:00:00Z"))
        #expect(try seconds("$time.today(1)", clock: spring) == Self.utc("2026-03-29T23:00:00Z"))
        #expect(try seconds("$time.yesterday", clock: spring) == Self.utc("2026-03-28T00:00:00Z"))
        let autumn = try Self.summer(now: "2026-10-25T12:00:00Z")
        // 0:00 comes twice: the day begins with the first.
        #expect(try seconds("$time.today", clock: autumn) == Self.utc("2026-10-24T23:00:00Z"))
        #expect(try seconds("$time.today(1)", clock: autumn) == Self.utc("2026-10-26T00:00:00Z"))
        #expect(try seconds("$time.iso(2026-10-25T00:30)", clock: autumn) == Self.utc("2026-10-24T23:30:00Z"))
        #expect(try seconds("$time.iso(2026-10-25T02:30)", clock: autumn) == Self.utc("2026-10-25T02:30:00Z"))
    }

    @Test func theSystemsClockKnowsTheZone() throws {
        let now = Date(timeIntervalSince1970: 1_796_035_530)
        let clock = QueryClock.local(now: now)
        let today = try #require(try seconds("$time.today", clock: clock))
        // Whatever the zone of this machine is: the start of a day of it, at most a day and a shift of its clocks before.
        #expect((0..<90_001).contains(now.timeIntervalSinceReferenceDate - today))
        let start = Date(timeIntervalSinceReferenceDate: today)
        let local = start.timeIntervalSince1970 + Double(clock.offset(start))
        #expect(local.truncatingRemainder(dividingBy: 86_400) == 0)
    }

    @Test func daysAreCountedThroughAllOfTheCalendar() {
        var civil = CivilTime(year: -1000)
        var number = civil.dayNumber
        while civil.year < 5002 {
            #expect(CivilTime(day: number) == civil)
            let length = CivilTime.days(ofMonth: civil.month, year: civil.year)
            civil.day = length
            #expect(civil.dayNumber == number + length - 1)
            #expect(CivilTime(day: number + length - 1) == civil)
            number += length
            civil = CivilTime(year: civil.month == 12 ? civil.year + 1 : civil.year, month: civil.month % 12 + 1)
        }
        #expect(CivilTime(day: 0) == CivilTime(year: 1970))
    }
}
