import FoundationEssentials
import GLibKit
import Glibc
import TestSupport
import Testing

@Suite struct SpawnTests {
    /// As on a thread of libdispatch, which has all signals blocked: the program could not be ended by SIGTERM.
    @Test func aProgramIsStartedWithNoSignalBlocked() throws {
        var all = sigset_t()
        var ours = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &ours)
        defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
        let pid = try Spawn.detached(["/bin/sleep", "60"], environment: [:], folder: nil, output: false)
        defer { kill(pid, SIGKILL) }
        let status = try String(contentsOf: URL(filePath: "/proc/\(pid)/status"), encoding: .utf8)
        #expect(status.contains("SigBlk:\t0000000000000000"))
        // What is blocked here stays so.
        var after = sigset_t()
        pthread_sigmask(SIG_SETMASK, nil, &after)
        #expect(sigismember(&after, SIGTERM) == 1)
    }

    /// Else Ctrl-C in the terminal of whoever started it would end a daemon that serves everybody.
    @Test func whatIsStartedHasASessionOfItsOwn() throws {
        let pid = try Spawn.detached(["/bin/sleep", "60"], environment: [:], folder: "/", output: false)
        defer { kill(pid, SIGKILL) }
        #expect(getsid(pid) == pid)
        #expect(getpgid(pid) == pid)
    }
}
