extension Completions {
    package static func zsh(for table: [Verb]) -> String {
        var lines = [
            "#compdef baton", "# \(head)", "",
            "_baton() {", "    local -a common next", "    local word verb= value=",
            "    common=(",
            Option.common.map { "        " + specification($0, Texts.help("--\($0.name)")) }.joined(separator: "\n"),
            "    )",
            // Which verb the line names so far, and at which word it ends.
            "    integer i end=1", "    for ((i = 2; i < CURRENT; i++)); do", "        word=${words[i]}",
            "        if [[ -n $value ]]; then value=; continue; fi", "        case $word in",
            "            (\(Option.common.filter { takesValue($0) != nil }.map { "--\($0.name)" }.joined(separator: "|"))) value=1 ;;",
            "            (-*) ;;", "            (*)", "                case \"$verb${verb:+ }$word\" in",
        ]
        let beginnings = Set(
            table.flatMap { verb in (0..<verb.path.count).map { verb.path[...$0].joined(separator: " ") } })
        lines += [
            "                    (\(beginnings.sorted().map(quoted).joined(separator: "|"))) verb=\"$verb${verb:+ }$word\"; end=i ;;",
            "                    (*) break ;;", "                esac ;;", "        esac", "    done",
            "    case $verb in",
        ]
        let steps = steps(table)
        for step in steps where !table.contains(where: { $0.path == step.words && !$0.path.isEmpty }) {
            lines +=
                ["        (\(quoted(step.words.joined(separator: " "))))"] + describe(step.next) + ["            ;;"]
        }
        for verb in table where !verb.path.isEmpty {
            lines.append("        (\(quoted(verb.name)))")
            if let step = steps.first(where: { $0.words == verb.path }) {
                lines += describe(step.next) + ["            ;;"]
                continue
            }
            // The verb's own words are out of the way, so that operands count from one.
            lines.append("            words=(baton \"${(@)words[end+1,-1]}\"); ((CURRENT -= end - 1))")
            lines.append("            _arguments $common \\")
            for option in verb.options {
                lines.append("                \(specification(option, Texts.help("\(verb.name) --\(option.name)"))) \\")
            }
            for (index, operand) in verb.operands.enumerated() {
                let help = Texts.help("\(verb.name) \(operand.name)").replacing(":", with: "\\:")
                let place =
                    operand.isRepeated ? "*:" : operand.isRequired ? "\(index + 1):" : "\(index + 1)::"
                lines.append("                \(quoted("\(place)\(help):\(action(operand.type))")) \\")
            }
            lines[lines.count - 1].removeLast(2)
            lines.append("            ;;")
        }
        lines += ["    esac", "}", "", "_baton \"$@\""]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func describe(_ next: [(word: String, help: String)]) -> [String] {
        ["            next=("] + next.map { "                \(quoted("\($0.word):\($0.help)"))" }
            + [
                "            )",
                "            if [[ $PREFIX == -* ]]; then _arguments $common '--version'; else _describe verb next; fi",
            ]
    }

    private static func specification(_ option: Option, _ help: String) -> String {
        let plain = help.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
        let star = option.isRepeatable && takesValue(option) != nil ? "*" : ""
        guard case .value(let shown, let type) = option.kind else { return quoted("--\(option.name)[\(plain)]") }
        return quoted("\(star)--\(option.name)=[\(plain)]:\(shown.replacing(":", with: "\\:")):\(action(type))")
    }

    private static func action(_ type: ValueType) -> String {
        if let words = words(type) { return "(\(words.joined(separator: " ")))" }
        return isFile(type) ? "_files" : isFolder(type) ? "_files -/" : ""
    }
}
