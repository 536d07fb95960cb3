package import FoundationEssentials
internal import Glibc

/// Files that a test writes in order to run them.
package enum ProgramFile {
    /// Writes a program that can be run when this returns.
    ///
    /// The kernel does not run a file that somebody has open for writing (`ETXTBSY`), and a process that another test
    /// starts at this moment has a copy of every descriptor until it becomes its program. The lock is of the open file, so
    /// the copies hold it too: who gets it afterwards knows that none is left.
    package static func write(_ path: String, _ data: Data, mode: UInt32 = 0o755) throws {
        unlink(path)
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw Failure(what: "open", path: path, error: errno) }
        let isWritten = flock(file, LOCK_EX) == 0 && Self.isWhole(data, file) && fchmod(file, mode) == 0
        let error = errno
        close(file)
        guard isWritten else { throw Failure(what: "write", path: path, error: error) }
        let again = open(path, O_RDONLY | O_CLOEXEC)
        guard again >= 0, flock(again, LOCK_SH) == 0 else { throw Failure(what: "lock", path: path, error: errno) }
        close(again)
    }

    private static func isWhole(_ data: Data, _ file: Int32) -> Bool {
        data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) == $0.count }
    }

    package struct Failure: Error {
        let what: String
        let path: String
        let error: Int32
    }
}
