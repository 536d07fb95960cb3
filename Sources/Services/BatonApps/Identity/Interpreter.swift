internal import GLibKit

/// The program that the first line of a script names.
struct Interpreter: Sendable {
    /// As the line says it.
    let path: String
    /// What `env` is to find.
    private let searched: String?

    /// nil where the file is no script.
    init?(ofScript script: String) {
        guard let head = FileFacts.head(script, count: 256), head.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")])
        else { return nil }
        let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let first = words.first else { return nil }
        path = first
        searched =
            first.lastPathPart == "env"
            ? words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") } : nil
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
}
