internal import ActivityModel
internal import BatonBus

/// `baton activity delete`: saved activities of one app, by their persistent identifiers or all of them.
enum ActivityDelete {
    static let verb = Verb(
        "activity delete",
        options: [
            .value("persistent-id", "ID", .name, repeatable: true), .flag("all"),
            .value("app", "ID", .app, standard: ActivityPublish.standardApp),
        ]
    ) { session in
        let ids = session.invocation.values("persistent-id")
        let isAll = session.invocation.has("all")
        guard isAll != !ids.isEmpty else { throw session.usage(Texts.deleteWhat) }
        // All of an app's activities are not deleted for a name that was forgotten.
        guard !isAll || session.invocation.has("app") else { throw session.usage(Texts.deleteAllOfWhat) }
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
}
