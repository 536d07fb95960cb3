internal import GLibKit

/// The terminal that an app of the command line is opened in.
enum TerminalCommand {
    /// The arguments that run `executable` in a terminal; nil where there is no display or no terminal.
    /// - Parameter configured: the user's choice, as written in a shell; the executable is put behind it.
    static func wrap(_ executable: String, configured: String?, environment: [String: String]) -> [String]? {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDisplay else { return nil }
        // The freedesktop proposal for the user's own choice, then Debian's alternative.
        var candidates = [["xdg-terminal-exec"], ["x-terminal-emulator", "-e"]]
        if let configured, let words = try? CommandLineText.split(configured) { candidates.insert(words, at: 0) }
        let searchPath = environment["PATH"] ?? defaultSearchPath
        for candidate in candidates {
            guard let name = candidate.first, let program = CommandLineText.find(name, path: searchPath) else {
                continue
            }
            return [program] + candidate.dropFirst() + [executable]
        }
        return nil
    }

    static let defaultSearchPath = "/usr/local/bin:/usr/bin:/bin"
}
