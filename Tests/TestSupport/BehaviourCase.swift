package import FoundationEssentials

/// The behaviour cases in `Tests/Cases/behaviour`.
package enum BehaviourCase {
    /// The text of one case, for instance `C55`.
    package static func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: repositoryPath("Tests/Cases/behaviour/\(name).json")))
    }
}
