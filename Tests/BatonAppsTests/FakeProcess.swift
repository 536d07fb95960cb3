import FoundationEssentials
import Glibc

/// A folder that looks like `/proc/PID`.
struct FakeProcess {
    let scratch: Scratch
    let pid: Int32
    private var name: String { "proc/\(pid)" }

    init(_ scratch: Scratch, pid: Int32, parent: Int32 = 1, start: UInt64 = 100, executable: String = "/bin/true") {
        self.scratch = scratch
        self.pid = pid
        birth(parent: parent, start: start)
        link("exe", executable)
        link("cwd", "/")
        link("root", "/")
        arguments([executable])
        cgroup("0::/user.slice/session.scope")
    }

    func birth(parent: Int32, start: UInt64) {
        let fields = [String](repeating: "0", count: 17).joined(separator: " ")
        scratch.file("\(name)/stat", "\(pid) (odd ) name) S \(parent) \(fields) \(start) 0 0\n")
    }

    func link(_ entry: String, _ target: String) {
        _ = scratch.folder(name)
        unlink("\(scratch.path)/\(name)/\(entry)")
        scratch.link("\(name)/\(entry)", to: target)
    }

    func arguments(_ words: [String]) { scratch.file("\(name)/cmdline", words.map { $0 + "\0" }.joined()) }
    func cgroup(_ text: String) { scratch.file("\(name)/cgroup", text + "\n") }
    func flatpak(_ text: String) {
        unlink("\(scratch.path)/\(name)/root")
        scratch.file("\(name)/root/.flatpak-info", text)
    }
}
