/// The terminal that an app of the command line is opened in.
enum TerminalCommand {
    /// The arguments that run `executable` in a terminal; nil where there is no display or no terminal.
    /// - Parameter configured: the user's choice, its words divided by spaces; the executable is put behind them.
    static func wrap(_ executable: String, configured: String?, environment: [String: String]) -> [String]? {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDisplay else { return nil }
        let searchPath = environment["PATH"] ?? defaultSearchPath
        // The freedesktop proposal for the user's own choice, then Debian's alternative.
        var candidates = [["xdg-terminal-exec"], ["x-terminal-emulator", "-e"]]
        if let configured {
            let words = configured.split(separator: " ").map(String.init)
            if !words.isEmpty { candidates.insert(words, at: 0) }
        }
        for candidate in candidates {
            if let program = Interpreter.find(candidate[0], in: searchPath) {
                return [program] + candidate.dropFirst() + [executable]
            }
        }
        return nil
    }

    static let defaultSearchPath = "/usr/local/bin:/usr/bin:/bin"
}
