internal import ActivityModel

/// The results of a search as they are printed.
struct ResultList {
    private let results: [(SearchResult, AttributeSet)]
    private let names: [String: String]
    private let width: Int
    private let explains: Bool

    /// What no terminal shows is still readable in a file.
    private static let widest = 200

    /// - Parameters:
    ///   - names: the apps' names by their ids.
    ///   - width: the terminal's, in columns; nil where the output is none.
    /// - Throws: `internal`, where the attributes cannot be read.
    init(_ results: [SearchResult], names: [String: String], width: Int?, explains: Bool) throws {
        self.results = try results.map { ($0, try Self.attributes($0)) }
        self.names = names
        self.width = min(width ?? Self.widest, Self.widest)
        self.explains = explains
    }

    // MARK: For programs

    func json(withAttributes: Bool) -> JSON {
        .array(
            results.enumerated().map { index, element in
                let (result, attributes) = element
                return [
                    "app": .string(result.app), "kind": .string(result.kind.rawValue),
                    "identifier": .string(result.identifier), "index": .ifAny(result.index),
                    "type": .ifAny(result.type), "title": .string(result.title),
                    "description": .ifAny(result.description), "rank": .integer(index + 1),
                    "attributes": withAttributes ? AttributeJSON.json(attributes) : .absent,
                    "explain": explains ? result.explanation.map { RankTable($0).json } ?? .null : .absent,
                ]
            })
    }

    // MARK: For people

    var lines: [Line] {
        let numberWidth = String(results.count).count
        let indent = String(repeating: " ", count: numberWidth + 2)
        return results.enumerated().flatMap { index, element in
            let (result, attributes) = element
            let number = String(index + 1)
            let padding = String(repeating: " ", count: numberWidth - number.count)
            var lines = [Line("\(padding)\(number). ", .faint) + head(result, indent.count)]
            if let text = result.description, !text.isEmpty {
                lines.append(Line(indent + cut(text, indent.count)))
            }
            for (name, value) in attributes.shown {
                lines.append(Line("\(indent)\(name) = ", .faint) + Line(cut(value, indent.count + name.count + 3)))
            }
            if explains, let explanation = result.explanation {
                lines += RankTable(explanation).lines.map { Line(indent) + $0 }
            }
            return lines
        }
    }

    /// Title, app, and the date that its rank counts from. The title gives way where it gets narrow.
    private func head(_ result: SearchResult, _ indent: Int) -> Line {
        let app = names[result.app] ?? result.app
        let date = result.explanation.map(\.dayOrDate) ?? ""
        let tail = "  \(app)" + (date.isEmpty ? "" : "  \(date)")
        let title = cut(result.title, indent + SafeText.width(SafeText.line(tail)))
        return Line(title, .strong) + Line("  \(app)") + Line(date.isEmpty ? "" : "  \(date)", .faint)
    }

    /// At least a dozen columns, however narrow the terminal is.
    private func cut(_ text: String, _ used: Int) -> String {
        let room = max(12, width - used)
        // No more of a long text is made safe than can be shown.
        return SafeText.cut(SafeText.line(String(text.prefix(room * 2))), to: room)
    }

    private static func attributes(_ result: SearchResult) throws -> AttributeSet {
        guard let data = result.attributes else { return AttributeSet() }
        do throws(BatonError) {
            return try AttributeSet(canonical: data)
        } catch {
            // Not this command line's fault, as the code alone would say.
            throw BatonError(.internal, Texts.answerUnreadable)
        }
    }
}

extension AttributeSet {
    /// Names and values for people.
    fileprivate var shown: [(name: String, value: String)] {
        values.merging(custom.mapValues(\.value)) { own, _ in own }
            .map { (name: $0.key, value: AttributeJSON.text($0.value)) }.sorted { $0.name < $1.name }
    }
}
