internal import Glibc

/// What `/proc` says about a process. Another folder in its place for tests.
///
/// What is read belongs to the process only if it is still alive afterwards: the caller checks its handle.
struct ProcessFolder: Sendable {
    let path: String

    init(pid: Int32, proc: String) { path = "\(proc)/\(pid)" }

    /// Parent and start time (clock ticks since the machine started), which together with the pid name a process.
    struct Birth: Sendable, Hashable {
        let parent: Int32
        let start: UInt64
    }

    func birth() -> Birth? {
        guard let bytes = try? FileFacts.read("\(path)/stat", limit: 8192) else { return nil }
        // The program's name, in brackets, may hold anything: fields are counted from the last bracket.
        let text = String(decoding: bytes, as: UTF8.self)
        guard let bracket = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: bracket)...].split(separator: " ")
        // proc(5): state is field 3, the parent 4, the start time 22.
        guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else { return nil }
        return Birth(parent: parent, start: start)
    }

    /// The file that the process runs, also when it has been replaced or removed since.
    func executable() -> FileFacts.Identity? { FileFacts.of("\(path)/exe")?.identity }

    /// The path of the executable, where the file of that path has been replaced or removed since the start.
    func deletedExecutable() -> String? {
        let mark = " (deleted)"
        guard let target = FileFacts.target(ofLink: "\(path)/exe"), target.hasSuffix(mark) else { return nil }
        return String(target.dropLast(mark.count))
    }

    func arguments() -> [String] {
        guard let bytes = try? FileFacts.read("\(path)/cmdline", limit: 256 * 1024) else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    func workingFolder() -> String? { FileFacts.target(ofLink: "\(path)/cwd") }

    /// The systemd unit that the process is in: the last component of its cgroup's path.
    func unit() -> String? {
        guard let bytes = try? FileFacts.read("\(path)/cgroup", limit: 64 * 1024) else { return nil }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // cgroups(7): `0::/path` for version 2, `N:name=systemd:/path` for version 1.
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "0" || parts[1] == "name=systemd" else { continue }
            let name = String(parts[2]).lastPathPart
            if !name.isEmpty { return name }
        }
        return nil
    }
}
