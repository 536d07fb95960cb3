internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials

/// `baton activity list`: what is current, newest first, then what is saved.
enum ActivityList {
    static let verb = Verb("activity list", options: [.value("app", "ID", .app)]) { session in
        let app = session.invocation.value("app")
        let current = try await session.call(ActivitiesMethods.listCurrent)
            .filter { app == nil || $0.app == app }.sorted { $0.since > $1.since }
        let saved = try await session.call(ActivitiesMethods.listSaved, AppOptions(app: app))
            .sorted { $0.savedAt > $1.savedAt }
        session.output.answer(.array(current.map(json) + saved.map(json)), lines(current, saved))
        return .done
    }

    private static func lines(_ current: [CurrentActivityInfo], _ saved: [SavedActivity]) -> [Line] {
        var table = Columns([
            Texts.columnState, Texts.columnApp, Texts.columnType, Texts.columnTitle,
            Texts.columnPersistentID, Texts.columnSince, Texts.columnEligible,
        ])
        for activity in current {
            table.add([
                Line(Texts.current, .good), Line(activity.app), Line(activity.record.type),
                Line(activity.record.title ?? ""), Line(activity.record.persistentIdentifier ?? ""),
                Line(Output.date(activity.since)), Line(uses(activity.record)),
            ])
        }
        for activity in saved {
            table.add([
                Line(Texts.saved), Line(activity.app), Line(activity.record.type), Line(activity.record.title ?? ""),
                Line(activity.record.persistentIdentifier ?? ""), Line(Output.date(activity.savedAt)),
                Line(uses(activity.record)),
            ])
        }
        return table.lines
    }

    /// Public indexing among them, of which nothing but this list makes use.
    private static func uses(_ record: ActivityRecord) -> String {
        Texts.list(record.eligibility.map { Texts.eligibility($0.rawValue) })
    }

    private static func json(_ activity: CurrentActivityInfo) -> JSON {
        json(
            "current", app: activity.app, activity.record, key: nil,
            dates: [("since", .date(activity.since)), ("expiresAt", .date(ifAny: activity.record.expirationDate))])
    }

    private static func json(_ activity: SavedActivity) -> JSON {
        json(
            "saved", app: activity.app, activity.record, key: activity.key,
            dates: [("savedAt", .date(activity.savedAt)), ("expiresAt", .date(activity.expiresAt))])
    }

    private static func json(
        _ state: String, app: String, _ record: ActivityRecord, key: String?, dates: [(String, JSON)]
    ) -> JSON {
        .object(
            [
                (name: "state", value: .string(state)), (name: "app", value: .string(app)),
                (name: "type", value: .string(record.type)), (name: "title", value: .orNull(record.title)),
                (name: "webpageURL", value: .ifAny(record.webpageURL)),
                (name: "persistentIdentifier", value: .ifAny(record.persistentIdentifier)),
                (name: "identifier", value: .ifAny(key)),
                (name: "eligibility", value: .strings(record.eligibility.map(\.rawValue))),
            ] + dates.map { (name: $0.0, value: $0.1) })
    }
}
