import FoundationEssentials
import Glibc

/// What a figure's reader wants to know about the machine.
enum Machine {
    static func facts(scratch: String) -> [String: String] {
        [
            "processor": field("model name", of: "/proc/cpuinfo") ?? "unknown",
            "cores": String(sysconf(Int32(_SC_NPROCESSORS_ONLN))),
            "kernel": text("/proc/sys/kernel/osrelease"),
            "file system": fileSystem(of: scratch),
            "load at the start": text("/proc/loadavg"),
        ]
    }

    static func text(_ path: String) -> String {
        let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func field(_ name: String, of path: String) -> String? {
        let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix(name) {
            return line.split(separator: ":").last.map { $0.drop { $0 == " " } }.map(String.init)
        }
        return nil
    }

    /// A file system in memory would flatter what waits for the disk.
    private static func fileSystem(of path: String) -> String {
        var found = (mount: "", type: "unknown")
        let data = (try? Data(contentsOf: URL(filePath: "/proc/self/mounts"))) ?? Data()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 2, words[1].count >= found.mount.count else { continue }
            let folder = words[1].hasSuffix("/") ? words[1] : words[1] + "/"
            if path.hasPrefix(folder) { found = (words[1], words[2]) }
        }
        return found.type == "tmpfs" ? "tmpfs: in memory, so durable writes cost nothing here" : found.type
    }
}
