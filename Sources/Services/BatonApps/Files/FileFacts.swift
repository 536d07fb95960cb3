internal import Glibc

/// What the file system says about a path. Plain functions: the folders of apps are small and local.
enum FileFacts {
    /// Which file this is, whatever it is called.
    struct Identity: Sendable, Hashable {
        let device: UInt
        let inode: UInt
    }

    enum Kind: Sendable { case folder, file, other }

    struct Facts: Sendable {
        let identity: Identity
        let kind: Kind
    }

    /// Follows links; nil where there is nothing, or nothing that may be looked at.
    static func of(_ path: String) -> Facts? {
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else { return nil }
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            default: .other
            }
        return Facts(identity: Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)), kind: kind)
    }

    static func isLink(_ path: String) -> Bool {
        var status = Glibc.stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Something has this name, a link that leads nowhere included.
    static func exists(_ path: String) -> Bool {
        var status = Glibc.stat()
        return lstat(path, &status) == 0
    }

    /// The path without links; nil where it leads nowhere.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// What a link says, unresolved.
    static func target(ofLink path: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress!, $0.count) }
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    static func isReadableFolder(_ path: String) -> Bool { access(path, R_OK | X_OK) == 0 }

    static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    struct ReadFault: Error, Sendable { let reason: String }

    /// The bytes of a regular file of at most `limit` bytes. Never waits: a pipe or a device is refused.
    static func read(_ path: String, limit: Int) throws(ReadFault) -> [UInt8] {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw ReadFault(reason: lastError()) }
        defer { Glibc.close(descriptor) }
        return try read(descriptor, limit: limit)
    }

    /// The same of a file in an open folder, which is no link; nil where there is none of this name.
    static func read(_ name: String, in folder: Int32, limit: Int) throws(ReadFault) -> [UInt8]? {
        let descriptor = Glibc.openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw ReadFault(reason: lastError())
        }
        defer { Glibc.close(descriptor) }
        return try read(descriptor, limit: limit)
    }

    private static func read(_ descriptor: Int32, limit: Int) throws(ReadFault) -> [UInt8] {
        var status = Glibc.stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ReadFault(reason: "it is not a regular file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        // Until the end, whatever size the file system named: files of /proc say 0.
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ReadFault(reason: lastError()) }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw ReadFault(reason: "it is larger than \(limit) bytes") }
        }
    }

    /// The first bytes of a regular file.
    static func head(_ path: String, count: Int) -> [UInt8]? {
        guard of(path)?.kind == .file else { return nil }
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: count)
        // Files of /proc come in pieces.
        while bytes.count < count {
            let got = Glibc.read(descriptor, &buffer, count - bytes.count)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            bytes.append(contentsOf: buffer[..<got])
        }
        return bytes
    }

    /// The system's word for the error of the call that has just failed.
    static func lastError() -> String { String(cString: strerror(errno)) }
}

extension String {
    /// The last component of a path.
    var lastPathPart: String { split(separator: "/").last.map(String.init) ?? "" }

    /// The path of what holds this one; `/` holds itself.
    var parentPath: String {
        guard let slash = lastIndex(of: "/"), slash != startIndex else { return "/" }
        return String(self[..<slash])
    }

    /// Fit to be shown on a terminal: no control characters, and not long.
    var shown: String {
        var text = ""
        for scalar in unicodeScalars.prefix(80) {
            text.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
        }
        return unicodeScalars.count > 80 ? text + "…" : text
    }
}
