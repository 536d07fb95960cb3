internal import FoundationEssentials
internal import Glibc

// Every file that Baton writes for an instance, and taking them away. docs/storage.md lists them.

extension Instance {
    /// What could not be removed, and why.
    package struct Leftover: Sendable, Hashable {
        package let path: String
        package let reason: String
    }

    /// Removes all files, the links of registered apps, the locks, and the folders that are empty then. An instance's own
    /// folder stays: it was named by the user.
    ///
    /// Whoever calls this holds the lock `runLock`, whose file goes last: who waits for the lock meanwhile finds that
    /// it has no name any more, and takes a new one (`LockFile`).
    /// - Parameter socket: whether the socket goes too; not one that somebody serves.
    package func erase(socket removesSocket: Bool) -> [Leftover] {
        var files = [configFile, configFile + ".new"]
        for folder in Set([stateFolder, cacheFolder]) {
            files += Self.names(in: folder).filter(Self.isWritten).map { "\(folder)/\($0)" }
        }
        files += Self.names(in: ownApps).map { "\(ownApps)/\($0)" }.filter { $0.hasSuffix(".app") && Self.isLink($0) }
        if removesSocket { files.append(socket) }
        files += [startLock, runLock]
        let left = files.compactMap { Self.remove($0) }
        for folder in folders { rmdir(folder) }
        return left
    }

    private var ownApps: String { appFolders[0] }

    /// Inner ones first. What somebody else has put something into stays.
    private var folders: [String] {
        var folders = [ownApps]
        if directory == nil {
            folders.append(Self.parent(ownApps))
            folders += [cacheFolder, configFolder, stateFolder, runtimeFolder]
        }
        if Self.parent(socket) != directory { folders.append(Self.parent(socket)) }
        return folders
    }

    private static func isWritten(_ name: String) -> Bool {
        for database in ["state.db", "search.db"] where name.hasPrefix(database) {
            let rest = name.dropFirst(database.count)
            if rest.isEmpty || rest.hasPrefix("-") || rest.hasPrefix(".") { return true }
        }
        return ["log", "log.1", "log.2", "log.3", "socket-path", "socket-path.new"].contains(name)
    }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func remove(_ path: String) -> Leftover? {
        guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return nil }
        return Leftover(path: path, reason: String(cString: strerror(errno)))
    }
}
