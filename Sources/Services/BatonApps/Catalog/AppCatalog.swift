internal import ActivityModel
internal import GLibKit

/// Which apps there are: the apps folders as last read, and the monitors that say when to read them again.
///
/// No actor: it is a part of `AppsService`, and only touched there.
final class AppCatalog {
    /// The user's own folder first.
    let folders: [String]
    private(set) var scan = CatalogScan(folders: [])
    private var monitors: [String: Monitor] = [:]

    private struct Monitor {
        let folder: FileFacts.Identity
        let monitor: FileMonitor
    }

    init(folders: [String]) { self.folders = folders }

    var manifests: [AppManifest] { scan.entries.map(\.manifest) }
    var problems: [ManifestProblem] { scan.problems }

    func manifest(_ id: String) -> AppManifest? { scan.entries.first { $0.manifest.id == id }?.manifest }

    /// Reads the folders.
    /// - Returns: whether anything that can be seen has changed.
    func read() -> Bool {
        let old = scan
        scan = CatalogScan(folders: folders)
        return scan.entries != old.entries || scan.problems != old.problems
    }

    /// Reads the folders and watches what was read. `handler` gets the watched folder and the entry that changed.
    /// - Returns: whether anything has changed, and what could not be watched.
    func readAndWatch(
        on thread: GLibThread, handler: @escaping @Sendable (_ folder: String, _ entry: String) -> Void
    ) -> (changed: Bool, unwatched: [String]) {
        var changed = false
        // A change between the reading and the first monitor of a folder goes unnoticed: read once more after making one.
        for _ in 0..<4 {
            changed = read() || changed
            let (isNew, unwatched) = watch(on: thread, handler: handler)
            if !isNew { return (changed, unwatched) }
        }
        return (changed, [])
    }

    /// The folder has gone, or was moved: its monitor is of no use.
    func forget(_ folder: String) { monitors[folder] = nil }

    func stopWatching() { monitors = [:] }

    /// Whether a change of this entry makes a new reading worth while.
    func matters(_ entry: String, in folder: String) -> Bool { scan.interests.contains(entry, in: folder) }

    private func watch(
        on thread: GLibThread, handler: @escaping @Sendable (String, String) -> Void
    ) -> (isNew: Bool, unwatched: [String]) {
        var kept: [String: Monitor] = [:]
        var isNew = false
        var unwatched: [String] = []
        for folder in scan.interests.folders.keys {
            guard let identity = FileFacts.of(folder)?.identity else { continue }
            if let monitor = monitors[folder], monitor.folder == identity {
                kept[folder] = monitor
                continue
            }
            do throws(GLibError) {
                let monitor = try FileMonitor(path: folder, on: thread, entryHandler: { handler(folder, $0) })
                kept[folder] = Monitor(folder: identity, monitor: monitor)
                isNew = true
            } catch {
                unwatched.append(folder)
            }
        }
        monitors = kept
        return (isNew, unwatched)
    }
}
