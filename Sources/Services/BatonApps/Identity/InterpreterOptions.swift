/// What the options of an interpreter mean, as far as it takes to find the script among its arguments.
///
/// A word that an option takes, or code, must not be taken for the script: the process would be an app that it only
/// mentions.
struct InterpreterOptions: Sendable {
    /// Options after which code or a module follows: there is no script.
    private let code: String
    /// Options that take a word: what is left of their own, or the next one.
    private let taking: String
    private let longTaking: [String]
    /// Nothing is known of this interpreter's options, so a script is its first argument or none.
    private let isUnknown: Bool

    private init(code: String = "", taking: String = "", longTaking: [String] = [], isUnknown: Bool = false) {
        self.code = code
        self.taking = taking
        self.longTaking = longTaking
        self.isUnknown = isUnknown
    }

    private static let python = InterpreterOptions(
        code: "cm", taking: "WX", longTaking: ["--check-hash-based-pycs"])
    private static let shell = InterpreterOptions(
        code: "cs", taking: "oO", longTaking: ["--rcfile", "--init-file"])

    /// Of an interpreter by its name: `python3.11`, `bash`.
    static func of(_ name: String) -> InterpreterOptions {
        let version = { (letter: Character) in letter.isNumber || letter == "." }
        switch String(name.reversed().drop(while: version).reversed()) {
        case "python", "pypy": return python
        case "sh", "bash", "dash", "ash", "ksh", "mksh", "zsh": return shell
        default: return InterpreterOptions(isUnknown: true)
        }
    }

    /// - Parameter words: the arguments, without the interpreter's own name.
    func script(in words: ArraySlice<String>) -> String? {
        var words = words
        while let word = words.popFirst() {
            guard word.hasPrefix("-") || word.hasPrefix("+") else { return word.isEmpty ? nil : word }
            // A dash alone: standard input.
            if isUnknown || word == "-" { return nil }
            if word == "--" { return words.first }
            if word.hasPrefix("--") {
                if longTaking.contains(word) { words = words.dropFirst() }
                continue
            }
            for (index, letter) in word.dropFirst().enumerated() {
                if code.contains(letter) { return nil }
                guard taking.contains(letter) else { continue }
                if index + 2 == word.count { words = words.dropFirst() }
                break
            }
        }
        return nil
    }
}
