package import ActivityModel

// The apps, as people and services ask for them.

/// An app with what the user allows it.
package struct InstalledApp: Sendable, Hashable {
    package let manifest: AppManifest
    package let switches: AppSwitches
    package let isRunning: Bool

    package init(manifest: AppManifest, switches: AppSwitches, isRunning: Bool) {
        self.manifest = manifest
        self.switches = switches
        self.isRunning = isRunning
    }
}

extension AppsService {
    /// The installed apps, in the order of their folders.
    package func list() -> [InstalledApp] { catalog.manifests.map(installed) }

    /// The manifests of `list`, for `ContinuationTarget.resolve`.
    package func manifests() -> [AppManifest] { catalog.manifests }

    package func problems() -> [ManifestProblem] { catalog.problems }

    package func show(_ id: String) throws(BatonError) -> InstalledApp {
        guard let manifest = catalog.manifest(id) else { throw Self.noSuchApp(id) }
        return installed(manifest)
    }

    /// Registers an app by a link to its folder in the user's apps folder, in place of an older link of its id.
    /// - Throws: `BatonError`: `invalidManifest` naming all faults, `alreadyDone` where the app is there otherwise.
    @discardableResult
    package func add(folder: String) throws(BatonError) -> InstalledApp {
        let manifest = try catalog.add(folder: folder)
        readCatalog()
        return installed(manifest)
    }

    /// Removes the link that `add` made. The app's folder stays.
    /// - Throws: `BatonError`: `noSuchApp`, or `notAllowed` saying where the app is and how to remove it.
    package func remove(_ id: String) throws(BatonError) {
        try catalog.remove(id)
        readCatalog()
    }

    private func installed(_ manifest: AppManifest) -> InstalledApp {
        InstalledApp(manifest: manifest, switches: switches(for: manifest.id), isRunning: isRunning(manifest.id))
    }

    static func noSuchApp(_ id: String) -> BatonError {
        BatonError(
            .noSuchApp,
            "There is no app \(id.shown); `baton apps list` shows those there are, `baton apps add` adds one.")
    }
}
