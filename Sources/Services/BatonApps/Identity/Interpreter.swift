internal import GLibKit

/// The program that the first line of a script names.
struct Interpreter: Sendable {
    /// As the line says it.
    let path: String
    /// What `env` is to find.
    private let searched: String?
    /// The words that stand between the program and the script, when the kernel or `env` starts it.
    private let options: [String]

    /// nil where the file is no script.
    init?(ofScript script: String) {
        guard let head = FileFacts.head(script, count: 256), head.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")])
        else { return nil }
        let line = String(decoding: head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        // execve(2): the program, and all the rest as one word.
        let words = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
        guard let first = words.first else { return nil }
        path = String(first)
        let rest = words.count > 1 ? Self.trimmed(words[1]) : ""
        guard path.lastPathPart == "env" else {
            searched = nil
            options = rest.isEmpty ? [] : [rest]
            return
        }
        // env(1): without -S the one word is the program; with it, the word is split, and variables may be set first.
        let split = Self.split(rest).drop { $0.hasPrefix("-") || $0.contains("=") }
        searched = split.first
        options = Array(split.dropFirst())
    }

    /// Without the blanks around it, as the kernel passes it on.
    private static func trimmed(_ text: Substring) -> String {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }

    private static func split(_ rest: String) -> [String] {
        var text = rest[...]
        for name in ["--split-string=", "-S"] where text.hasPrefix(name) { text = text.dropFirst(name.count) }
        return text.split { $0 == " " || $0 == "\t" }.map(String.init)
    }

    /// What is missing for the script to run, if anything is.
    func missing(searchPath: String) -> String? {
        if FileFacts.of(path) == nil { return path }
        if let searched, CommandLineText.find(searched, path: searchPath) == nil { return searched }
        return nil
    }

    /// Whether this executable is the interpreter, by any of its names.
    func isRun(as executable: FileFacts.Identity, searchPath: String) -> Bool {
        let program = searched.flatMap { CommandLineText.find($0, path: searchPath) } ?? path
        return FileFacts.of(program)?.identity == executable
    }

    /// The file that the interpreter runs, by its command line; nil where it runs none, or where that is in doubt.
    func script(in arguments: [String]) -> String? {
        let words = arguments.dropFirst()
        // As the script's first line has it. Else somebody has started the interpreter by hand.
        if words.starts(with: options), let script = words.dropFirst(options.count).first,
            !script.hasPrefix("-"), !script.hasPrefix("+")
        {
            return script
        }
        return InterpreterOptions.of((searched ?? path).lastPathPart).script(in: words)
    }
}
