import Foundation
import TestSupport
import Testing

/// A device whose daemon is killed, really and by SIGKILL, in the middle of sending a large state over real TLS.
@Suite(.serialized, .timeLimit(.minutes(5))) struct KilledPeerTests {
    private static func field(_ name: String, of text: String) -> String? {
        text.matches(of: #/"(\w+)" ?: ?"?([^",}\s]*)/#).first { $0.1 == name }.map { String($0.2) }
    }

    @Test func aDaemonKilledInTheMiddleOfAStateIsSaidAndComesBack() async throws {
        try await Programs.run { programs in
            for name in ["desk", "laptop"] { _ = try programs.instance(name) }
            let invited = try await programs.baton(["devices", "invite", "--json"], on: "desk")
            let invitation = try #require(Self.field("invitation", of: invited.output))
            let port = try #require(
                invited.output.firstMatch(of: #/127\.0\.0\.1:(\d+)/#).flatMap { Int($0.1) }, "\(invited.output)")
            let relay = try await Relay(to: port)
            defer { relay.stop() }
            let joining = try programs.start(
                ["devices", "join", invitation, "--address", "127.0.0.1:\(relay.port)", "--json"], on: "laptop")
            let code = try #require(Self.field("code", of: try await joining.lines.first(with: "\"code\"") ?? ""))
            let confirmed = try await programs.baton(["devices", "confirm", code], on: "desk")
            #expect(confirmed.status == 0, "\(confirmed.errors)")
            #expect(try await joining.lines.first(with: "joined") != nil)
            let published = try publish(programs)
            #expect(try await published.lines.first(with: "current") != nil)
            try await untilOffered(programs)

            let status = try await programs.baton(["status", "--json"], on: "desk")
            let pid = try #require(Self.field("pid", of: status.output).flatMap { Int($0) })
            // The state is about a megabyte, in one frame.
            try await relay.kill(pid, afterBytes: 300_000)
            async let killed = relay.untilKilled()
            let cut = try await programs.baton(["handoff", "continue", "--latest", "--print", "--json"], on: "laptop")
            #expect(try await killed)
            #expect(cut.status != 0)
            #expect(!cut.output.contains("xxxx"), "a part of the state came out")
            #expect((cut.output + cut.errors).contains("lost") || (cut.output + cut.errors).contains("4609"), "\(cut)")
            published.signal(SIGINT)

            // The next attempt works: the daemon starts again, and the two find each other.
            let again = try publish(programs)
            #expect(try await again.lines.first(with: "current") != nil)
            try await untilOffered(programs)
            let whole = try await programs.baton(
                ["handoff", "continue", "--latest", "--print", "--json"], on: "laptop")
            #expect(whole.status == 0, "\(whole.errors)")
            #expect(whole.output.utf8.count > 800_000)
            again.signal(SIGINT)
        }
    }

    private func publish(_ programs: Programs) throws -> RunningProgram {
        let text = String(repeating: "x", count: 100_000)
        return try programs.start(
            [
                "activity", "publish", "--type", "org.example.reading", "--app", "org.example.reader", "--title",
                "A book",
                "--url", "https://example.org/",
            ] + (0..<8).flatMap { ["--info", "part\($0)=\(text)"] }, on: "desk")
    }

    /// The offer is pushed, and the link may have to be made again first.
    private func untilOffered(_ programs: Programs) async throws {
        for _ in 0..<100 {
            let listed = try await programs.baton(["handoff", "list", "--json"], on: "laptop")
            if listed.output.contains("org.example.reading"), listed.output.contains(#/"reachable" ?: ?true/#) {
                return
            }
        }
        Issue.record("no offer came")
    }
}
