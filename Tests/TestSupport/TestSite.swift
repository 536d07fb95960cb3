package import FoundationEssentials
internal import GLibKit
internal import Glibc
internal import Synchronization

/// A real HTTPS site on this machine, as a process of its own, for the hosts that end in `.localhost`
/// (`Tests/Fixtures/site`): it serves files at any path, and misbehaves as it is told.
package final class TestSite: Sendable {
    package let port: Int
    /// The certificate authority that vouches for it, as a PEM file.
    package static let authority = repositoryPath("Tests/Fixtures/site/authority.pem")

    private let run: ProgramRun
    /// Commands and answers go in turn.
    private let pipes: Mutex<(commands: Int32, answers: Int32)>

    package enum Behaviour: Sendable {
        case file(Data)
        case status(Int, headers: [String: String] = [:])
        case redirect(to: String)
        /// Takes the request and answers nothing.
        case silent
        /// Sends a byte from time to time, for ever.
        case dripping
        /// Sends as fast as it can, for ever.
        case endless
        /// A small body that unpacks to so many bytes.
        case bomb(size: Int)
        /// Headers without an end.
        case endlessHead
        /// Says for ever that an answer will come, as fast as it can.
        case informing
        /// Ends the connection before all that was announced.
        case cut(Data)
        /// With another certificate: `expired`, `elsewhere` (of another host), `unknown` (of another authority).
        case certificate(String, Data)
    }

    /// What holds for every connection, whatever its host.
    package enum Connections: Sendable {
        case secure
        /// TLS 1.2 alone.
        case old
        /// No TLS.
        case plain
        /// No handshake.
        case mute
    }

    package struct Request: Sendable, Decodable {
        package let host: String
        package let path: String
        package let headers: [String: String]
        /// Whether the client went on with an earlier TLS session, so that the site knows it again.
        package let resumed: Bool
    }

    package struct Visits: Sendable, Decodable {
        package let requests: [Request]
        package let connections: Int
    }

    package static func start(files: [String: Data] = [:]) async throws -> TestSite {
        let site = try await blocking { try TestSite() }
        for (host, file) in files { try await site.set(host, .file(file)) }
        return site
    }

    /// A site that is gone after `body`.
    package static func run<T>(
        files: [String: Data] = [:], _ body: (TestSite) async throws -> T
    ) async throws -> T {
        let site = try await start(files: files)
        do {
            let result = try await body(site)
            await site.stop()
            return result
        } catch {
            await site.stop()
            throw error
        }
    }

    private init() throws {
        let (commands, answers) = (Descriptors.pipe(), Descriptors.pipe())
        let errors = Descriptors.open("/dev/null", writing: true)
        defer { for descriptor in [commands.read, answers.write, errors] { Descriptors.close(descriptor) } }
        run = try ProgramRun(
            "/usr/bin/python3", [Array(repositoryPath("Tests/Fixtures/site/server.py").utf8)],
            environment: ["PATH=/usr/bin:/bin"], descriptors: [commands.read, answers.write, errors])
        pipes = Mutex((commands.write, answers.read))
        guard let port = Int(Descriptors.line(answers.read)) else { throw LimitReached("the start of the test site") }
        self.port = port
    }

    /// `https://host:port/path`.
    package func url(_ host: String, _ path: String = "/file") -> String { "https://\(host):\(port)\(path)" }

    /// What the host does with requests from now on. A host of which nothing was said answers 404.
    package func set(_ host: String, _ behaviour: Behaviour) async throws {
        _ = try await ask(Command(set: host, behaviour: Told(behaviour)))
    }

    package func set(_ host: String, _ file: Data) async throws { try await set(host, .file(file)) }

    package func set(connections: Connections) async throws {
        var told = Told()
        switch connections {
        case .secure: told.kind = "answer"
        case .old: told.version = "1.2"
        case .plain: told.kind = "plain"
        case .mute: told.kind = "mute"
        }
        _ = try await ask(Command(set: "*", behaviour: told))
    }

    /// What has come since the last question.
    package func visits() async throws -> Visits {
        try JSONDecoder().decode(Visits.self, from: Data(try await ask(Command()).utf8))
    }

    /// Ends the site, with every connection to it.
    package func stop() async {
        let (pid, pipes) = (run, pipes.withLock { $0 })
        pid.signal(SIGKILL)
        _ = try? await blocking { pid.end() }
        for descriptor in [pipes.commands, pipes.answers] { Descriptors.close(descriptor) }
    }

    private func ask(_ command: Command) async throws -> String {
        let line = Array(try JSONEncoder().encode(command)) + [UInt8(ascii: "\n")]
        return try await blocking {
            self.pipes.withLock { pipes in
                var sent = 0
                while sent < line.count {
                    let count = line.withUnsafeBytes {
                        write(pipes.commands, $0.baseAddress! + sent, line.count - sent)
                    }
                    guard count > 0 else { break }
                    sent += count
                }
                return Descriptors.line(pipes.answers)
            }
        }
    }

    private struct Command: Encodable {
        var set: String?
        var behaviour: Told?
    }

    private struct Told: Encodable {
        var kind: String?
        var status: Int?
        var headers: [String: String]?
        var body: Data?
        var size: Int?
        var certificate: String?
        var version: String?

        init() {}

        init(_ behaviour: Behaviour) {
            switch behaviour {
            case .file(let data): body = data
            case .status(let number, let fields): (status, headers) = (number, fields)
            case .redirect(let target): (status, headers) = (301, ["Location": target])
            case .silent: kind = "silent"
            case .dripping: kind = "dripping"
            case .endless: kind = "endless"
            case .bomb(let bytes): (kind, size) = ("bomb", bytes)
            case .endlessHead: kind = "head"
            case .informing: kind = "informing"
            case .cut(let data): (kind, body) = ("cut", data)
            case .certificate(let name, let data): (certificate, body) = (name, data)
            }
        }
    }
}
