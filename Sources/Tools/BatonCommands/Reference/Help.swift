/// The help, written from the table of verbs.
package enum Help {
    /// - Parameter words: a verb, or the words that several begin with.
    package static func text(for words: [String], in table: [Verb]) -> String {
        if !words.isEmpty, let verb = table.first(where: { $0.path == words }) {
            let nested = table.filter { $0.path.count > words.count && $0.path.starts(with: words) }
            return text(for: verb, with: nested)
        }
        let verbs = table.filter { !$0.path.isEmpty && $0.path.starts(with: words) }
        var lines: [String] = []
        if words.isEmpty {
            lines = [
                "baton — \(Texts.purpose)", "", "\(Texts.usage) baton [--json] [--quiet] [--instance DIR] VERB …", "",
            ]
            lines += [Texts.alone, Texts.verbHelp, ""]
        }
        lines += [Texts.verbs] + columns(verbs.map { (short($0), Texts.help($0.name)) })
        if words.isEmpty {
            let version = (name: "--version", help: Texts.help("--version"))
            lines += ["", Texts.commonHead] + columns(common + [version])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func text(for verb: Verb, with nested: [Verb]) -> String {
        var lines = ["\(Texts.usage) \(synopsis(verb))", "", Texts.help(verb.name)]
        if !nested.isEmpty { lines += ["", Texts.verbs] + columns(nested.map { (short($0), Texts.help($0.name)) }) }
        if !verb.operands.isEmpty { lines += ["", Texts.operandsHead] + columns(operands(verb)) }
        if !verb.options.isEmpty { lines += ["", Texts.optionsHead] + columns(options(verb)) }
        lines += ["", Texts.commonHead] + columns(common)
        return lines.joined(separator: "\n") + "\n"
    }

    static func operands(_ verb: Verb) -> [(name: String, help: String)] {
        verb.operands.map { operand in
            var help = Texts.help("\(verb.name) \(operand.name)")
            if case .choice(let words) = operand.type { help += ": \(Texts.choices(words))" }
            return (operand.name, help)
        }
    }

    static func options(_ verb: Verb) -> [(name: String, help: String)] {
        verb.options.map { option in
            let help = Texts.help("\(verb.name) --\(option.name)")
            return (form(option), help + (option.standard.map(Texts.standard) ?? ""))
        }
    }

    static var common: [(name: String, help: String)] {
        Option.common.map { (form($0), Texts.help("--\($0.name)")) }
    }

    /// `--title TEXT`.
    static func form(_ option: Option) -> String {
        switch option.kind {
        case .flag: "--\(option.name)"
        case .value(let shown, _): "--\(option.name) \(shown)"
        case .optionalValue(let shown, _): "--\(option.name) [\(shown)]"
        }
    }

    /// `baton handoff continue [OFFER] [--latest] [--print]`.
    static func synopsis(_ verb: Verb) -> String {
        var words = [verb.command] + verb.operands.map { form($0) }
        words += verb.options.map { option in
            let form = form(option) + (option.isRepeatable && isValue(option) ? " …" : "")
            return option.isRequired ? form : "[\(form)]"
        }
        return words.joined(separator: " ")
    }

    private static func form(_ operand: Operand) -> String {
        if case .choice(let words) = operand.type { return Texts.choices(words) }
        let name = operand.isRepeated ? "\(operand.name) …" : operand.name
        return operand.isRequired ? name : "[\(name)]"
    }

    private static func isValue(_ option: Option) -> Bool { if case .value = option.kind { true } else { false } }

    /// The verb with its operands, for a list.
    private static func short(_ verb: Verb) -> String {
        (verb.path + verb.operands.map { form($0) }).joined(separator: " ")
    }

    private static func columns(_ rows: [(name: String, help: String)]) -> [String] {
        let width = min(rows.map(\.name.count).max() ?? 0, 34)
        return rows.map { row in
            // A long name has its help on a line of its own.
            row.name.count > width
                ? "  \(row.name)\n  \(String(repeating: " ", count: width))  \(row.help)"
                : "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.help)"
        }
    }
}
