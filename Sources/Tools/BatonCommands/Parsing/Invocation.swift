/// What was asked for: the values of a verb's operands and options.
package struct Invocation: Sendable {
    package var operands: [String] = []
    package var options: [String: [String]] = [:]

    package init() {}

    package func has(_ option: String) -> Bool { options[option] != nil }
    package func value(_ option: String) -> String? { options[option]?.last }
    /// The value of an option that the table declares as a number; nil where it was not given.
    package func number(_ option: String) -> Int? { value(option).flatMap { Int($0) } }
    package func values(_ option: String) -> [String] { options[option] ?? [] }
    package func operand(_ index: Int) -> String? { index < operands.count ? operands[index] : nil }

    /// An operand that the table declares as required: the parser has seen to it.
    package func required(_ index: Int) -> String {
        precondition(index < operands.count, "operand \(index) is declared as required by every verb that reads it")
        return operands[index]
    }

    /// `a,b` as two; empty parts do not count. nil where the option was not given.
    package func list(_ option: String) -> [String]? {
        guard let texts = options[option] else { return nil }
        return texts.flatMap { $0.split(separator: ",").map(String.init) }
    }
}

/// What a command line asks for.
package enum Request: Sendable {
    case version
    /// The help of a verb, or of all that begin with these words.
    case help([String])
    case run(Verb)
}

/// A command line that cannot be meant: exit status 2.
package struct UsageError: Error, Sendable, Hashable {
    package let message: String
    /// The verb it is about, for the hint to its help.
    package var verb: [String]

    package init(_ message: String, verb: [String] = []) {
        self.message = message
        self.verb = verb
    }
}
