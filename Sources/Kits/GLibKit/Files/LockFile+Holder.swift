internal import FoundationEssentials
internal import Glibc

extension LockFile {
    /// The process that holds the lock, as the kernel lists it; nil where nobody does, or it cannot be seen from here.
    ///
    /// The list names files by inode alone, and the device's number is another one on some file systems: what the
    /// process has open decides.
    package static func holder(of path: String) -> Int32? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        // The kernel gives the list page by page and counts entries: when a lock ends in between, another one is left
        // out. One that is held all the time is found by one of a few readings.
        for _ in 0..<10 {
            guard let list = try? String(contentsOf: URL(filePath: "/proc/locks"), encoding: .utf8) else { return nil }
            if let found = holder(in: list, UInt64(status.st_ino), path) { return found }
        }
        return nil
    }

    private static func holder(in list: String, _ inode: UInt64, _ path: String) -> Int32? {
        for line in list.split(separator: "\n") {
            // 1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", let pid = Int32(words[4]), pid > 0,
                words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == inode
            else { continue }
            if hasOpen(pid, path) { return pid }
        }
        return nil
    }

    private static func hasOpen(_ pid: Int32, _ path: String) -> Bool {
        let folder = "/proc/\(pid)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }
}
