// Command lines are read by a table of our own: Debian and the package need no argument parser for it, GLib's
// GOptionContext knows no verbs within verbs, and the same table writes the help, the completions and the man page.

/// One verb of the command line, as declared in its own file.
package struct Verb: Sendable {
    /// `["handoff", "continue"]`; empty for `baton` alone.
    package let path: [String]
    package let operands: [Operand]
    package let options: [Option]
    package let daemon: DaemonUse
    package let run: @Sendable (Session) async throws -> ExitStatus

    /// What a verb needs of the daemon.
    package enum DaemonUse: Sendable {
        /// One is started where none runs.
        case starts
        /// Only a running one is used.
        case runningOnly
    }

    package init(
        _ path: String, operands: [Operand] = [], options: [Option] = [], daemon: DaemonUse = .starts,
        run: @escaping @Sendable (Session) async throws -> ExitStatus
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.operands = operands
        self.options = options
        self.daemon = daemon
        self.run = run
    }

    /// `handoff continue`.
    package var name: String { path.joined(separator: " ") }
    /// `baton handoff continue`.
    package var command: String { (["baton"] + path).joined(separator: " ") }
}

/// A word that a verb takes after its name.
package struct Operand: Sendable {
    package let name: String
    package let type: ValueType
    package let isRequired: Bool
    /// Takes all words that are left, joined by a space.
    package let isRest: Bool
    /// Takes all words that are left, each for itself.
    package let isRepeated: Bool

    package init(
        _ name: String, _ type: ValueType = .text, isRequired: Bool = true, isRest: Bool = false,
        isRepeated: Bool = false
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.isRest = isRest
        self.isRepeated = isRepeated
    }
}

/// An option, `--name`.
package struct Option: Sendable {
    package let name: String
    package let kind: Kind
    package let isRequired: Bool
    package let isRepeatable: Bool
    /// What holds where the option is not given, as the help shows it.
    package let standard: String?

    package enum Kind: Sendable {
        case flag
        case value(String, ValueType)
        /// The next word is the value where it can be one; else there is none.
        case optionalValue(String, ValueType)
    }

    package static func flag(_ name: String) -> Option {
        Option(name: name, kind: .flag, isRequired: false, isRepeatable: true, standard: nil)
    }

    package static func value(
        _ name: String, _ shown: String, _ type: ValueType = .text, required: Bool = false, repeatable: Bool = false,
        standard: String? = nil
    ) -> Option {
        Option(
            name: name, kind: .value(shown, type), isRequired: required, isRepeatable: repeatable, standard: standard)
    }

    package static func optionalValue(_ name: String, _ shown: String, _ type: ValueType) -> Option {
        Option(
            name: name, kind: .optionalValue(shown, type), isRequired: false, isRepeatable: false, standard: nil)
    }

    /// What every verb takes, before or after it.
    package static let common: [Option] = [
        .flag("json"), .flag("quiet"), .value("instance", "DIR", .folder), .flag("help"),
    ]
}

/// What a value must be; also what a shell may offer for it.
package enum ValueType: Sendable, Hashable {
    case text
    /// A text that names something, so not an empty one.
    case name
    case file
    case folder
    /// An app's id.
    case app
    /// `key=value`.
    case pair
    /// `a,b,c`.
    case list
    /// A date in ISO 8601, or `+30m`, `+2h`, `+7d` from now.
    case date
    /// `host:port`.
    case address
    case choice([String])
    /// A whole number in this range.
    case number(ClosedRange<Int>)
}
