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
        guard rename(temporary, path) == 0 else { throw .system("replace", path) }
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

    /// The addresses of this machine that another one can reach, IPv4 first; loopback and link-local ones left out.
    package static func ofThisMachine() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            let native = g_socket_address_new_from_native(
                address, family == AF_INET ? gsize(MemoryLayout<sockaddr_in>.size) : gsize(MemoryLayout<sockaddr_in6>.size))
            guard let native else { continue }
            defer { g_object_unref(native) }
            guard let inet = g_inet_socket_address_get_address(baton_inet_address(native)) else { continue }
            if g_inet_address_get_is_loopback(inet) != 0 || g_inet_address_get_is_link_local(inet) != 0 { continue }
            guard let text = g_inet_address_to_string(inet) else { continue }
            defer { g_free(text) }
            found.append(String(cString: text))
        }
        return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") }
    }
}
