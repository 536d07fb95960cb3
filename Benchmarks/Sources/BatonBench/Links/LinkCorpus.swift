import ActivityModel
import BatonLinks
import FoundationEssentials
import ICUKit

/// Sites with their association files, and addresses that are opened: the same ones in every run.
struct LinkCorpus {
    /// What the daemon has in memory of its apps' associations.
    let table: AssociationTable
    private(set) var addresses: [String] = []

    private static let appsOfOneMaker = 4

    /// - Parameter apps: how many are installed. Each maker has one site and several apps.
    init(apps: Int) throws {
        var manifests: [AppManifest] = []
        var files: [HostName: AssociationFile] = [:]
        for (number, first) in stride(from: 0, to: apps, by: Self.appsOfOneMaker).enumerated() {
            let host = "maker\(number).example"
            let count = min(Self.appsOfOneMaker, apps - first)
            let file = Self.file(maker: number, apps: count)
            guard let name = HostName(host) else { throw BenchError("a host of the bench is none: \(host)") }
            do throws(AssociationFault) { files[name] = try AssociationFile(parsing: Data(file.utf8)) } catch {
                throw BenchError("a file of the bench is none: \(error)")
            }
            manifests += (0..<count).map { Self.app($0, of: number, host: host) }
            guard number < 1_000 else { continue }
            addresses += Self.tails.map { "https://\(host)\($0)" }
            // As many of sites that no app has.
            addresses += Self.tails.map { "https://www\(number).other.example\($0)" }
        }
        var random = SplitMix(state: 7)
        addresses.shuffle(using: &random)
        table = AssociationTable(manifests, files: files)
    }

    private static func team(_ maker: Int) -> String { "A\(maker + 100_000_000)" }

    private static func app(_ app: Int, of maker: Int, host: String) -> AppManifest {
        var manifest = AppManifest(
            id: "example.maker\(maker).app\(app)", name: "App", team: team(maker), activityTypes: [], folder: "/app",
            executable: "/app/run")
        manifest.associatedDomains = ["applinks:\(host)"]
        return manifest
    }

    /// Rules as sites have them: lists of paths, exclusions before a wide pattern, items of a query, variables, folded
    /// and decoded text, the old form.
    private static func file(maker: Int, apps: Int) -> String {
        let entries = (0..<apps).map { app in
            let id = "\(team(maker)).example.maker\(maker).app\(app)"
            switch app % 4 {
            case 0:
                return #"""
                    {"appIDs": ["\#(id)"], "components": [{"/": "/account/*", "exclude": true}, {"/": "/orders/*"},
                    {"/": "/product/?*", "?": {"variant": "?*"}}, {"/": "/*/reviews/*"}, {"/": "/help", "#": "?*"}]}
                    """#
            case 1:
                return #"""
                    {"appIDs": ["\#(id)"], "components": [{"/": "/$(lang)-$(region)/$(section)/*"}, {"/": "*/terms/*",
                    "exclude": true}, {"/": "/invite/????????", "caseSensitive": false}, {"/": "/*.pdf"}]}
                    """#
            case 2:
                return #"""
                    {"appID": "\#(id)", "paths": ["NOT /live/old/*", "/live/*", "/watch", "/channel/*/live", "/u/????"]}
                    """#
            default:
                return #"""
                    {"appIDs": ["\#(id)"], "defaults": {"percentEncoded": false}, "components": [{"/": "/straße/*"},
                    {"/": "/suche", "?": {"q": "?*"}}, {"/": "/karte/*", "#": "*=*"}]}
                    """#
            }
        }
        return #"{"applinks": {"substitutionVariables": {"section": ["news", "sport*", "wetter"]}, "details": ["#
            + entries.joined(separator: ",") + "]}}"
    }

    private static let tails = [
        "/", "/orders/20391/lines/3?utm_source=mail&utm_campaign=autumn", "/account/settings",
        "/product/4711?variant=blue&ref=x",
        "/garden/chairs/reviews/latest", "/help#returns",
        "/en-GB/sports-today/football/2026/11/30/a-long-title-of-a-page",
        "/de/terms/privacy", "/INVITE/a1b2c3d4", "/files/manual.pdf", "/live/now", "/channel/cooking/live", "/u/anna",
        "/stra%C3%9Fe/hauptplatz", "/suche?q=caf%C3%A9&page=2", "/karte/wien#lat=48.2&lon=16.4", "/about",
        "/watch?v=dQw4w9WgXcQ&t=42",
    ]
}

/// The same order in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
