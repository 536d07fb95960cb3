internal import FoundationEssentials

extension LockFile {
    /// The process of this user that holds the lock; nil where nobody does, or it cannot be seen from here.
    ///
    /// Not from /proc/locks: the kernel gives that page by page and counts entries, so that a lock which is held all the
    /// time is left out when others end meanwhile.
    package static func holder(of path: String) -> Int32? {
        names(in: "/proc").lazy.compactMap { Int32($0) }.first { holds($0, path) }
    }

    private static func holds(_ pid: Int32, _ path: String) -> Bool {
        names(in: "/proc/\(pid)/fd").contains { name in
            guard (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(name)")) == path,
                let info = try? String(contentsOf: URL(filePath: "/proc/\(pid)/fdinfo/\(name)"), encoding: .utf8)
            else { return false }
            // proc(5): `lock: 1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`
            return info.split(separator: "\n").contains { $0.hasPrefix("lock:") && $0.contains("FLOCK") }
        }
    }

    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
