package import ActivityModel

/// Everything that is wrong with an app's folder, each fault a clause that names file, key, what is expected and what
/// was found.
package struct ManifestFaults: Error, Sendable, Hashable {
    package let folder: String
    package let faults: [String]

    /// All faults in one text.
    package var message: String { faults.joined(separator: "; ") + "." }

    package var error: BatonError {
        BatonError(.invalidManifest, "\(folder) is not an app that can be used: \(message)")
    }
}

/// An entry of the apps folders that is no usable app.
package struct ManifestProblem: Sendable, Hashable {
    package let path: String
    package let message: String

    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }
}
