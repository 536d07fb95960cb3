internal import ActivityModel
internal import FoundationEssentials

/// What the apps folders hold at one moment.
struct CatalogScan: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// The folder, or the link to it, in the apps folder.
        let path: String
        let manifest: AppManifest
    }

    /// One an id, in the order of the folders, then of the names.
    private(set) var entries: [Entry] = []
    private(set) var problems: [ManifestProblem] = []
    /// Where a change would change the scan.
    private(set) var interests = FolderInterests()

    /// Reads the folders; the first has the last word about an id.
    init(folders: [String]) {
        for folder in folders { read(folder) }
    }

    private mutating func read(_ folder: String) {
        interests.add(path: folder)
        guard FileFacts.of(folder)?.kind == .folder else { return }
        interests.add(allIn: folder)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            problems.append(ManifestProblem(path: folder, message: "The apps folder cannot be read."))
            return
        }
        // By bytes, so that the order is the same everywhere.
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            // A file of notes between the apps is nobody's mistake.
            guard name.hasSuffix(".app") || FileFacts.of(path)?.kind == .folder else { continue }
            read(entry: path)
        }
    }

    private mutating func read(entry path: String) {
        do throws(ManifestFaults) {
            let manifest = try AppManifestReader.read(path)
            interests.add(app: manifest)
            if let first = entries.first(where: { $0.manifest.id == manifest.id }) {
                let message =
                    "The app \(manifest.id) is at \(first.path) already, which comes first; remove one of the two."
                problems.append(ManifestProblem(path: path, message: message))
            } else {
                entries.append(Entry(path: path, manifest: manifest))
            }
        } catch {
            problems.append(ManifestProblem(path: path, message: error.message))
            interests.add(damaged: path)
        }
    }
}
