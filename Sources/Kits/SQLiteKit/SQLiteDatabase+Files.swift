package import FoundationEssentials
internal import Glibc

extension SQLiteDatabase {
    /// Renames a damaged database, with the files that belong to it, so that a new one can be started under its name and
    /// nothing of the old is lost. It must not be open.
    /// - Returns: the new name: `NAME.damaged-` and the time, as 20260726T055433Z.
    package static func setAside(path: String, now: Date) throws -> String {
        let stamp = now.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
        let name = "\(path).damaged-\(stamp)"
        var target = name
        var attempt = 1
        // Twice in one second: the first must not be written over.
        while access(target, F_OK) == 0 {
            attempt += 1
            target = "\(name)-\(attempt)"
        }
        // The database first. Should the process die in between, SQLite finds a -wal file beside a new, empty database,
        // and removes it; the other way round it would take the old database for complete without its -wal.
        try DatabaseFile.rename(path, to: target)
        for suffix in DatabaseFile.suffixes.dropFirst() where access(path + suffix, F_OK) == 0 {
            try DatabaseFile.rename(path + suffix, to: target + suffix)
        }
        return target
    }

    /// The files that migrations and `setAside` left beside this database. They hold what was in it then, also what the
    /// user has deleted since: whoever erases for good removes them too.
    package static func keptCopies(path: String) throws -> [String] {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = String(path[...slash])
        let name = String(path[path.index(after: slash)...])
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("\(name).before-v") || $0.hasPrefix("\(name).damaged-") }
                .sorted().map { folder + $0 }
        } catch {
            throw SQLiteError(.cannotOpen, "could not list the copies beside it", path: path)
        }
    }
}
