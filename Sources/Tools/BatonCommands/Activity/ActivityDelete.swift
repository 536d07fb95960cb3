internal import ActivityModel
internal import BatonBus

/// `baton activity delete`: saved activities of one app, by their persistent identifiers or all of them; or those of
/// every app, after asking.
enum ActivityDelete {
    static let verb = Verb(
        "activity delete",
        options: [
            .value("persistent-id", "ID", .name, repeatable: true), .flag("all"), .value("app", "ID", .app),
            .flag("yes"),
        ]
    ) { session in
        let ids = session.invocation.values("persistent-id")
        let isAll = session.invocation.has("all")
        guard isAll != !ids.isEmpty else { throw session.usage(Texts.deleteWhat) }
        guard !isAll || session.invocation.has("app") else { return try await deleteOfAllApps(session) }
        let app = session.invocation.value("app") ?? ActivityPublish.standardApp
        let options = AppOptions(app: app)
        let count =
            isAll
            ? try await session.call(ActivitiesMethods.deleteAllSaved, options)
            : try await session.call(ActivitiesMethods.deleteSaved, ids, options)
        guard count > 0 || isAll else { throw CommandError.no(.noSuchActivity, Texts.nothingDeleted(app)) }
        session.output.done(
            ["deleted": .integer(Int(count)), "app": .string(app)], Line(Texts.activitiesDeleted(Int(count), app)))
        return .done
    }

    private static func deleteOfAllApps(_ session: Session) async throws -> ExitStatus {
        if !session.invocation.has("yes") {
            guard session.canAsk else { throw session.usage(Texts.deleteNeedsYes) }
            let status = try await session.call(SystemMethods.status)
            session.output.note(Line(Texts.deleteAllActivities(status.savedActivities)))
            try await session.confirm(Texts.deleteQuestion, else: Texts.deleteDeclined)
        }
        let count = Int(try await session.call(ActivitiesMethods.forget, AppOptions()))
        session.output.done(["deleted": .integer(count)], Line(Texts.allActivitiesDeleted(count)))
        return .done
    }
}
