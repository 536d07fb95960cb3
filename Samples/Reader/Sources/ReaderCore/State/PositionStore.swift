internal import Foundation
internal import Glibc

enum FileCheck {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

/// The places where reading stopped, of the last documents, in `positions.json`.
package struct PositionStore: Sendable {
    package static let limit = 200
    private static let version = 1
    /// 200 paths as long as Linux lets them be, and their numbers.
    private static let sizeLimit = 2 << 20

    private struct File: Codable {
        var version: Int
        var documents: [Entry]
    }

    private struct Entry: Codable {
        var document: String
        /// From 1, as in the status line.
        var line: Int
        var offset: Int
    }

    private enum Content {
        case entries([Entry])
        case damaged
        case newer
    }

    package let folder: String
    var file: String { folder + "/positions.json" }

    package init(folder: String) {
        self.folder = folder
    }

    package init(environment: [String: String]) {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        self.init(folder: (state ?? (environment["HOME"] ?? "/tmp") + "/.local/state") + "/baton-reader")
    }

    /// Where one stopped reading a document, and what there is to say about the file.
    package func position(of source: DocumentSource) -> (position: Position?, notice: String?) {
        switch read() {
        case .entries(let entries):
            let entry = entries.first(where: { $0.document == source.key })
            return (entry.map { Position(line: max(1, $0.line) - 1, offset: max(0, $0.offset)) }, nil)
        case .damaged:
            rename(file, file + ".damaged")
            return (nil, "The list of places was damaged; it is kept as positions.json.damaged.")
        case .newer:
            return (nil, "The list of places is from a newer Reader; no place is kept.")
        }
    }

    /// Keeps a place; the documents read longest ago make room. Gives what went wrong.
    package func keep(_ position: Position, of source: DocumentSource) -> String? {
        guard mkdirs() else { return problem("cannot be made") }
        // Two readers at once: each takes the file as it is, changes its entry and puts it back.
        let lock = lockFile()
        defer { if lock >= 0 { close(lock) } }
        var entries: [Entry]
        switch read() {
        case .entries(let known): entries = known
        case .damaged:
            rename(file, file + ".damaged")
            entries = []
        case .newer: return nil
        }
        entries.removeAll(where: { $0.document == source.key })
        entries.insert(Entry(document: source.key, line: position.line + 1, offset: position.offset), at: 0)
        return write(Array(entries.prefix(Self.limit)))
    }

    private func read() -> Content {
        guard FileCheck.exists(file) else { return .entries([]) }
        guard let data = FileManager.default.contents(atPath: file), data.count <= Self.sizeLimit else {
            return .damaged
        }
        struct Version: Decodable { var version: Int }
        let decoder = JSONDecoder()
        if let version = try? decoder.decode(Version.self, from: data), version.version > Self.version { return .newer }
        guard let content = try? decoder.decode(File.self, from: data) else { return .damaged }
        return .entries(content.documents)
    }

    private func write(_ entries: [Entry]) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(File(version: Self.version, documents: entries)) else { return nil }
        // A whole file under another name, then renamed: a power cut leaves the old one or the new one.
        let name = file + ".new"
        let descriptor = creat(name, 0o600)
        guard descriptor >= 0 else { return problem("cannot be written") }
        let isWritten = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == data.count
        let isSynced = fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, isSynced, rename(name, file) == 0 else {
            unlink(name)
            return problem("cannot be written")
        }
        return nil
    }

    private func mkdirs() -> Bool {
        (try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil
    }

    private func lockFile() -> Int32 {
        let descriptor = creat(folder + "/positions.lock", 0o600)
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
        return descriptor
    }

    private func problem(_ what: String) -> String {
        "The place cannot be kept: “\(SafeText.plain(file))” \(what)."
    }
}
