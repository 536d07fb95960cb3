internal import CBatonGLib
package import FoundationEssentials
internal import Glibc

/// Dates as the user writes and reads them: GLib knows the locale and the local time zone, which FoundationEssentials
/// alone does not.
package enum LocaleDate {
    /// Takes the environment's locale for dates. Run once by an executable's main, before other threads start.
    ///
    /// Numbers keep the C locale: C libraries read and write them with a point.
    package static func useEnvironment() {
        // GLib asks the character set of LC_CTYPE to turn the C library's text into UTF-8.
        setlocale(LC_CTYPE, "")
        setlocale(LC_TIME, "")
    }

    /// Date and time in the locale's own form, local time.
    package static func text(_ date: Date) -> String {
        guard let time = g_date_time_new_from_unix_local(gint64(date.timeIntervalSince1970.rounded(.down))) else {
            return date.formatted(.iso8601)
        }
        defer { g_date_time_unref(time) }
        guard let text = g_date_time_format(time, "%x %X") else { return date.formatted(.iso8601) }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Reads ISO 8601: a date, or date and time, local unless it names an offset. nil where it is none.
    package static func date(iso8601 text: String) -> Date? {
        let zone = g_time_zone_new_local()
        defer { g_time_zone_unref(zone) }
        // GLib wants a time.
        let whole = text.contains("T") || text.contains(" ") ? text : text + "T00:00:00"
        guard let time = g_date_time_new_from_iso8601(whole, zone) else { return nil }
        defer { g_date_time_unref(time) }
        let fraction = Double(g_date_time_get_microsecond(time)) / 1_000_000
        return Date(timeIntervalSince1970: Double(g_date_time_to_unix(time)) + fraction)
    }
}
