import ActivityModel
import BatonApps
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// A program that really runs, until the test ends it.
final class RealProcess: Sendable {
    private let process: Process
    private let input = Pipe()
    private let lines = Arrivals<String>("a line of the program")
    var pid: Int32 { process.processIdentifier }

    /// When this returns, the kernel runs the program: `/proc` shows it, not the test.
    init(_ words: [String], in folder: String = "/", environment: [String: String] = [:]) throws {
        process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = input
        output.fileHandleForReading.readabilityHandler = { [lines] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            for line in String(decoding: data, as: UTF8.self).split(separator: "\n") { lines.put(String(line)) }
        }
        try withSignals { try start() }
    }

    /// A script that was just written may be busy for the moment in which another test's child, before it becomes another
    /// program, has the descriptor that it was written by.
    private func start() throws {
        for _ in 0..<10_000 {
            do {
                return try process.run()
            } catch let error as NSError
                where (error.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ETXTBSY)
            {
                sched_yield()
            }
        }
        try process.run()
    }

    func line() async throws -> String { try await lines.next() }

    /// The process that prints its number, and perhaps is another than the one that was started.
    func announced() async throws -> Int32 { try #require(Int32(try await line())) }

    func end() {
        // What was started by it reads from the same pipe.
        try? input.fileHandleForWriting.close()
        if process.isRunning { kill(pid, SIGKILL) }
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
