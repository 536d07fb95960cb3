internal import CBatonGLib
internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// The program's log: to journald, a file, or standard error.
///
/// Everything goes through GLib's structured logging with a writer of our own: GIO's warning about a message that it
/// cannot decode prints the whole message, which is user content. Messages hold no user content; what does is given to
/// `reveal`, which is silent unless the user asked for it.
package enum Log {
    package enum Level: Int, Sendable, Comparable {
        case debug, info, warning, error

        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        fileprivate var glib: GLogLevelFlags {
            switch self {
            case .debug: G_LOG_LEVEL_DEBUG
            case .info: G_LOG_LEVEL_INFO
            case .warning: G_LOG_LEVEL_WARNING
            case .error: G_LOG_LEVEL_CRITICAL
            }
        }

        fileprivate var word: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .warning: "warning"
            case .error: "error"
            }
        }
    }

    package enum Sink: Sendable {
        case journal
        case file(LogFile)
        case standardError
    }

    private struct Settings {
        var sink = Sink.standardError
        var minimum = Level.info
        var reveals = false
    }

    private static let settings = Mutex(Settings())

    /// Installs the writer. Called once, before the first GLib call that may log.
    package static func start(_ sink: Sink, minimum: Level = .info, reveals: Bool = false) {
        settings.withLock { $0 = Settings(sink: sink, minimum: minimum, reveals: reveals) }
        g_log_set_writer_func(
            { @Sendable level, fields, count, _ in
                Log.write(glib: level, UnsafeBufferPointer(start: fields, count: Int(count)))
                return G_LOG_WRITER_HANDLED
            }, nil, nil)
    }

    /// Whether lines are being lost.
    package static var isFailing: Bool {
        if case .file(let file) = settings.withLock(\.sink) { file.isFailing } else { false }
    }

    /// Whether journald's socket is there and this process writes to it already.
    package static var hasJournal: Bool {
        g_getenv("JOURNAL_STREAM") != nil && g_file_test("/run/systemd/journal/socket", G_FILE_TEST_EXISTS) != 0
    }

    package static func debug(_ text: @autoclosure () -> String) { message(.debug, text()) }
    package static func info(_ text: String) { message(.info, text) }
    package static func warning(_ text: String) { message(.warning, text) }
    package static func error(_ text: String) { message(.error, text) }

    /// `text` where the user asked to see content (`--reveal`), else a placeholder.
    package static func reveal(_ text: @autoclosure () -> String) -> String {
        settings.withLock(\.reveals) ? "“\(text())”" : "(not shown)"
    }

    package static func message(_ level: Level, _ text: @autoclosure () -> String) {
        let current = settings.withLock { $0 }
        guard level >= current.minimum else { return }
        put(level, text(), current.sink)
    }

    private static func put(_ level: Level, _ text: String, _ sink: Sink) {
        switch sink {
        case .journal:
            withFields(["MESSAGE": text, "PRIORITY": priority(level), "SYSLOG_IDENTIFIER": "batond"]) { fields, count in
                _ = g_log_writer_journald(level.glib, fields, count, nil)
            }
        case .file(let file): file.write("\(Date().formatted(.iso8601)) \(level.word): \(text)\n")
        case .standardError: FileDescriptorWriter.standardError("batond: \(level.word): \(text)\n")
        }
    }

    private static func priority(_ level: Level) -> String {
        switch level {
        case .debug: "7"
        case .info: "6"
        case .warning: "4"
        case .error: "3"
        }
    }

    private static func withFields(_ pairs: [String: String], _ body: (UnsafePointer<GLogField>, gsize) -> Void) {
        let copies = pairs.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for copy in copies {
                free(copy.0)
                free(copy.1)
            }
        }
        let fields = copies.map { GLogField(key: UnsafePointer($0.0), value: UnsafeRawPointer($0.1), length: -1) }
        fields.withUnsafeBufferPointer { body($0.baseAddress!, gsize($0.count)) }
    }

    /// What GLib itself has to say, less the dumps.
    private static func write(glib level: GLogLevelFlags, _ fields: UnsafeBufferPointer<GLogField>) {
        var text = ""
        var domain = "GLib"
        for field in fields {
            guard let key = field.key, let value = field.value else { continue }
            func string() -> String {
                field.length < 0
                    ? String(cString: value.assumingMemoryBound(to: CChar.self))
                    : String(decoding: UnsafeRawBufferPointer(start: value, count: Int(field.length)), as: UTF8.self)
            }
            if strcmp(key, "MESSAGE") == 0 { text = string() }
            if strcmp(key, "GLIB_DOMAIN") == 0 { domain = string() }
        }
        let ours: Level =
            if level.rawValue & (G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue) != 0 {
                .error
            } else if level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0 { .warning } else { .debug }
        // The dump of a damaged message, and the quoted part of a damaged string, come after these words.
        for marker in ["The payload is as follows", "valid substring"] {
            if let range = text.firstRange(of: marker) { text = String(text[..<range.lowerBound]) }
        }
        message(ours, "\(domain): \(text.prefix(300))")
    }
}

/// Writing to a descriptor without Foundation's buffering.
package enum FileDescriptorWriter {
    package static func standardError(_ text: String) { all(text, to: 2) }

    @discardableResult
    package static func all(_ text: String, to descriptor: Int32) -> Bool {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            bytes = bytes.dropFirst(count)
        }
        return true
    }
}
