internal import ActivityModel
internal import BatonBus

/// `baton index stats`: how much of each app can be found.
enum IndexStats {
    static let verb = Verb("index stats") { session in
        let statistics = try await session.call(SearchMethods.statistics).sorted { $0.app < $1.app }
        session.output.answer(.array(statistics.map(json)), lines(statistics))
        return .done
    }

    private static func json(_ app: SearchStatistics) -> JSON {
        [
            "app": .string(app.app), "items": .integer(app.items), "activities": .integer(app.activities),
            "pending": .integer(app.pending),
        ]
    }

    private static func lines(_ statistics: [SearchStatistics]) -> [Line] {
        var table = Columns([Texts.columnApp, Texts.columnItems, Texts.columnActivities, Texts.columnPending])
        for app in statistics {
            table.add([
                Line(app.app), Line(String(app.items)), Line(String(app.activities)), Line(String(app.pending)),
            ])
        }
        return table.lines
    }
}
