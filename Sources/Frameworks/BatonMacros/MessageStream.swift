internal import Glibc

/// Messages of the compiler: each is JSON, after its length in 8 bytes, the lowest first.
enum MessageStream {
    /// nil: the compiler has ended the conversation.
    static func read() -> [UInt8]? {
        guard let head = read(8) else { return nil }
        return read(head.reversed().reduce(0) { $0 << 8 | Int($1) })
    }

    private static func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes[done...].withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
            if got <= 0 { return nil }
            done += got
        }
        return bytes
    }

    static func write(_ message: [UInt8]) {
        let count = UInt64(message.count)
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + message
        var done = 0
        while done < bytes.count {
            let put = bytes[done...].withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            // Nobody is there to be told.
            if put <= 0 { exit(1) }
            done += put
        }
    }
}
