internal import Glibc

/// A pipe, closed on exec.
struct Pipe: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// nil where no descriptors are left.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func write(_ byte: UInt8) {
        var byte = byte
        _ = Glibc.write(writeEnd, &byte, 1)
    }

    /// The next byte; blocks until there is one.
    func read() -> UInt8 {
        var byte: UInt8 = 0
        while Glibc.read(readEnd, &byte, 1) < 0, errno == EINTR {}
        return byte
    }

    func close() {
        _ = Glibc.close(readEnd)
        _ = Glibc.close(writeEnd)
    }
}
