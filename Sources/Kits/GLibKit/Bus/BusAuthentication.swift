internal import CBatonGLib
internal import Glibc

/// The server's side of D-Bus authentication (D-Bus Specification, "Authentication Protocol"): EXTERNAL alone, the same
/// user alone.
///
/// GIO's own holds one of the ten threads of its pool for as long as a client is silent, so that a few silent ones hold
/// up all others. This one waits on the GLib thread, where waiting costs nothing.
struct BusAuthentication {
    enum Reply: Hashable { case say(String), begin, end }
    private enum State { case start, asked, accepted }

    private let user: String
    private let guid: String
    private var state = State.start

    init(user: UInt32, guid: String) {
        self.user = String(user)
        self.guid = guid
    }

    /// What to answer to a line, given without its end.
    mutating func answer(_ line: String) -> Reply {
        let words = line.split(separator: " ")
        switch (words.first, state) {
        case ("AUTH", .start), ("AUTH", .asked):
            guard words.count > 1, words[1] == "EXTERNAL" else { return reject() }
            guard words.count > 2 else {
                state = .asked
                return .say("DATA")
            }
            return check(words[2])
        case ("DATA", .asked): return check(words.count > 1 ? words[1] : "")
        case ("CANCEL", .asked), ("CANCEL", .accepted), ("ERROR", _): return reject()
        case ("NEGOTIATE_UNIX_FD", .accepted): return .say("ERROR No descriptors are taken here")
        case ("BEGIN", .accepted): return .begin
        case ("BEGIN", _): return .end
        default: return .say("ERROR Not understood")
        }
    }

    private mutating func reject() -> Reply {
        state = .start
        return .say("REJECTED EXTERNAL")
    }

    /// The identity that the client asks for, in hexadecimal digits; none is its own.
    private mutating func check(_ identity: Substring) -> Reply {
        let wanted = user.utf8.map { String($0, radix: 16) }.joined()
        guard identity.isEmpty || identity.lowercased() == wanted else { return reject() }
        state = .accepted
        return .say("OK \(guid)")
    }
}

extension BusAuthentication {
    /// The longest line, and the most lines, of a client that means well: five lines of 64 bytes.
    private static let longestLine = 1024
    private static let mostLines = 32

    /// Speaks with the client until it has authenticated. What it sends after that is left in the socket.
    static func serve(_ socket: IncomingSocket, on thread: GLibThread) async throws(GLibError) {
        guard let user = socket.credentials()?.uid, user == getuid() else {
            throw .failed("the client is another user's")
        }
        let guid = g_dbus_generate_guid()!
        defer { g_free(guid) }
        var authentication = BusAuthentication(user: user, guid: String(cString: guid))
        var reader = LineReader(descriptor: socket.descriptor, thread: thread)
        guard try await reader.bytes(upTo: 1) == [0] else { throw .failed("the client does not begin with NUL") }
        for _ in 0..<mostLines {
            switch authentication.answer(try await reader.line(limit: longestLine)) {
            case .say(let text): try say(text, to: socket.descriptor)
            case .begin: return
            case .end: throw .failed("the client did not authenticate")
            }
        }
        throw .failed("the client did not authenticate in \(mostLines) lines")
    }

    /// A client that has not read the few bytes before these is no client.
    private static func say(_ text: String, to descriptor: Int32) throws(GLibError) {
        let bytes = Array((text + "\r\n").utf8)
        guard send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == bytes.count else {
            throw .closed("the client does not read")
        }
    }
}

/// Takes lines from a socket, and not a byte more.
private struct LineReader {
    let descriptor: Int32
    let thread: GLibThread
    private var line: [UInt8] = []

    init(descriptor: Int32, thread: GLibThread) {
        self.descriptor = descriptor
        self.thread = thread
    }

    mutating func line(limit: Int) async throws(GLibError) -> String {
        while line.last != UInt8(ascii: "\n") {
            guard line.count < limit else { throw .failed("the client's line does not end") }
            line += try await bytes(upTo: limit - line.count)
        }
        defer { line = [] }
        return String(decoding: line.dropLast(line.dropLast().last == UInt8(ascii: "\r") ? 2 : 1), as: UTF8.self)
    }

    /// What there is, to the end of the line at most. Descriptors that come along are closed by the kernel, since no
    /// room is given for them.
    func bytes(upTo limit: Int) async throws(GLibError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            if Task.isCancelled { throw .timedOut("the client did not authenticate in time") }
            let there = recv(descriptor, &buffer, limit, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            if there > 0 {
                let wanted = buffer[..<there].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? there
                let count = recv(descriptor, &buffer, wanted, Int32(MSG_DONTWAIT))
                guard count > 0 else { throw .closed("the client has gone") }
                return Array(buffer[..<count])
            }
            guard there < 0, errno == EAGAIN || errno == EINTR else { throw .closed("the client has gone") }
            await waitUntilReadable(descriptor, on: thread)
        }
    }
}
