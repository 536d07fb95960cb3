package import FoundationEssentials

/// The behaviour cases in `Tests/Cases/behaviour`.
package enum BehaviourCase {
    /// The text of one case, for instance `C55`.
    package static func data(_ name: String, from file: StaticString = #filePath) throws -> Data {
        let tests = URL(filePath: "\(file)").deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: tests.appending(path: "Cases/behaviour/\(name).json"))
    }
}
