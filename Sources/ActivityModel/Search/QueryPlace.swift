/// Where in a query an error is. The daemon's message says it in these words, and who shows the query finds it there:
/// a D-Bus error is a name and a text.
package enum QueryPlace {
    /// - Parameter character: the first one counts as 1.
    package static func words(_ character: Int) -> String { "at character \(character)" }

    /// The first place that a message names: what follows may quote the query. nil where it names none.
    package static func character(in message: String) -> Int? {
        let words = message.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        return words.indices.dropFirst().lazy.filter { words[$0 - 1] == "character" }.compactMap { Int(words[$0]) }
            .first
    }
}
