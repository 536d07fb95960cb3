internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// The one gate through which everything goes out: as text for people or as JSON for programs, never both.
package struct Output: Sendable {
    let terminal: Terminal
    let isJSON: Bool
    let isQuiet: Bool
    private let colour: Bool
    /// ` --instance DIR`, where one was given: the commands that are suggested are about the same instance.
    private let instance: String

    init(terminal: Terminal, isJSON: Bool, isQuiet: Bool, environment: [String: String], instance: String? = nil) {
        self.instance = instance.map { " --instance " + ShellText.quoted($0) } ?? ""
        self.terminal = terminal
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        // no-color.org: any value but an empty one.
        colour = terminal.outputIsTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// The answer: one JSON value, or its lines.
    func answer(_ json: JSON, _ lines: @autoclosure () -> [Line]) {
        if isJSON { write(json.text) } else { for line in lines() { write(line.rendered(colour: colour)) } }
    }

    /// Something that happened while the command runs; `--quiet` does not drop it, since it is what was asked for.
    func event(_ json: JSON, _ line: @autoclosure () -> Line) {
        answer(json, [line()])
    }

    /// That something was done: JSON always, text unless `--quiet`.
    func done(_ json: JSON, _ line: @autoclosure () -> Line) {
        if isJSON || !isQuiet { answer(json, [line()]) }
    }

    /// For people only: how things go on.
    func note(_ lines: Line...) {
        if !isJSON, !isQuiet { for line in lines { write(line.rendered(colour: colour)) } }
    }

    /// A question on the terminal; its answer is typed on the same line.
    func ask(_ question: String) {
        if !isJSON { terminal.write(.error, SafeText.line(question) + " ") }
    }

    /// Something to know that is no failure.
    func warn(_ message: String) {
        let line = SafeText.line(Self.sentence(hinting(message)))
        terminal.write(
            .error, (isJSON ? (["warning": ["message": .string(line)]] as JSON).text : Texts.warning(line)) + "\n")
    }

    /// How far something has come, on a terminal: one line, which the next one replaces and `nil` takes away.
    func progress(_ text: String?) {
        guard terminal.outputIsTerminal, !isJSON, !isQuiet else { return }
        terminal.write(.error, "\r\u{1B}[K" + (text.map(SafeText.line) ?? ""))
    }

    /// A typed text with a mark under the character that an error is about, the first one counted as 1. Of a long text
    /// what is around it.
    func point(at character: Int, of text: String) {
        guard !isJSON, character >= 1 else { return }
        let width = min(terminal.columns() ?? 80, 200) - 4
        let characters = Array(text)
        let place = min(character - 1, characters.count)
        let first = max(0, place - width / 2)
        let shown = characters[first..<min(characters.count, first + width)].map { SafeText.line(String($0)) }
        let before = shown.prefix(place - first).reduce(0) { $0 + SafeText.width($1) }
        terminal.write(.error, "  \(shown.joined())\n  \(String(repeating: " ", count: before))^\n")
    }

    /// One line on standard error.
    func fail(_ verb: [String], code: String, message: String, isUsage: Bool = false) {
        // The help is the same for every instance.
        let line = SafeText.line(Self.sentence(isUsage ? message : hinting(message)))
        let json: JSON = ["error": ["code": .string(code), "message": .string(line)]]
        terminal.write(
            .error, (isJSON ? json.text : "\((["baton"] + verb).joined(separator: " ")): \(line)") + "\n")
    }

    /// A command to type, for this instance.
    func command(_ words: String) -> String {
        words.hasPrefix("baton") ? "baton\(instance)\(words.dropFirst(5))" : words
    }

    /// A message with the commands in it, which stand in backquotes, as they have to be typed.
    private func hinting(_ message: String) -> String {
        instance.isEmpty ? message : message.replacing("`baton ", with: "`baton\(instance) ")
    }

    /// A message that quotes a sentence ends as that does: in one full stop.
    private static func sentence(_ message: String) -> String {
        message.hasSuffix("..") && !message.hasSuffix("...") ? String(message.dropLast()) : message
    }

    /// A date in the user's locale.
    static func date(_ date: Date) -> String { LocaleDate.text(date) }

    private func write(_ line: String) { terminal.write(.output, line + "\n") }
}
