internal import ActivityModel
internal import BatonLinks
internal import FoundationEssentials
internal import GLibKit

/// The entry by which the desktop sends addresses of the apps' own schemes to Baton. The daemon keeps it up with the apps;
/// only the user's own daemon does, and only where Baton's entry is installed.
struct SchemesEntry: Sendable {
    private let folder: String
    private let opener: String
    private let path: String
    private let environment: [String: String]

    private var file: String { "\(folder)/\(LinkHandler.schemesEntry)" }

    init(environment: [String: String], daemon: String) {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
        folder = "\(data)/applications"
        opener = (daemon.lastIndex(of: "/").map { String(daemon[...$0]) } ?? "") + "baton"
        path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        self.environment = environment
    }

    /// Schemes that are never an app's alone.
    private static let common = LinkRoad.forbidden.union(["http", "https", "ftp"])

    /// Writes the entry, or takes it away where no app has a scheme. One that another program of the desktop opens already
    /// is left to that.
    func update(for apps: [AppManifest]) {
        guard DesktopEntry(id: LinkHandler.entry) != nil else { return }
        let own = [LinkHandler.entry, LinkHandler.schemesEntry]
        let schemes = Set(apps.flatMap(\.urlSchemes)).subtracting(Self.common)
            .filter { LinkRoad.scheme(of: $0 + ":") == $0 }
            .filter { DesktopEntry.all(for: "x-scheme-handler/\($0)").allSatisfy { own.contains($0.id) } }
        let former = try? String(contentsOf: URL(filePath: file), encoding: .utf8)
        let text = schemes.isEmpty ? nil : self.text(schemes.sorted())
        guard text != former else { return }
        do {
            if let text {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
            } else {
                try FileManager.default.removeItem(atPath: file)
            }
        } catch {
            return Log.error("\(file), by which addresses of the apps' schemes come here, cannot be written: \(error)")
        }
        list()
    }

    private func text(_ schemes: [String]) -> String {
        // A quoted word of `Exec`: four characters have a meaning in it, and its backslashes one more in the file.
        let program = opener.map { character in
            switch character {
            case "\\": #"\\\\"#
            case "\"", "`", "$": #"\\"# + String(character)
            case "%": "%%"
            default: String(character)
            }
        }.joined()
        // Only where it must be: xdg-open 1.1 takes quotes for a part of the name.
        let isPlain = opener.utf8.allSatisfy { byte in
            byte | 0x20 > 0x60 && byte | 0x20 < 0x7B || byte > 0x2C && byte < 0x3A || byte == 0x5F || byte == 0x2B
        }
        let command = isPlain ? opener : "\"\(program)\""
        return """
            [Desktop Entry]
            Type=Application
            Name=Baton
            Comment=Opens addresses of the apps' own schemes. Written by batond.
            Exec=\(command) open --quiet %u
            Terminal=false
            NoDisplay=true
            StartupNotify=false
            MimeType=\(schemes.map { "x-scheme-handler/\($0);" }.joined())

            """
    }

    /// Desktops read a list of the entries.
    private func list() {
        guard let program = CommandLineText.find("update-desktop-database", path: path) else {
            return Log.warning(
                "update-desktop-database is not installed (desktop-file-utils), so the desktop may not learn which schemes "
                    + "the apps have")
        }
        do throws(GLibError) {
            _ = try Spawn.detached([program, "-q", folder], environment: environment, folder: nil, output: false)
        } catch {
            Log.error("\(program) could not be started: \(error.message)")
        }
    }
}
