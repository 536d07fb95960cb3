internal import ActivityModel
internal import GLibKit
internal import Glibc

// Adding and removing apps: links in the user's apps folder, and nothing else.

extension AppCatalog {
    /// Checks the app and links it into the user's apps folder, in place of an older link of its id.
    func add(folder: String) throws(BatonError) -> AppManifest {
        guard folder.hasPrefix("/") else {
            throw BatonError(.invalidArgument, "An app is added by the absolute path of its folder.")
        }
        let manifest: AppManifest
        do throws(ManifestFaults) {
            manifest = try AppManifestReader.read(folder)
        } catch {
            throw error.error
        }
        let users = try userFolder()
        let link = "\(users)/\(manifest.id).app"
        // In the user's folder already, under whatever name: a second entry would only be a duplicate.
        if let there = scan.entries.first(where: { $0.manifest.id == manifest.id }), there.path.parentPath == users,
            there.path != link || !FileFacts.isLink(link)
        {
            throw BatonError(
                .alreadyDone, "The app \(manifest.id) is installed at \(there.path) already; remove that first.")
        }
        if FileFacts.exists(link), !FileFacts.isLink(link) {
            throw BatonError(
                .alreadyDone,
                "\(link) is there already and was not made by `baton apps add`; move it away, then add the app again.")
        }
        try PrivateFolderMaking.make(users)
        try replaceLink(link, with: manifest.folder)
        return manifest
    }

    /// Removes the link of this id from the user's apps folder.
    func remove(_ id: String) throws(BatonError) {
        let users = try userFolder()
        let entry = scan.entries.first { $0.manifest.id == id }
        // An app that has been damaged since is still removed by its id.
        let path = entry?.path ?? "\(users)/\(id).app"
        guard entry != nil || (AppManifest.isValidID(id) && FileFacts.isLink(path)) else {
            throw BatonError(
                .noSuchApp, "There is no app \(id.shown) to remove; `baton apps list` shows those there are.")
        }
        guard path.parentPath == users else {
            throw BatonError(
                .notAllowed, "The app \(id) is installed for all users at \(path); remove the package that brought it.")
        }
        guard FileFacts.isLink(path) else {
            throw BatonError(
                .notAllowed, "The app \(id) is a folder of its own at \(path), not a link; remove that folder yourself."
            )
        }
        guard unlink(path) == 0 else {
            throw BatonError(.storage, "The link \(path) could not be removed: \(FileFacts.lastError()).")
        }
    }

    private func userFolder() throws(BatonError) -> String {
        guard let folder = folders.first else {
            throw BatonError(.internal, "This Baton has no apps folder of the user's.")
        }
        return folder
    }

    /// At no moment is there neither the old link nor the new one.
    private func replaceLink(_ link: String, with target: String) throws(BatonError) {
        let fresh = "\(link.parentPath)/.\(link.lastPathPart).new"
        unlink(fresh)
        guard symlink(target, fresh) == 0, rename(fresh, link) == 0 else {
            let reason = FileFacts.lastError()
            unlink(fresh)
            throw BatonError(.storage, "The link \(link) could not be made: \(reason).")
        }
    }
}

private enum PrivateFolderMaking {
    /// Makes the folder and what is missing above it, 0700. One that is there stays as it is.
    static func make(_ path: String) throws(BatonError) {
        if FileFacts.of(path)?.kind == .folder { return }
        do throws(GLibError) {
            try PrivateFolder.make(path)
        } catch {
            throw BatonError(.storage, "The apps folder could not be made: \(error.message).")
        }
    }
}
