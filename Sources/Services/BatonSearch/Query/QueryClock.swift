internal import ActivityModel
package import FoundationEssentials
internal import Glibc

/// What the words for time in a query count from: an instant, and the user's time zone.
package struct QueryClock: Sendable {
    package let now: Date
    /// Seconds east of Greenwich, at an instant.
    let offset: @Sendable (Date) -> Int

    package init(now: Date, offset: @escaping @Sendable (Date) -> Int) {
        self.now = now
        self.offset = offset
    }

    /// The time zone of this process. FoundationEssentials knows none but Greenwich's (measured, 6.3.1), so glibc is
    /// asked; it is told to look whether the zone was changed.
    package static func local(now: Date) -> QueryClock {
        tzset()
        return QueryClock(now: now) { date in
            var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
            var parts = tm()
            return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
        }
    }

    /// What may follow `$time.`. Weeks begin on Monday, as in ISO 8601, in every country: a query means the same to
    /// everybody.
    enum Word: String, CaseIterable {
        case now, today, yesterday
        case thisWeek = "this_week"
        case lastWeek = "last_week"
        case thisMonth = "this_month"
        case thisYear = "this_year"
    }

    /// The instant, or the start of the day, week, month or year, moved by that many seconds or days and so on; nil where
    /// it is not within 3000 years of 2001.
    func date(_ word: Word, moved steps: Int) -> Date? {
        guard word != .now else { return Self.near(now.addingTimeInterval(Double(steps))) }
        guard let now = Self.near(now) else { return nil }
        let today = (now.timeIntervalSince1970 + Double(offset(now))) / 86_400
        let day = Int(today.rounded(.down))
        var civil = CivilTime(day: day)
        switch word {
        case .now, .today: return start(ofDay: day + steps)
        case .yesterday: return start(ofDay: day - 1 + steps)
        // 1970-01-01 was a Thursday.
        case .thisWeek: return start(ofDay: day - (day + 3).modulo(7) + 7 * steps)
        case .lastWeek: return start(ofDay: day - (day + 3).modulo(7) - 7 + 7 * steps)
        case .thisMonth:
            let months = civil.year * 12 + civil.month - 1 + steps
            civil = CivilTime(year: (months - months.modulo(12)) / 12, month: months.modulo(12) + 1)
        case .thisYear: civil = CivilTime(year: civil.year + steps)
        }
        return start(ofDay: civil.dayNumber)
    }

    func date(_ time: CivilTime) -> Date? {
        let local = Double(time.dayNumber) * 86_400 + time.seconds
        guard let offset = time.offset else { return instant(local) }
        return Self.near(Date(timeIntervalSince1970: local - Double(offset)))
    }

    private func start(ofDay day: Int) -> Date? { instant(Double(day) * 86_400) }

    /// The first instant at which clocks show `local`, seconds since 1970 as if in Greenwich; where they skip it, the one
    /// at which they do.
    private func instant(_ local: Double) -> Date? {
        let asIfUTC = Date(timeIntervalSince1970: local)
        guard Self.near(asIfUTC) != nil else { return nil }
        // No zone is further than a day from Greenwich, and none changes twice within two.
        let before = offset(asIfUTC.addingTimeInterval(-86_400))
        let after = offset(asIfUTC.addingTimeInterval(86_400))
        for seconds in [max(before, after), min(before, after)] {
            let candidate = asIfUTC.addingTimeInterval(-Double(seconds))
            if offset(candidate) == seconds { return candidate }
        }
        return asIfUTC.addingTimeInterval(-Double(before))
    }

    private static func near(_ date: Date) -> Date? {
        abs(date.timeIntervalSinceReferenceDate) <= ActivityRecord.maximumDate ? date : nil
    }
}
