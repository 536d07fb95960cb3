/// What the command line asks for.
package enum Invocation: Equatable, Sendable {
    /// `line` counts from 1.
    case read(path: String, line: Int?)
    /// Baton started it: what is to be read comes as a continuation.
    case wait
    case help, version
}

package struct UsageError: Error, Equatable {
    package let message: String
}

extension Invocation {
    package static let usage = "usage: Reader [--line N] FILE"

    package static let helpText = """
        \(usage)

        Reads a long text, a Markdown file or a saved web page (.html) in the terminal.
        Where you are in it goes with you to your other devices.

          --line N    begin at line N instead of where you stopped
          --version   print the version
          --help      print this

        Keys: Space and b turn pages, j and k move by a line, / searches, h shows all, q leaves.
        """

    package static func parse(_ arguments: [String], environment: [String: String]) throws(UsageError) -> Invocation {
        var line: Int?
        var paths: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help": return .help
            case "--version": return .version
            case "--line":
                guard let value = rest.popFirst() else { throw UsageError(message: "--line needs a number.") }
                line = try number(value)
            case _ where argument.hasPrefix("--line="): line = try number(String(argument.dropFirst(7)))
            case "--":
                paths += rest
                rest = []
            case _ where argument.hasPrefix("-"):
                throw UsageError(message: "There is no option “\(SafeText.plain(argument))”.")
            default: paths.append(argument)
            }
        }
        guard paths.count <= 1 else { throw UsageError(message: "Reader reads one file at a time.") }
        if let path = paths.first, !path.isEmpty { return .read(path: path, line: line) }
        guard environment["BATON_LAUNCH_TOKEN"] != nil else { throw UsageError(message: "Name a file to read.") }
        return .wait
    }

    private static func number(_ text: String) throws(UsageError) -> Int {
        guard let number = Int(text), number >= 1 else {
            throw UsageError(message: "--line needs a number from 1, not “\(SafeText.plain(text))”.")
        }
        return number
    }
}
