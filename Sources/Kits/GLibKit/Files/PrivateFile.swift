internal import CBatonGLib
package import FoundationEssentials
internal import Glibc

/// Files that only this user reads, replaced whole or not at all.
package enum PrivateFile {
    /// Writes a new file beside the old one, 0600, and puts it in its place once it is on disk.
    package static func write(_ data: Data, to path: String) throws(GLibError) {
        let temporary = "\(path).new"
        unlink(temporary)
        let fd = baton_open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard fd >= 0 else { throw .system("write", temporary) }
        let written = data.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let count = Glibc.write(fd, buffer.baseAddress! + sent, buffer.count - sent)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                sent += count
            }
            return fsync(fd) == 0
        }
        let error = written ? nil : GLibError.system("write", temporary)
        Glibc.close(fd)
        if let error {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = GLibError.system("replace", path)
            unlink(temporary)
            throw error
        }
        try syncFolder(of: path)
    }

    /// A new name is on the disk only when its folder is.
    private static func syncFolder(of path: String) throws(GLibError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let fd = baton_open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
        guard fd >= 0 else { throw .system("look at", folder) }
        defer { Glibc.close(fd) }
        guard fsync(fd) == 0 else { throw .system("sync", folder) }
    }
}

/// Numeric network addresses.
package enum NumericAddress {
    /// Whether `text` is an IPv4 or IPv6 address in digits, without a port.
    package static func isValid(_ text: String) -> Bool { g_hostname_is_ip_address(text) != 0 }

    /// `host:port`, with an IPv6 address in brackets.
    package static func join(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
