internal import ActivityModel

extension Session {
    /// Whether there is somebody to answer a question.
    var canAsk: Bool { terminal.inputIsTerminal && !output.isJSON }

    /// Asks a question that is answered by yes or no.
    /// - Throws: `cancelled`, with the words of `declined`, for every answer but yes.
    func confirm(_ question: String, else declined: String) async throws {
        output.ask(question)
        let answer = (await terminal.readLine() ?? "").lowercased().split(separator: " ").joined()
        guard Texts.yesWords.contains(answer) else { throw CommandError.no(.cancelled, declined) }
    }
}
