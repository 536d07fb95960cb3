package import ActivityModel
internal import GLibKit

// The apps, as people and services ask for them.

extension AppsService {
    /// The installed apps, in the order of their folders; what `ContinuationTarget.resolve` chooses from.
    package func manifests() -> [AppManifest] { catalog.manifests }

    /// The entries of the apps folders that cannot be used, and why.
    package func problems() -> [ManifestProblem] { catalog.problems }

    package func show(_ id: String) throws(BatonError) -> AppManifest {
        guard let manifest = catalog.manifest(id) else { throw Self.noSuchApp(id) }
        return manifest
    }

    /// Registers an app by a link to its folder in the user's apps folder, in place of an older link of its id.
    /// - Throws: `BatonError`: `invalidManifest` naming all faults, `alreadyDone` where the app is there otherwise.
    @discardableResult
    package func add(folder: String) throws(BatonError) -> AppManifest {
        let manifest = try catalog.add(folder: folder)
        readCatalog()
        return manifest
    }

    /// Removes the link that `add` made. The app's folder stays.
    /// - Throws: `BatonError`: `noSuchApp`, or `notAllowed` saying where the app is and how to remove it.
    package func remove(_ id: String) throws(BatonError) {
        try catalog.remove(id)
        readCatalog()
    }

    static func noSuchApp(_ id: String) -> BatonError {
        BatonError(
            .noSuchApp,
            "There is no app \(id.shown); `baton apps list` shows those there are, `baton apps add` adds one.")
    }

    // MARK: Watching

    func readCatalog() {
        let (isChanged, missed) = catalog.readAndWatch(on: thread) { [weak self] folder, entry in
            self?.assumeIsolated { $0.folderChanged(folder, entry) }
        }
        for folder in missed where unwatched.insert(folder).inserted {
            log(
                "The folder \(folder) cannot be watched; changes of the apps in it are noticed when Baton starts again."
            )
        }
        if isChanged { changed() }
    }

    private func folderChanged(_ folder: String, _ entry: String) {
        guard catalog.matters(entry, in: folder) else { return }
        if entry == folder { catalog.forget(folder) }
        guard reading == nil else { return }
        reading = thread.task { [weak self, time] in
            guard (try? await time.sleep(Self.settling)) != nil else { return }
            await self?.settled()
        }
    }

    private func settled() {
        reading = nil
        readCatalog()
    }
}
