import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// A `batond` that is a child of this process, so that it can be stopped, frozen and killed at any moment.
final class DaemonProcess: Sendable {
    private let run: RunningProgram
    var pid: Int32 { run.pid }

    /// - Parameters:
    ///   - wrapper: what stands before the daemon's own command line, as `env` does.
    ///   - environment: added to the usual one.
    ///   - program: the executable beside the tests.
    init(
        _ programs: Programs, on name: String, wrapper: [String] = [], environment: [String: String] = [:],
        program: String = "batond"
    ) throws {
        // The shell turns into the daemon, whose word then comes over standard output.
        run = try RunningProgram(
            ["/bin/sh", "-c", "exec \"$@\" --ready-fd 3 3>&1 >/dev/null", "sh"] + wrapper + [
                programs.bin.appending(path: program).path, "--instance", programs.folder.appending(path: name).path,
            ],
            environment: programs.environment.merging(environment) { _, new in new }, errors: .dropped)
    }

    /// `ready`, or why the daemon did not start; nil where it ended without a word.
    func word() async throws -> String? { try await run.lines.next() }

    func signal(_ number: Int32) { run.signal(number) }

    /// Waits until it has ended; its exit status, or the signal that ended it, negative.
    @discardableResult func end() async throws -> Int32 { try await run.end() }

    func kill() async throws {
        signal(SIGKILL)
        try await end()
    }
}

extension Programs {
    func location(of name: String) throws -> Instance {
        try Instance(folder: folder.appending(path: name).path, environment: [:], userID: getuid())
    }

    /// A client of a daemon that runs already.
    func client(_ app: String? = nil, on name: String, thread: GLibThread) throws -> DaemonConnection {
        DaemonConnection(
            thread: thread, instance: try location(of: name), identity: ClientIdentity(program: "tests", app: app),
            starter: nil, time: .system(on: thread))
    }

    /// A started daemon that says that it is ready.
    func daemon(
        on name: String, wrapper: [String] = [], environment: [String: String] = [:]
    ) async throws -> DaemonProcess {
        let daemon = try DaemonProcess(self, on: name, wrapper: wrapper, environment: environment)
        let word = try await daemon.word()
        guard word == "ready" else {
            try await daemon.kill()
            throw NotReady(word: word)
        }
        return daemon
    }

    /// The process that serves, started where none does.
    func daemonPID(on name: String) async throws -> Int32 {
        let status = try await baton(["status", "--json"], on: name)
        try #require(status.status == 0, "\(status)")
        return try #require(status.output.firstMatch(of: #/"pid" ?: ?(\d+)/#).flatMap { Int32($0.1) })
    }

    struct NotReady: Error { let word: String? }
}

/// The error of a call that must fail; nil where it succeeds.
func refusal<T>(_ work: () async throws -> T) async -> BatonError? {
    do {
        _ = try await work()
        return nil
    } catch {
        return error as? BatonError
    }
}
