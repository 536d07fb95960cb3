package import FoundationEssentials
internal import Glibc

extension SQLiteDatabase {
    /// Renames a damaged database, with the files that belong to it, so that a new one can be started under its name and
    /// nothing of the old is lost. It must not be open.
    /// - Returns: the new name: `NAME.damaged-` and the time, as 20260726T055433Z.
    package static func setAside(path: String, now: Date) throws -> String {
        let name = "\(path)\(damagedMark)\(now.formatted(stampStyle))"
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

    /// The files that migrations and `setAside` left beside this database. They hold what was in it then, also what has
    /// been deleted since: whoever erases for good removes them too.
    package static func keptCopies(path: String) throws -> [String] {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = String(path[...slash])
        let name = String(path[path.index(after: slash)...])
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("\(name)\(beforeMark)") || $0.hasPrefix("\(name)\(damagedMark)") }
                .sorted().map { folder + $0 }
        } catch {
            throw SQLiteError(.cannotOpen, "could not list the copies beside it", path: path)
        }
    }

    /// Removes the copies that were kept before `date`: what is in them has been given up in the database by then.
    /// - Returns: those that were removed.
    package static func removeKeptCopies(path: String, before date: Date) throws -> [String] {
        let old = try keptCopies(path: path).filter { copy in
            keptAt(copy, path).map { $0 < date } ?? false
        }
        for copy in old { try DatabaseFile.remove(copy) }
        return old
    }

    /// A migration's copy is written then. A damaged database was written long before: its name says when it was set
    /// aside.
    private static func keptAt(_ copy: String, _ path: String) -> Date? {
        if copy.hasPrefix(path + damagedMark) {
            let stamp = copy.dropFirst(path.utf8.count + damagedMark.utf8.count).prefix(16)
            return try? Date(String(stamp), strategy: stampStyle)
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: copy)
        return attributes?[.modificationDate] as? Date
    }

    static let beforeMark = ".before-v"
    private static let damagedMark = ".damaged-"
    private static var stampStyle: Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    }
}
