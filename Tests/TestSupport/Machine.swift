internal import GLibKit
internal import Glibc

/// What the machine lets a test do.
package enum Machine {
    package static let hasPython = access("/usr/bin/python3", X_OK) == 0
    /// Python with GObject, to speak D-Bus.
    package static let hasPythonBus = runs(["/usr/bin/python3", "-c", "import gi"])
    /// Mount namespaces.
    package static let canMount = runs(["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/true"])
    /// Process id namespaces, and choosing the next number there.
    package static let canCountProcesses = runs([
        "/usr/bin/unshare", "--pid", "--fork", "--mount-proc", "/bin/sh", "-c",
        "echo 100 > /proc/sys/kernel/ns_last_pid",
    ])
    package static let hasSessionBus = access("/usr/bin/dbus-daemon", X_OK) == 0

    /// Runs a program that takes but a moment, on the calling thread, and drops what it says; whether it succeeded.
    package static func runs(_ words: [String]) -> Bool {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for number in 0...2 as ClosedRange<Int32> {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        actions.closeAll(from: 3)
        var pid: pid_t = 0
        guard withSignals({ posix_spawn(&pid, words[0], &actions, nil, &arguments, environ) }) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }
}

/// A root folder as a sandbox has it, in a mount namespace of its own, and a program in it.
package enum SandboxRoot {
    /// The words that run `words` there.
    /// - Parameters:
    ///   - root: an empty folder.
    ///   - info: shell text that makes `$root/.flatpak-info`.
    package static func words(_ root: String, info: String, _ words: [String]) -> [String] {
        let script = """
            set -e
            root=$1; shift
            mount -t tmpfs none "$root"
            for name in bin lib lib64 sbin; do ln -s usr/$name "$root/$name"; done
            for name in usr etc proc dev tmp; do mkdir "$root/$name"; mount --rbind /$name "$root/$name"; done
            \(info)
            exec /usr/sbin/chroot "$root" "$@"
            """
        return ["/usr/bin/unshare", "--mount", "--propagation", "private", "/bin/sh", "-c", script, "sh", root] + words
    }
}
