internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import BatonSearch
internal import FoundationEssentials
internal import GLibKit

/// Search over D-Bus: `org.baton.Search1`. An app indexes, finds and deletes its own alone; the user's own programs act
/// for any app, find everything, and open what they find.
struct SearchInterface: Sendable {
    let search: SearchService
    let apps: AppsService
    let daemon: Daemon
    let sessions: SessionRegistry
    let reindexing: ReindexCoordinator
    let follower: SavedFollower

    func register(in router: inout BusRouter<ClientSession>) {
        registerIndexing(in: &router)
        registerBatches(in: &router)
        registerFinding(in: &router)
        registerOpening(in: &router)
    }

    // MARK: What apps put in and take out

    private func registerIndexing(in router: inout BusRouter<ClientSession>) {
        router.on(SearchMethods.index) { session, items, options in
            let index = try await index(session, options)
            try await checkSwitch(index.app)
            try await search.index(
                Arguments.checked(items), app: index.app, index: index.index, batch: options.batch)
            return Nothing()
        }
        // What is deleted is deleted, whatever the user's switch says.
        router.on(SearchMethods.delete) { session, identifiers, options in
            let index = try await index(session, options)
            try await search.delete(
                identifiers: Arguments.checked(identifiers: identifiers), app: index.app,
                index: Self.deleted(index, options), batch: options.batch)
            return Nothing()
        }
        router.on(SearchMethods.deleteDomains) { session, domains, options in
            let index = try await index(session, options)
            try await search.delete(
                domains: Arguments.checked(identifiers: domains), app: index.app,
                index: Self.deleted(index, options), batch: options.batch)
            return Nothing()
        }
        router.on(SearchMethods.deleteAll) { session, options in
            let index = try await index(session, options)
            try await search.deleteAll(
                app: index.app, index: Self.deleted(index, options), batch: options.batch)
            return Nothing()
        }
        router.on(SearchMethods.forget) { session, options in
            try await search.forget(app: session.scope(of: options))
            return Nothing()
        }
        router.on(SearchMethods.followIndex) { session, options in
            let index = try await index(session, options)
            try await session.follow(index)
            await reindexing.follows(index)
            return Nothing()
        }
        router.on(SearchMethods.unfollowIndex) { session, options in
            await session.unfollow(try await index(session, options))
            return Nothing()
        }
    }

    private func registerBatches(in router: inout BusRouter<ClientSession>) {
        router.on(SearchMethods.beginBatch) { session, options in
            let index = try await index(session, options)
            let batch = try await search.beginBatch(app: index.app, index: index.index, client: session.number)
            guard await session.hasEnded else { return batch }
            // It went while the batch was made, and was cleared up after before there was one.
            await search.clientLeft(session.number)
            throw ClientSession.gone
        }
        router.on(SearchMethods.endBatch) { session, batch, end in
            let batch = try Arguments.checked(batch, .batch)
            try await search.endBatch(batch, app: session.app(for: AppOptions(app: end.app)), Arguments.checked(end))
            return Nothing()
        }
        router.on(SearchMethods.clientState) { session, options in
            let index = try await index(session, options)
            return try await search.clientState(app: index.app, index: index.index)
        }
    }

    // MARK: Finding

    private func registerFinding(in router: inout BusRouter<ClientSession>) {
        router.on(SearchMethods.search) { session, text, options in
            let options = try await checked(options, session)
            return try await search.search(Arguments.within(text, .search), options)
        }
        router.on(SearchMethods.query) { session, query, options in
            let options = try await checked(options, session)
            return try await search.query(Arguments.checked(query, .search), options)
        }
        router.on(SearchMethods.suggest) { session, text, options in
            let options = try await checked(options, session)
            return try await search.suggestions(for: Arguments.within(text, .search), options)
        }
        router.on(SearchMethods.engaged) { session, engagement in
            let app = try await session.app(for: AppOptions(app: engagement.app))
            try await search.engaged(Arguments.checked(engagement), app: app)
            return Nothing()
        }
        router.on(SearchMethods.settle) { _ in
            // Saved activities are stored when search hears of them.
            await follower.followed()
            try await search.settle()
            return Nothing()
        }
        router.on(SearchMethods.statistics) { session in
            let own = await session.ownApp
            return try await search.statistics().filter { own == nil || $0.app == own }
        }
    }

