/// Reads a command line by the table of verbs.
///
/// Words name the verb for as long as they can, the rest are operands. The options of every verb stand anywhere, a
/// verb's own ones after it. `--name value` and `--name=value` are the same; after `--` nothing is an option.
package struct Parser: Sendable {
    package let table: [Verb]

    package init(_ table: [Verb]) { self.table = table }

    package func parse(_ arguments: [String]) throws(UsageError) -> (Request, Invocation) {
        var reading = Reading(table: table)
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                for word in rest { reading.takeOperand(word) }
                break
            }
            if argument.hasPrefix("--") {
                try reading.takeOption(argument, &rest)
            } else if argument == "-h" {
                reading.invocation.options["help", default: []].append("")
            } else if argument.hasPrefix("-"), argument != "-" {
                throw UsageError(Texts.unknownOption(argument, nil), verb: reading.words)
            } else {
                reading.take(argument)
            }
        }
        return (try reading.request(), reading.invocation)
    }

    private struct Reading {
        let table: [Verb]
        var words: [String] = []
        var invocation = Invocation()
        var wantsVersion = false

        private var verb: Verb? { table.first { $0.path == words } }

        /// The words that may come next in a verb's name.
        private var continuations: [String] {
            var found: [String] = []
            for verb in table where verb.path.count > words.count && verb.path.starts(with: words) {
                if !found.contains(verb.path[words.count]) { found.append(verb.path[words.count]) }
            }
            return found
        }

        mutating func take(_ word: String) {
            if invocation.operands.isEmpty, continuations.contains(word) {
                words.append(word)
            } else {
                takeOperand(word)
            }
        }

        mutating func takeOperand(_ word: String) { invocation.operands.append(word) }

        mutating func takeOption(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
            let text = argument.dropFirst(2)
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            let given = parts.count > 1 ? String(parts[1]) : nil
            if name == "version", given == nil, words.isEmpty {
                wantsVersion = true
                return
            }
            let known = Option.common + (verb?.options ?? [])
            guard let option = known.first(where: { $0.name == name }) else {
                if let owner = table.first(where: { $0.options.contains { $0.name == name } }),
                    verb == nil || words.isEmpty
                {
                    throw UsageError(Texts.optionBeforeVerb(name, owner.name), verb: words)
                }
                let near = Suggestion.nearest(to: name, among: known.map(\.name)).map { "--\($0)" }
                throw UsageError(Texts.unknownOption("--\(name)", near), verb: words)
            }
            switch option.kind {
            case .flag:
                guard given == nil else { throw UsageError(Texts.optionTakesNoValue(name), verb: words) }
                invocation.options[name] = [""]
            case .value(let shown, let type):
                let value: String
                if let given {
                    value = given
                } else {
                    let next = rest.first
                    let nextName = next.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
                    // Far more often a forgotten value than a value that looks like an option of this verb.
                    let isOption = next?.hasPrefix("--") == true && known.contains { $0.name == nextName }
                    guard let next, !isOption else { throw UsageError(Texts.missingValue(name, shown), verb: words) }
                    rest.removeFirst()
                    value = next
                }
                if !option.isRepeatable, invocation.options[name] != nil {
                    throw UsageError(Texts.givenTwice(name), verb: words)
                }
                if let complaint = type.complaint(value) {
                    throw UsageError(Texts.wrongValue("--\(name)", value, complaint), verb: words)
                }
                invocation.options[name, default: []].append(value)
            case .optionalValue(_, let type):
                guard invocation.options[name] == nil else { throw UsageError(Texts.givenTwice(name), verb: words) }
                if let given, let complaint = type.complaint(given) {
                    throw UsageError(Texts.wrongValue("--\(name)", given, complaint), verb: words)
                }
                let next = rest.first.flatMap { type.complaint($0) == nil ? $0 : nil }
                // A number that cannot be meant is none of the words that follow.
                if given == nil, next == nil, let word = rest.first, Int(word) != nil,
                    let complaint = type.complaint(word)
                {
                    throw UsageError(Texts.wrongValue("--\(name)", word, complaint), verb: words)
                }
                if given == nil, next != nil { rest.removeFirst() }
                invocation.options[name] = [given ?? next ?? ""]
            }
        }

        mutating func request() throws(UsageError) -> Request {
            if invocation.has("help") { return .help(words) }
            if wantsVersion { return .version }
            guard let verb else {
                if let word = invocation.operands.first { throw unknown(word) }
                throw UsageError(Texts.verbIncomplete(words, continuations), verb: words)
            }
            if let word = invocation.operands.first, verb.operands.isEmpty, !continuations.isEmpty {
                throw unknown(word)
            }
            try check(verb)
            return .run(verb)
        }

        private func unknown(_ word: String) -> UsageError {
            let near = Suggestion.nearest(to: word, among: continuations)
            return UsageError(
                Texts.unknownVerb(
                    (words + [word]).joined(separator: " "), near.map { (words + [$0]).joined(separator: " ") }),
                verb: words)
        }

        private mutating func check(_ verb: Verb) throws(UsageError) {
            if verb.operands.last?.isRest == true, invocation.operands.count > verb.operands.count {
                let start = verb.operands.count - 1
                invocation.operands =
                    invocation.operands[..<start] + [invocation.operands[start...].joined(separator: " ")]
            }
            for (index, operand) in verb.operands.enumerated() {
                guard index < invocation.operands.count else {
                    if operand.isRequired {
                        throw UsageError(Texts.missingOperand(verb.name, operand.name), verb: words)
                    }
                    break
                }
                let value = invocation.operands[index]
                if let complaint = operand.type.complaint(value) {
                    throw UsageError(Texts.wrongValue(operand.name, value, complaint), verb: words)
                }
            }
            if let last = verb.operands.last, last.isRepeated {
                for value in invocation.operands.dropFirst(verb.operands.count) {
                    guard let complaint = last.type.complaint(value) else { continue }
                    throw UsageError(Texts.wrongValue(last.name, value, complaint), verb: words)
                }
            } else if invocation.operands.count > verb.operands.count {
                throw UsageError(Texts.extraOperand(verb.name, invocation.operands[verb.operands.count]), verb: words)
            }
            for option in verb.options where option.isRequired && !invocation.has(option.name) {
                throw UsageError(Texts.missingOption(verb.name, option.name), verb: words)
            }
        }
    }
}
