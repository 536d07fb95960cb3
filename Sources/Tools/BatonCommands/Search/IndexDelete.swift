internal import ActivityModel
internal import BatonBus

/// `baton index delete`: items of one app, by identifier, by domain or all; or those of every app, after asking.
enum IndexDelete {
    static let verb = Verb(
        "index delete",
        options: [
            .value("id", "ID", .name, repeatable: true), .value("domain", "DOMAIN", .name, repeatable: true),
            .flag("all"), .value("app", "ID", .app), .value("index", "NAME", .name), .flag("yes"),
        ]
    ) { try await run($0) }

    private static let callLimit = Duration.seconds(60)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let invocation = session.invocation
        let (ids, domains) = (invocation.values("id"), invocation.values("domain"))
        let isAll = invocation.has("all")
        guard isAll != !(ids.isEmpty && domains.isEmpty) else { throw session.usage(Texts.deleteItemsWhat) }
        let app = invocation.value("app")
        let index = invocation.value("index")
        if isAll, app == nil {
            guard index == nil else { throw session.usage(Texts.deleteItemsNeedsApp) }
            return try await deleteOfAllApps(session)
        }
        let options = IndexOptions(app: app ?? ActivityPublish.standardApp, index: index)
        let owner = options.app ?? ""
        if isAll, index == nil {
            _ = try await session.call(SearchMethods.forget, AppOptions(app: app), timeout: callLimit)
        } else if isAll {
            _ = try await session.call(SearchMethods.deleteAll, options, timeout: callLimit)
        } else {
            try await inMessages(ids) {
                _ = try await session.call(SearchMethods.delete, $0, options, timeout: callLimit)
            }
            try await inMessages(domains) {
                _ = try await session.call(SearchMethods.deleteDomains, $0, options, timeout: callLimit)
            }
        }
        try await settle(session)
        session.output.done(
            ["deleted": .bool(true), "app": .string(owner)],
            Line(isAll ? Texts.appItemsDeleted(owner, session.invocation.value("index")) : Texts.itemsDeleted(owner)))
        return .done
    }

    private static func deleteOfAllApps(_ session: Session) async throws -> ExitStatus {
        if !session.invocation.has("yes") {
            guard session.canAsk else { throw session.usage(Texts.deleteItemsNeedsYes) }
            let apps = try await session.call(SearchMethods.statistics).filter { $0.items + $0.pending > 0 }
            session.output.note(Line(Texts.deleteAllItems(apps.reduce(0) { $0 + $1.items }, apps.count)))
            try await session.confirm(Texts.deleteQuestion, else: Texts.deleteDeclined)
        }
        _ = try await session.call(SearchMethods.forget, AppOptions(), timeout: callLimit)
        try await settle(session)
        session.output.done(["deleted": .bool(true)], Line(Texts.allItemsDeleted))
        return .done
    }

    /// What a search finds afterwards is without them.
    private static func settle(_ session: Session) async throws {
        _ = try await session.call(SearchMethods.settle, timeout: IndexAdd.settleLimit)
    }

    private static func inMessages(_ names: [String], _ send: ([String]) async throws -> Void) async throws {
        var buffer = MessageBuffer<String>()
        for name in names { if let full = buffer.add(name, size: name.utf8.count) { try await send(full) } }
        if !buffer.elements.isEmpty { try await send(buffer.elements) }
    }
}
