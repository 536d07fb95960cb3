internal import CBatonGLib
internal import Glibc

/// A lock that ends with its process: `flock` on a file of its own.
package struct LockFile: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil where another process has it.
    /// - Throws: where the file cannot be made.
    package init?(path: String) throws(GLibError) {
        while true {
            let fd = baton_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard fd >= 0 else { throw .system("open", path) }
            if flock(fd, LOCK_EX | LOCK_NB) != 0 {
                let busy = errno == EWOULDBLOCK
                let error = GLibError.system("lock", path)
                Glibc.close(fd)
                if busy { return nil }
                throw error
            }
            if Self.isNamed(path, fd) {
                descriptor = fd
                return
            }
            // Who had the lock before has removed the file. A lock on what has no name keeps nobody out.
            Glibc.close(fd)
        }
    }

    private static func isNamed(_ path: String, _ fd: Int32) -> Bool {
        var (held, named) = (stat(), stat())
        return fstat(fd, &held) == 0 && lstat(path, &named) == 0 && held.st_ino == named.st_ino
            && held.st_dev == named.st_dev
    }

    deinit { close(descriptor) }
}

extension GLibError {
    /// The error of a system call that has just failed; the path is the user's own and may be shown.
    static func system(_ what: String, _ path: String) -> GLibError {
        let number = errno
        return GLibError(
            domain: ioDomain, code: Int32(bitPattern: g_io_error_from_errno(number).rawValue),
            message: "cannot \(what) \(path): \(String(cString: strerror(number)))")
    }
}

/// Private folders.
package enum PrivateFolder {
    /// Makes the folder and its parents, 0700, and checks that it is a folder of this user's and no link.
    package static func make(_ path: String) throws(GLibError) {
        guard g_mkdir_with_parents(path, 0o700) == 0 else { throw .system("make the folder", path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system("look at", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw GLibError(domain: GLibError.ioDomain, code: 4, message: "\(path) is no folder, or a link to one")
        }
        guard status.st_uid == getuid() else {
            throw GLibError(domain: GLibError.ioDomain, code: 14, message: "\(path) belongs to another user")
        }
        // A folder that others write to is shared on purpose (/tmp): it is not ours to close.
        guard status.st_mode & 0o022 == 0 else {
            throw GLibError(
                domain: GLibError.ioDomain, code: 14,
                message: "\(path) can be written by other users; name a folder of its own")
        }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw .system("make private", path) }
    }
}
