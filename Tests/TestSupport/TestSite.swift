package import FoundationEssentials
internal import Glibc

/// A real HTTPS site on this machine, as a process of its own, for the hosts that end in `.localhost`
/// (`Tests/Fixtures/site`): it serves files at any path, and misbehaves as it is told.
package final class TestSite: Sendable {
    package let port: Int
    /// The certificate authority that vouches for it, as a PEM file.
    package static let authority = repositoryPath("Tests/Fixtures/site/authority.pem")

    private let program: RunningProgram
    /// Commands and answers go in turn.
    private let questions = Permits(1)

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
        let site = try await TestSite()
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

    private init() async throws {
        program = try RunningProgram(
            ["/usr/bin/python3", repositoryPath("Tests/Fixtures/site/server.py")],
            environment: ["PATH": "/usr/bin:/bin"], takesInput: true, errors: .dropped)
        guard let port = try await program.lines.next().flatMap({ Int($0) }) else {
            throw LimitReached("the start of the test site")
        }
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

    /// Ends the site, with every connection to it. One that has ended already stays so.
    package func stop() async { _ = try? await program.end(by: SIGKILL) }

    private func ask(_ command: Command) async throws -> String {
        let line = String(decoding: try JSONEncoder().encode(command), as: UTF8.self) + "\n"
        await questions.take()
        defer { questions.give() }
        try await blocking { [program] in program.write(line) }
        guard let answer = try await program.lines.next() else { throw LimitReached("an answer of the test site, which has ended,") }
        return answer
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
