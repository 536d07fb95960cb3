import ActivityModel
import BatonApps
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// A program that really runs, until the test ends it.
final class RealProcess: Sendable {
    private let program: RunningProgram
    var pid: Int32 { program.pid }

    /// When this returns, the kernel runs the program: `/proc` shows it, not the test.
    init(_ words: [String], in folder: String = "/", environment: [String: String] = [:]) throws {
        program = try RunningProgram(
            words, in: folder,
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) { $1 },
            takesInput: true)
    }

    func line() async throws -> String { try #require(await program.lines.next(), "the program has ended") }

    /// The process that prints its number, and perhaps is another than the one that was started.
    func announced() async throws -> Int32 { try #require(Int32(try await line())) }

    func end() {
        // What was started by it reads from the same pipe.
        program.closeInput()
        program.signal(SIGKILL)
    }

    static func run(
        _ words: [String], in folder: String = "/", environment: [String: String] = [:],
        _ body: (RealProcess) async throws -> Void
    ) async throws {
        let process = try RealProcess(words, in: folder, environment: environment)
        defer { process.end() }
        try await body(process)
    }
}

extension Fixture {
    /// Who the service takes a process for.
    func identify(
        _ pid: Int32, token: String? = nil, claims: String? = nil
    ) async -> Result<CallerIdentity, BatonError> {
        do throws(BatonError) {
            let credentials = PeerCredentials(pid: pid, uid: getuid())
            return .success(try await service.identify(credentials, launchToken: token, claimedID: claims))
        } catch {
            return .failure(error)
        }
    }
}

extension Result<CallerIdentity, BatonError> {
    var code: BatonError.Code? { if case .failure(let error) = self { error.code } else { nil } }
    var message: String { if case .failure(let error) = self { error.message } else { "" } }
}
