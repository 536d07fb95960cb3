import Foundation
import TestSupport
import Testing

extension Programs {
    /// Two devices, desk and laptop, that share.
    func pair() async throws {
        for name in ["desk", "laptop"] {
            _ = try instance(name)
            let named = try await baton(["config", "set", "device-name", name], on: name)
            #expect(named.status == 0, "\(named.errors)")
        }
        let invited = try await baton(["devices", "invite", "--json"], on: "desk")
        let invitation = try #require(Self.field("invitation", of: invited.output))
        let joining = try start(["devices", "join", invitation, "--json"], on: "laptop")
        let code = try #require(Self.field("code", of: try await joining.lines.first(with: "\"code\"") ?? ""))
        let wrong = try await baton(
            ["devices", "confirm", code == "000000" ? "111111" : "000000"], on: "desk")
        #expect(wrong.status == 1 && wrong.errors.contains("left"))
        let confirmed = try await baton(["devices", "confirm", code], on: "desk")
        #expect(confirmed.status == 0, "\(confirmed.errors)")
        #expect(try await joining.lines.first(with: "joined") != nil)
    }

    static func field(_ name: String, of line: String) -> String? {
        line.matches(of: #/"(\w+)" ?: ?"([^"]*)"/#).first { $0.1 == name }.map { String($0.2) }
    }
}
