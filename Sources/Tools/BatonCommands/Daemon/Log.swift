internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials
internal import Glibc

/// `baton log`: the instance's log file, or where else the log is.
enum Log {
    static let verb = Verb("log", options: [.flag("follow")], daemon: .runningOnly) { try await run($0) }

    private static let journalSocket = "/run/systemd/journal/socket"

    private static func run(_ session: Session) async throws -> ExitStatus {
        let status = try? await session.call(SystemMethods.status)
        let path: String
        if let place = status?.logPlace {
            guard place.hasPrefix("/") else { return journal(session, status) }
            path = place
        } else {
            path = session.instance.logFile
            if !FileManager.default.fileExists(atPath: path) {
                if FileManager.default.fileExists(atPath: journalSocket) { return journal(session, nil) }
                throw CommandError.no(.daemonUnavailable, Texts.noLog(path))
            }
        }
        let reader = LogReader(path: path)
        if session.invocation.has("follow") {
            try await follow(reader, session)
        } else {
            guard reader.open() else { throw CommandError.no(.storage, Texts.noLog(path)) }
            for line in reader.lines() { show(line, session) }
        }
        if let rest = reader.rest { show(rest, session) }
        return .done
    }

    private static func show(_ line: String, _ session: Session) {
        session.output.event(["line": .string(line)], Line(line))
    }

    /// The journal has tools of its own: what to type.
    private static func journal(_ session: Session, _ status: StatusInfo?) -> ExitStatus {
        var words = ["journalctl", "--user", "_COMM=batond"]
        // Several instances write under one name.
        if let pid = status?.pid { words.append("_PID=\(pid)") }
        if session.invocation.has("follow") { words.append("--follow") }
        let command = words.joined(separator: " ")
        session.output.answer(["journal": .string(command)], [Line(command)])
        session.output.note(Line(Texts.logInJournal))
        return .done
    }

    private static func follow(_ reader: LogReader, _ session: Session) async throws {
        let folder = String(reader.path[..<(reader.path.lastIndex(of: "/") ?? reader.path.startIndex)])
        // Watched before the first reading: what is written in between is not missed.
        guard let changes = FolderChanges(folder) else { throw CommandError.no(.storage, Texts.noLog(reader.path)) }
        session.terminal.onInterrupt { changes.stop() }
        _ = reader.open()
        repeat { for line in reader.lines() { show(line, session) } } while await changes.next()
    }
}

/// Reads a log that grows, is rotated or begins anew.
private final class LogReader {
    let path: String
    private var file: UnsafeMutablePointer<FILE>?
    private var inode: ino_t = 0
    private var partial: [UInt8] = []

    init(path: String) { self.path = path }

    deinit { if let file { fclose(file) } }

    func open() -> Bool {
        var status = stat()
        guard let opened = fopen(path, "rbe") else { return false }
        guard fstat(fileno(opened), &status) == 0 else {
            fclose(opened)
            return false
        }
        if let file { fclose(file) }
        file = opened
        inode = status.st_ino
        return true
    }

    /// The whole lines that are new.
    func lines() -> [String] {
        var found = read()
        var status = stat()
        // Another file has the name: the old one was read to its end just now.
        if stat(path, &status) == 0, file == nil || status.st_ino != inode, open() { found += read() }
        return found
    }

    /// A last line without an end.
    var rest: String? { partial.isEmpty ? nil : String(decoding: partial, as: UTF8.self) }

    private func read() -> [String] {
        guard let file else { return [] }
        var status = stat()
        // Emptied in place.
        if fstat(fileno(file), &status) == 0, status.st_size < ftell(file) { rewind(file) }
        clearerr(file)
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var found: [String] = []
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return found }
            partial += buffer[..<count]
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                found.append(String(decoding: partial[..<end], as: UTF8.self))
                partial.removeFirst(end + 1)
            }
        }
    }
}
