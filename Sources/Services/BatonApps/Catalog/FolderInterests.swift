internal import ActivityModel

/// Which entries of which folders are worth a new look when they change. Folders that exist only: a path that is
/// missing is waited for in the nearest ancestor that is there.
struct FolderInterests: Sendable, Equatable {
    enum Names: Sendable, Equatable {
        case all
        case named(Set<String>)
    }

    private(set) var folders: [String: Names] = [:]

    /// Whether a change of `entry` (a path) in `folder` matters.
    func contains(_ entry: String, in folder: String) -> Bool {
        switch folders[folder] {
        case nil: false
        case .all: true
        // The folder's own path comes when it goes.
        case .named(let names): entry == folder || names.contains(entry.lastPathPart)
        }
    }

    /// That this path comes, goes or changes.
    mutating func add(path: String) {
        var path = path
        var parent = path.parentPath
        while FileFacts.of(parent)?.kind != .folder, parent != "/" {
            path = parent
            parent = path.parentPath
        }
        if case .all = folders[parent] { return }
        var names: Set<String> = []
        if case .named(let known) = folders[parent] { names = known }
        names.insert(path.lastPathPart)
        folders[parent] = .named(names)
    }

    mutating func add(allIn folder: String) { folders[folder] = .all }

    /// What a whole app was read from. An app that writes other files into its folder disturbs nobody.
    mutating func add(app: AppManifest) {
        let folder = app.folder
        add(path: folder)
        for path in ["Info.plist", "Contents", "Contents/Info.plist"] { add(path: "\(folder)/\(path)") }
        let name = folder.lastPathPart.hasSuffix(".app") ? String(folder.lastPathPart.dropLast(4)) : nil
        for base in [folder, "\(folder)/Contents"] {
            // Where a link alone bears the name, its entitlements are not waited for; the next change finds them.
            if let name { add(path: "\(base)/\(name).entitlements") }
        }
        var path = app.executable
        while path.hasPrefix(folder + "/") {
            add(path: path)
            path = path.parentPath
        }
    }

    /// An app that cannot be used is waited for wherever its remedy may come.
    mutating func add(damaged entry: String) {
        guard let folder = FileFacts.realPath(entry) else {
            if let target = FileFacts.target(ofLink: entry) {
                add(path: target.hasPrefix("/") ? target : "\(entry.parentPath)/\(target)")
            }
            return
        }
        add(path: folder)
        for path in [folder, "\(folder)/Contents", "\(folder)/Contents/Linux"] where FileFacts.of(path)?.kind == .folder
        {
            add(allIn: path)
        }
    }
}
