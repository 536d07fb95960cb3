internal import ActivityModel
internal import FoundationEssentials

extension QueryParser {
    /// `$time.today(-1)`, `$time.iso(2026-11-30T08:00Z)` and so on, as seconds since 2001.
    mutating func time() throws(BatonError) -> Double {
        let start = offset
        for character in "$time.".unicodeScalars where !take(character) { throw expected("$time.") }
        let nameStart = offset
        while let byte = next, byte.isNamePart { offset += 1 }
        let name = String(decoding: text[nameStart..<offset], as: UTF8.self)
        if name == "iso" { return try isoTime(from: start) }
        guard let unit = QueryClock.Word(rawValue: name) else {
            let words = QueryClock.Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("after $time. comes one of \(words), iso", at: nameStart)
        }
        guard let date = clock.date(unit, moved: try steps()) else { throw fault(Self.farAway, at: start) }
        return date.timeIntervalSinceReferenceDate
    }

    private mutating func isoTime(from start: Int) throws(BatonError) -> Double {
        guard take("(") else { throw expected("\"(\" and a date after $time.iso") }
        skipSpace()
        let written = try civilTime()
        skipSpace()
        guard take(")") else { throw expected("\")\" after the date") }
        guard let date = clock.date(written) else { throw fault(Self.farAway, at: start) }
        return date.timeIntervalSinceReferenceDate
    }

    /// ISO 8601, as `2026-11-30`, or with `T08:05`, `T08:05:30`, `T08:05:30.25`, and behind it `Z`, `+01:00`, `+0100` or
    /// `+01`; the time zone is the user's without.
    private mutating func civilTime() throws(BatonError) -> CivilTime {
        var time = CivilTime()
        let start = offset
        time.year = try figures(4, "the year, four digits")
        guard take("-") else { throw expected("- after the year") }
        time.month = try part(of: 1...12, "the month, 01 to 12")
        guard take("-") else { throw expected("- after the month") }
        time.day = try part(of: 1...31, "the day, 01 to 31")
        guard time.day <= CivilTime.days(ofMonth: time.month, year: time.year) else {
            throw fault("there is no such day in this month", at: start)
        }
        guard take("T") || take("t") else { return time }
        time.seconds = 3600 * Double(try part(of: 0...24, "the hour, 00 to 24"))
        guard take(":") else { throw expected(": after the hour") }
        time.seconds += 60 * Double(try part(of: 0...59, "the minute, 00 to 59"))
        if take(":") {
            // 60 is a leap second, which counts as the first one of the next minute.
            time.seconds += Double(try part(of: 0...60, "the second, 00 to 60"))
            if take(".") || take(",") { time.seconds += try fraction() }
        }
        guard time.seconds <= 86_400 else { throw fault("the time is after 24:00", at: start) }
        time.offset = try zone()
        return time
    }

    private mutating func zone() throws(BatonError) -> Int? {
        if take("Z") || take("z") { return 0 }
        let sign: Int
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        var offset = 3600 * (try part(of: 0...23, "the hours of the time zone, two digits"))
        let hasColon = take(":")
        if hasColon || next.map(\.isDigit) == true {
            offset += 60 * (try part(of: 0...59, "the minutes of the time zone, two digits"))
        }
        return sign * offset
    }

    private mutating func part(of range: ClosedRange<Int>, _ what: String) throws(BatonError) -> Int {
        let start = offset
        let value = try figures(2, what)
        guard range.contains(value) else { throw fault("expected \(what)", at: start) }
        return value
    }

    private mutating func figures(_ count: Int, _ what: String) throws(BatonError) -> Int {
        var value = 0
        for _ in 0..<count {
            guard let byte = next, byte.isDigit else { throw expected(what) }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            offset += 1
        }
        return value
    }

    private mutating func fraction() throws(BatonError) -> Double {
        var (value, weight) = (0.0, 0.1)
        guard let first = next, first.isDigit else { throw expected("a digit of the second's fraction") }
        while let byte = next, byte.isDigit {
            value += Double(byte - UInt8(ascii: "0")) * weight
            weight /= 10
            offset += 1
        }
        return value
    }
}
