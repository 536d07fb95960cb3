import BatonLinks
import FoundationEssentials
import TestSupport
import Testing

/// One of `Tests/Cases/aasa`: what files of a site decide.
struct AssociationCase: Decodable, Sendable, CustomTestStringConvertible {
    struct Check: Decodable, Sendable {
        let file: String
        let parse: String
        let installed: [String]
        let urls: [Address]
        let services: [String: [String: Bool]]?
    }

    struct Address: Decodable, Sendable {
        let url: String
        let opens: String
        let rule: String
    }

    let id: String
    let domain: String
    let checks: [Check]
    var testDescription: String { id }

    private enum CodingKeys: String, CodingKey {
        case id = "case"
        case domain = "served_from"
        case checks
    }

    static let all: [AssociationCase] = {
        let folder = repositoryPath("Tests/Cases/aasa")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            try? JSONDecoder().decode(AssociationCase.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
        }
    }()

    static func file(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: repositoryPath("Tests/Cases/aasa/\(name)")))
    }
}