    // MARK: Opening

    private func registerOpening(in router: inout BusRouter<ClientSession>) {
        router.on(SearchMethods.open) { session, result, platform in
            try await session.requireUser("open what a search has found")
            let result = try Arguments.checked(result)
            let environment = try Arguments.checked(environment: platform.environment ?? [:])
            let activity = try await search.activity(
                opening: result.identifier, kind: result.kind, app: result.app, index: result.index,
                action: result.action)
            try await deliver(activity, to: result.app, platform.activationToken, environment)
            await remember(result)
            return Nothing()
        }
        router.on(SearchMethods.searchInApp) { session, app, text, platform in
            try await session.requireUser("search in another app")
            let app = try Arguments.checked(app, .app)
            let text = try Arguments.checked(text, .searchInApp)
            let environment = try Arguments.checked(environment: platform.environment ?? [:])
            guard try await apps.show(app).search?.continuation == true else {
                throw BatonError(
                    .refused, "\(app) takes no searches: its Info.plist does not say CoreSpotlightContinuation.")
            }
            let activity = SearchActivity.continuation(of: text, id: UUID().uuidString.lowercased())
            try await deliver(activity, to: app, platform.activationToken, environment)
            return Nothing()
        }
    }

    private func deliver(
        _ activity: ActivityRecord, to app: String, _ token: String?, _ environment: [String: String]
    ) async throws(BatonError) {
        let event = AppEvent(
            id: UUID().uuidString.lowercased(), cause: .search, origin: await daemon.deviceName(), target: .app(app),
            activationToken: token, environment: environment, body: .activity(activity))
        switch await apps.deliver(event) {
        case .taken: return
        case .refused: throw BatonError(.refused, "\(app) was asked to open this, and did not take it.")
        case .undelivered(let error), .failed(let error): throw error
        }
    }

    /// That it was chosen. It is open already: what goes wrong here is none of the caller's.
    private func remember(_ result: ResultToOpen) async {
        var engagement = Engagement(
            typed: Arguments.remembered(result.typed ?? ""), app: result.app, kind: result.kind,
            identifier: result.identifier)
        engagement.index = result.index
        engagement.interaction = "select"
        do throws(BatonError) {
            try await search.engaged(engagement, app: result.app)
        } catch {
            Log.warning("that a result of \(result.app) was chosen could not be noted: \(error.code)")
        }
    }

    // MARK: Who and what

    /// Where to delete, as the service names it: of an app that names none in its default index, "". The user's own programs
    /// then delete in every index of the app.
    private static func deleted(_ index: IndexName, _ options: IndexOptions) -> String? {
        index.index ?? (options.app == nil ? "" : nil)
    }

    private func index(_ session: ClientSession, _ options: IndexOptions) async throws(BatonError) -> IndexName {
        try Arguments.checked(options, app: await session.app(for: AppOptions(app: options.app)))
    }

    private func checked(
        _ options: SearchOptions, _ session: ClientSession
    ) async throws(BatonError) -> SearchOptions {
        var checked = try Arguments.checked(options, scope: await session.scope(of: AppOptions(app: options.app)))
        // How rare a word is, is a matter of all apps' things: the parts of a rank are for the user's own eyes.
        if await session.ownApp != nil { checked.explain = nil }
        return checked
    }

    private func checkSwitch(_ app: String) async throws(BatonError) {
        guard await !apps.switches(for: app).search else { return }
        throw BatonError(
            .indexUnavailable,
            "The user has switched search off for \(app), so nothing of it is indexed; `baton apps set \(app) search "
                + "on` allows it.")
    }
}
