internal import Glibc

/// The addresses of this machine that another one can reach.
enum LocalAddresses {
    /// IPv4 before IPv6; no loopback, and no link-local addresses, which mean nothing without their interface.
    static func current() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var v4: [String] = []
        var v6: [String] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = Int32(bitPattern: entry.pointee.ifa_flags)
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
                let address = entry.pointee.ifa_addr
            else { continue }
            let family = Int32(address.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            let length = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            var host = [CChar](repeating: 0, count: 64)
            guard getnameinfo(address, socklen_t(length), &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if family == AF_INET { v4.append(text) } else if !text.hasPrefix("fe80") { v6.append(text) }
        }
        return v4 + v6
    }

    /// Where listening sockets can be reached: a socket for every address stands for all there are.
    static func reachable(_ bound: [String], local: [String]) -> [PeerAddress] {
        var result: [PeerAddress] = []
        for address in bound.compactMap(PeerAddress.init) {
            let hosts: [String] =
                switch address.host {
                case "0.0.0.0": local.filter { !$0.contains(":") }
                // A socket for every IPv6 address takes IPv4 as well, on Linux.
                case "::": local
                default: [address.host]
                }
            for host in hosts {
                let found = PeerAddress(host: host, port: address.port)
                if !result.contains(found) { result.append(found) }
            }
        }
        return result
    }
}
