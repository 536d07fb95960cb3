extension Completions {
    package static func fish(for table: [Verb]) -> String {
        var lines = [
            "# fish completion for baton. \(head)", "",
            "# The verb's words that the line begins with, the options of every verb left out.",
            "function __baton_words", "    set -l words", "    set -l value 0",
            "    for word in (commandline -opc)[2..-1]",
            "        if test $value = 1", "            set value 0", "            continue", "        end",
            "        switch $word", "            case --instance", "                set value 1",
            "            case '-*'",
            "            case '*'", "                set -a words $word", "        end", "    end", "    echo $words",
            "end",
            "function __baton_at", "    test \"$(__baton_words)\" = \"$argv\"", "end",
            "function __baton_in", "    string match -q -- \"$argv*\" \"$(__baton_words)\"", "end", "",
            "complete -c baton -f",
        ]
        for option in Option.common { lines.append("complete -c baton \(option.fish(Texts.help("--\(option.name)")))") }
        lines.append("complete -c baton -n '__baton_at' -l version -d \(quoted(Texts.help("--version")))")
        for step in steps(table) {
            for next in step.next {
                lines.append("complete -c baton -n \(at(step.words)) -a \(next.word) -d \(quoted(next.help))")
            }
        }
        for verb in table where !verb.path.isEmpty {
            let condition = quoted("__baton_in \(verb.name)")
            for option in verb.options {
                lines.append(
                    "complete -c baton -n \(condition) \(option.fish(Texts.help("\(verb.name) --\(option.name)")))")
            }
            for (index, operand) in verb.operands.enumerated() {
                if let words = words(operand.type) {
                    lines.append(
                        "complete -c baton -n \(quoted("__baton_in \(verb.name); and test (count (string split ' ' (__baton_words))) = \(verb.path.count + index)")) -a \(quoted(words.joined(separator: " ")))"
                    )
                } else if isFolder(operand.type) || isFile(operand.type) {
                    let files = isFolder(operand.type) ? "(__fish_complete_directories)" : "(__fish_complete_path)"
                    lines.append("complete -c baton -n \(at(verb.path)) -a \(quoted(files))")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func at(_ words: [String]) -> String { quoted((["__baton_at"] + words).joined(separator: " ")) }
}

extension Option {
    fileprivate func fish(_ help: String) -> String {
        var words = ["-l \(name)"]
        if let type = Completions.takesValue(self) {
            words.append("-x")
            if Completions.isFolder(type) { words.append("-a '(__fish_complete_directories)'") }
            if Completions.isFile(type) { words.append("-a '(__fish_complete_path)'") }
            if let choices = Completions.words(type) {
                words.append("-a \(Completions.quoted(choices.joined(separator: " ")))")
            }
        }
        return words.joined(separator: " ") + " -d \(Completions.quoted(help))"
    }
}
