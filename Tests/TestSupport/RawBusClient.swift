internal import GLibKit
internal import Glibc

/// A D-Bus client without a library: it writes what it is given, when it is told, and reads only when asked.
///
/// Its calls block, so a test makes them inside `blocking`.
package final class RawBusClient: Sendable {
    package let descriptor: Int32

    /// Connects to a socket.
    package init(_ path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw LimitReached("a connection to the socket (errno \(errno))") }
    }

    deinit { Glibc.close(descriptor) }

    /// As a client that goes away without a word.
    package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    // MARK: Writing

    /// Writes everything; false where the other end is gone, or takes nothing for as long as the limit.
    @discardableResult
    package func send(_ bytes: [UInt8], within limit: Duration = Limits.wait) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                guard wait(for: Int16(POLLOUT), limit) else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    @discardableResult
    package func send(_ message: RawMessage) -> Bool { send(message.bytes) }

    /// Writes bytes, and descriptors with the first of them.
    package func send(_ bytes: [UInt8], passing descriptors: [Int32]) -> Bool {
        // struct cmsghdr: length, level, type; the macros that make it are not imported.
        var control: [UInt8] = []
        func add<T>(_ value: T) { withUnsafeBytes(of: value) { control += $0 } }
        add(16 + 4 * descriptors.count)
        add(SOL_SOCKET)
        add(Int32(1))
        for descriptor in descriptors { add(descriptor) }
        while control.count % 8 != 0 { control.append(0) }
        var (bytes, size) = (bytes, control.count)
        return bytes.withUnsafeMutableBytes { data in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: data.baseAddress, iov_len: data.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = size
                    defer { size = 0 }
                    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) == data.count
                }
            }
        }
    }

    // MARK: Reading

    /// The next `count` bytes; nil at the end, or when they do not come.
    package func receive(_ count: Int, within limit: Duration = Limits.wait) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count < count {
            let got = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), Int32(MSG_DONTWAIT))
            if got > 0 {
                bytes += buffer[..<got]
            } else if got < 0, errno == EAGAIN {
                guard wait(for: Int16(POLLIN), limit) else { return nil }
            } else if got == 0 || errno != EINTR {
                return nil
            }
        }
        return bytes
    }

    /// The next line of the authentication, without its end.
    package func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = receive(1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes.filter { $0 != 13 }, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    /// The next answer; signals are passed over. nil where the connection ends instead, or nothing comes.
    package func answer() -> RawAnswer? {
        while let head = receive(16) {
            func number(_ at: Int) -> Int { Int(RawAnswer.number(head, at)) }
            guard let rest = receive((number(12) + 7) / 8 * 8 + number(4)) else { return nil }
            let answer = RawAnswer(head + rest)
            if answer.type != 4 { return answer }
        }
        return nil
    }

    /// Reads to the end, which must come within the limit.
    package func ends(within limit: Duration = Limits.wait) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let got = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if got == 0 { return true }
            if got < 0 {
                if errno == EAGAIN {
                    guard wait(for: Int16(POLLIN), limit) else { return false }
                } else if errno != EINTR {
                    return true
                }
            }
        }
    }

    /// Whether the other end is there still. Reads nothing.
    package var isOpen: Bool {
        var byte: UInt8 = 0
        let got = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return got > 0 || got < 0 && errno == EAGAIN
    }

    private func wait(for events: Int16, _ limit: Duration) -> Bool {
        var waits = pollfd(fd: descriptor, events: events, revents: 0)
        let milliseconds = Int32(clamping: Int64(limit / .milliseconds(1)))
        while true {
            let count = poll(&waits, 1, milliseconds)
            if count >= 0 || errno != EINTR { return count > 0 }
        }
    }

    // MARK: Conversations

    package static var authentication: String {
        "\0AUTH EXTERNAL \(String(getuid()).utf8.map { String($0, radix: 16) }.joined())\r\n"
    }

    /// Authenticates as the user that the test runs as.
    @discardableResult
    package func authenticate() throws -> RawBusClient {
        guard send(Self.authentication), line()?.hasPrefix("OK ") == true, send("BEGIN\r\n") else {
            throw LimitReached("the authentication")
        }
        return self
    }

    /// Sends a call and gives its answer; nil where the connection ends instead.
    package func call(_ message: RawMessage) -> RawAnswer? {
        guard send(message) else { return nil }
        while let answer = answer() { if answer.replySerial == message.serial { return answer } }
        return nil
    }
}
