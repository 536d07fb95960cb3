internal import FoundationEssentials
internal import Glibc

/// Whether a folder can be an instance's, as far as it can be told without a daemon: what a daemon would say of it later
/// is about sockets and locks, which the user has not named.
enum InstanceFolder {
    /// The longest name in a file system, and the longest path, less room for what Baton puts into the folder.
    private static let longestName = 255
    private static let longestPath = 4000

    /// Whether there is something in the folder, and nothing of an instance.
    private static func isSomebodys(_ folder: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let own = ["run.lock", "start.lock", "state.db", "config.json", "apps", "socket-path", "bus", "log"]
        return !names.isEmpty && !names.contains(where: own.contains)
    }

    /// What is wrong with the folder; nil where nothing is. One that is not there yet is made when it is needed.
    static func complaint(_ path: String) -> String? {
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return Texts.instanceHasControls
        }
        let names = path.split(separator: "/")
        guard path.utf8.count <= longestPath, names.allSatisfy({ $0.utf8.count <= longestName }) else {
            return Texts.instanceTooLong(longestName, longestPath)
        }
        var place = "/" + names.joined(separator: "/")
        var status = stat()
        // The nearest that is there decides.
        while stat(place, &status) != 0 {
            guard errno == ENOENT || errno == ENOTDIR else { return Texts.instanceClosed(place, path) }
            guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return nil }
            place = String(place[..<slash])
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { return Texts.instanceNoFolder(place) }
        // Baton would close it to group and others, and put its files among those that are there.
        if place == "/" + names.joined(separator: "/"), status.st_mode & 0o077 != 0, isSomebodys(place) {
            return Texts.instanceNotEmpty(place)
        }
        // Of a disk that takes nothing the daemon says more.
        return access(place, W_OK | X_OK) == 0 || errno != EACCES ? nil : Texts.instanceClosed(place, path)
    }
}
