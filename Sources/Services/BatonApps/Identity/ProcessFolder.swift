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
        // A file may be called so.
        if let file = FileFacts.of(target), file.identity == executable() { return nil }
        return String(target.dropLast(mark.count))
    }

    /// The first words of the command line, 64 KiB of them: the script of an interpreter is among them.
    func arguments() -> [String] {
        guard var bytes = FileFacts.head("\(path)/cmdline", count: 64 * 1024) else { return [] }
        if bytes.last == 0 { bytes.removeLast() }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    func workingFolder() -> String? { FileFacts.target(ofLink: "\(path)/cwd") }

    /// The folder in which a shell started the process, before it went anywhere else.
    func firstFolder() -> String? {
        // Environments of 64 KiB are rare, and one that is cut off here is as good as none.
        let name = "PWD="
        return FileFacts.head("\(path)/environ", count: 64 * 1024)?.split(separator: 0)
            .first { $0.starts(with: name.utf8) }
            .map { String(decoding: $0.dropFirst(name.utf8.count), as: UTF8.self) }
    }

    /// Whether a path means the same to the process as to the daemon. In a container it does not.
    func seesOurRoot() -> Bool {
        guard let root = FileFacts.of("\(path)/root") else { return false }
        return root.identity == FileFacts.of("/")?.identity
    }

    /// The systemd unit that the process is in, as `sd_pid_get_user_unit(3)` finds it: the first one below the slices,
    /// and below the user's own service manager.
    ///
    /// Not the last component: a container or an app may make groups below its unit, and name them as it likes.
    func unit() -> String? {
        guard let bytes = try? FileFacts.read("\(path)/cgroup", limit: 64 * 1024) else { return nil }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            // cgroups(7): `0::/path` for version 2, `N:name=systemd:/path` for version 1.
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "0" || parts[1] == "name=systemd" else { continue }
            var names = parts[2].split(separator: "/").drop { $0.hasSuffix(".slice") }
            if let first = names.first, first.hasPrefix("user@"), first.hasSuffix(".service") {
                names = names.dropFirst().drop { $0.hasSuffix(".slice") }
            }
            if let unit = names.first { return String(unit) }
        }
        return nil
    }
}
