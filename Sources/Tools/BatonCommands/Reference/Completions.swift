/// The shells' completions, written from the table of verbs; `data/completions` has their checked-in copies.
package enum Completions {
    static let head = "Written from the table of verbs; a test holds it to that. Do not edit."

    /// For each beginning of a verb's name, the words that may come next.
    static func steps(_ table: [Verb]) -> [(words: [String], next: [(word: String, help: String)])] {
        var steps: [(words: [String], next: [(word: String, help: String)])] = []
        for verb in table {
            for length in 0..<verb.path.count {
                let words = Array(verb.path[..<length])
                let word = verb.path[length]
                let isWhole = length == verb.path.count - 1
                let index = steps.firstIndex { $0.words == words } ?? steps.endIndex
                if index == steps.endIndex { steps.append((words, [])) }
                if !steps[index].next.contains(where: { $0.word == word }) {
                    // A word that several verbs begin with is explained by their names.
                    let others = table.filter { $0.path.starts(with: words + [word]) }.compactMap {
                        $0.path.dropFirst(length + 1).first
                    }
                    steps[index].next.append((word, isWhole ? Texts.help(verb.name) : others.joined(separator: ", ")))
                }
            }
        }
        return steps
    }

    static func words(_ type: ValueType) -> [String]? { if case .choice(let words) = type { words } else { nil } }
    static func isFile(_ type: ValueType) -> Bool { type == .file }
    static func isFolder(_ type: ValueType) -> Bool { type == .folder }

    static func takesValue(_ option: Option) -> ValueType? {
        if case .value(_, let type) = option.kind { type } else { nil }
    }

    /// Text within single quotes of a shell.
    static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension Completions {
    package static func bash(for table: [Verb]) -> String {
        var lines = [
            "# bash completion for baton. \(head)", "_baton() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= operands=0 value= i",
            "    for ((i = 1; i < COMP_CWORD; i++)); do",
            "        if [[ $value ]]; then value=; continue; fi",
            "        case ${COMP_WORDS[i]} in",
            "            \(valued(table).joined(separator: "|"))) value=1 ;;", "            -*) ;;",
            "            *)", "                case \"$verb${verb:+ }${COMP_WORDS[i]}\" in",
        ]
        let beginnings = Set(
            table.flatMap { verb in (0..<verb.path.count).map { verb.path[...$0].joined(separator: " ") } })
        lines += [
            "                    \(beginnings.sorted().map(quoted).joined(separator: "|"))) verb=\"$verb${verb:+ }${COMP_WORDS[i]}\" ;;",
            "                    *) ((operands++)) ;;", "                esac ;;", "        esac", "    done",
            "    COMPREPLY=()",
            "    case $before in",
        ]
        let types = Option.common + table.flatMap(\.options)
        let files = names(types) { isFile($0) }
        let folders = names(types) { isFolder($0) }
        lines += [
            "        \(files.joined(separator: "|"))) compopt -o filenames; COMPREPLY=($(compgen -f -- \"$word\")); return ;;",
            "        \(folders.joined(separator: "|"))) compopt -o filenames; COMPREPLY=($(compgen -d -- \"$word\")); return ;;",
            "    esac", "    [[ $value ]] && return", "    local words=", "    case $verb in",
        ]
        let steps = steps(table)
        var keys = steps.map { $0.words }
        for verb in table where !keys.contains(verb.path) { keys.append(verb.path) }
        for key in keys {
            let verb = table.first { $0.path == key }
            let next = steps.first { $0.words == key }?.next.map(\.word) ?? []
            let options = (verb?.options ?? []).map { "--\($0.name)" } + (key.isEmpty ? ["--version"] : [])
            lines.append("        \(quoted(key.joined(separator: " "))))")
            if !options.isEmpty {
                lines.append("            [[ $word == -* ]] && words=\(quoted(options.joined(separator: " ")))")
            }
            lines += ["            [[ $word == -* ]] || case $operands in"]
            if !next.isEmpty { lines.append("                0) words=\(quoted(next.joined(separator: " "))) ;;") }
            for (index, operand) in (verb?.operands ?? []).enumerated() {
                if let choices = words(operand.type) {
                    lines.append("                \(index)) words=\(quoted(choices.joined(separator: " "))) ;;")
                } else if isFile(operand.type) || isFolder(operand.type) {
                    let kind = isFolder(operand.type) ? "-d" : "-f"
                    lines.append(
                        "                \(index)) compopt -o filenames; COMPREPLY=($(compgen \(kind) -- \"$word\")); return ;;"
                    )
                }
            }
            lines += ["                *) ;;", "            esac ;;"]
        }
        lines += [
            "    esac",
            "    [[ $word == -* ]] && words+=\" \(Option.common.map { "--\($0.name)" }.joined(separator: " "))\"",
            "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))", "}", "complete -F _baton baton",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The options that take a value, of all verbs.
    private static func valued(_ table: [Verb]) -> [String] {
        names(Option.common + table.flatMap(\.options)) { _ in true }
    }

    private static func names(_ options: [Option], _ matches: (ValueType) -> Bool) -> [String] {
        Set(options.filter { takesValue($0).map(matches) == true }.map { "--\($0.name)" }).sorted()
    }
}
