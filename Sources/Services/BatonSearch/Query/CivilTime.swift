/// A date and a time as people write them, in the Gregorian calendar, also before it was introduced.
struct CivilTime: Hashable {
    var year = 1970
    var month = 1
    var day = 1
    /// Since midnight.
    var seconds = 0.0
    /// Seconds east of Greenwich; nil: the user's time zone.
    var offset: Int?

    init(year: Int = 1970, month: Int = 1) {
        self.year = year
        self.month = month
    }

    /// - Parameter day: since 1970-01-01.
    init(day number: Int) {
        // Whole years of 365.2425 days at most one off, then forward.
        year = 1970 + Int((Double(number) / 365.2425).rounded(.down)) - 1
        while CivilTime(year: year + 1).dayNumber <= number { year += 1 }
        while month < 12, CivilTime(year: year, month: month + 1).dayNumber <= number { month += 1 }
        day = number - CivilTime(year: year, month: month).dayNumber + 1
    }

    /// Days since 1970-01-01.
    var dayNumber: Int {
        let years = year - 1
        let leapDays = years.floored(4) - years.floored(100) + years.floored(400)
        // 719162 days from 0001-01-01 to 1970-01-01.
        var days = years * 365 + leapDays - 719_162 + day - 1
        for earlier in 1..<max(1, month) { days += Self.days(ofMonth: earlier, year: year) }
        return days
    }

    static func days(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year.modulo(4) == 0 && (year.modulo(100) != 0 || year.modulo(400) == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Int {
    /// The remainder that is never negative.
    func modulo(_ divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }

    fileprivate func floored(_ divisor: Int) -> Int { (self - modulo(divisor)) / divisor }
}
