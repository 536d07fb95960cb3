internal import FoundationEssentials
internal import Glibc

/// The file system's side of a database: folder, modes, names.
enum DatabaseFile {
    /// The files that SQLite keeps for one database. <https://sqlite.org/tempfiles.html>
    static let suffixes = ["", "-wal", "-shm", "-journal"]

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Makes the folder and those above it, 0700, where they are missing. One that exists keeps its mode.
    static func createFolder(of path: String) throws {
        let folder = folder(of: path)
        guard folder != "/", access(folder, F_OK) != 0 else { return }
        try createFolder(of: folder)
        // EEXIST: another process made it just now.
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw failure(errno, "could not make its folder", path)
        }
    }

    /// Makes an empty file, 0600, unless there is one. SQLite gives the -wal and -shm files the same mode.
    ///
    /// An existing file is not opened here: "if a thread opens an independent file descriptor on the file and then closes
    /// it", the process loses all POSIX locks on it, those of its other connections included (SQLite, "How To Corrupt").
    static func create(_ path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Glibc.close(descriptor)
        } else if errno != EEXIST {
            throw failure(errno, "could not be created", path)
        }
    }

    /// Takes away what a group and others may do. The user's own bits stay: a file made read-only stays that.
    static func makePrivate(_ path: String) throws {
        for name in suffixes.map({ path + $0 }) {
            var status = stat()
            guard stat(name, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            guard chmod(name, status.st_mode & 0o700) == 0 else {
                throw failure(errno, "could not be made private", name)
            }
        }
    }

    /// Renames, and waits until the new name is on the disk: that takes a sync of the folder.
    static func rename(_ path: String, to target: String) throws {
        guard Glibc.rename(path, target) == 0 else { throw failure(errno, "could not be renamed to \(target)", path) }
        let descriptor = open(folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, "its folder could not be reached", target) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, "its folder could not be synced", target) }
    }

    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(errno, "could not be removed", path) }
    }

    static func failure(_ number: Int32, _ attempt: String, _ path: String) -> SQLiteError {
        SQLiteError(SQLiteError.Code(errno: number), "\(attempt): \(String(cString: strerror(number)))", path: path)
    }
}
