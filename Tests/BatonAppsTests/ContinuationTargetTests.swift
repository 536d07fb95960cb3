import ActivityModel
import BatonApps
import FoundationEssentials
import Testing

/// Case C58: which app continues an offer, with manifests that were read from folders.
struct ContinuationTargetTests {
    private struct Case: Decodable {
        let when: [String]
        let expect: [String: [String: String]]
    }

    private func readCase() throws -> Case {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Cases/behaviour/C58.json")
        return try JSONDecoder().decode(Case.self, from: Data(contentsOf: file))
    }

    /// The receivers as the case describes them.
    private func receiver(_ name: String, _ scratch: Scratch) throws -> [AppManifest] {
        func app(team: String, type: String) throws -> [AppManifest] {
            let folder = scratch.app(
                "\(name)/App.app", id: "org.example.\(name.lowercased())",
                keys: ["NSUserActivityTypes": "<array><string>\(type)</string></array>"], team: team)
            return [try AppManifestReader.read(folder)]
        }
        switch name {
        case "R1": return try app(team: "TEAM1", type: "org.example.reading")
        case "R2": return []
        case "R3": return try app(team: "TEAM2", type: "org.example.reading")
        case "R4": return try app(team: "TEAM1", type: "org.example.writing")
        default:
            Issue.record("an unknown receiver \(name)")
            return []
        }
    }

    @Test func sameTeamAndTypeElseThePageElseNothing() async throws {
        let given = try readCase()
        // Escaped once, as the framework sends it.
        let page = "https://example58.test/a?q=%C3%BC%20b"
        try await withScratch { scratch in
            for (condition, expected) in given.expect {
                for (name, wanted) in expected {
                    var offer = Offer(
                        id: "o", app: "org.example.elsewhere", team: "TEAM1", type: "org.example.reading",
                        since: Date(timeIntervalSinceReferenceDate: 0))
                    offer.webpageURL = condition == "with" ? page : nil
                    let target = ContinuationTarget.resolve(offer, among: try receiver(name, scratch))
                    let right: ContinuationTarget? =
                        switch wanted {
                        case "app": .app("org.example.\(name.lowercased())")
                        case "not offered": nil
                        default: .browser(page)
                        }
                    #expect(target == right, "\(condition) \(name): \(wanted)")
                }
            }
        }
    }
}
