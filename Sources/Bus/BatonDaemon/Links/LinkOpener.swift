internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import BatonLinks
internal import FoundationEssentials
internal import GLibKit
internal import Synchronization

/// Takes an address down its road: to the app, or to the browser, exactly once.
final class LinkOpener: Sendable {
    let links: LinksService
    let apps: AppsService
    let deviceName: @Sendable () async -> String
    let time: TimeSource
    private let loops = Mutex(LoopGuard())

    init(
        links: LinksService, apps: AppsService, time: TimeSource, deviceName: @escaping @Sendable () async -> String
    ) {
        self.links = links
        self.apps = apps
        self.time = time
        self.deviceName = deviceName
    }

    /// What would open the address.
    func decide(_ url: String, from origin: LinkOrigin) async throws(BatonError) -> RoadDecision {
        let table = await links.table
        return try LinkRoad.route(url, from: origin, apps: await apps.manifests()) { table.decide($0) }
    }

    /// Opens it. A web address that its app refuses, or that cannot be brought to it, goes to the browser, once; one that an
    /// app may have got goes nowhere else, and is told as an error.
    /// - Parameter appsOnly: never in the browser; `refused` then.
    func open(
        _ url: String, from origin: LinkOrigin, openedBy opener: AppsService.ConnectionToken?, appsOnly: Bool,
        _ platform: PlatformData
    ) async throws(BatonError) -> RoadDecision {
        let decision = try await decide(url, from: origin)
        guard loops.withLock({ $0.allows(decision.url, at: time.now()) }) else {
            throw BatonError(
                .tooMany,
                "The same address, or many of its site, came several times within \(Int(LoopGuard.period)) seconds, so it is not "
                    + "opened again: some app or browser hands on to Baton what it gets from it.")
        }
        func event(_ target: AppEvent.Target, _ body: AppEvent.Body) async -> AppEvent {
            AppEvent(
                id: UUID().uuidString.lowercased(), cause: .link, origin: await deviceName(), target: target,
                activationToken: platform.activationToken, environment: platform.environment ?? [:], body: body)
        }
        switch decision.target {
        case .browser:
            guard !appsOnly else { throw BatonError(.refused, "No app opens the address: \(decision.why).") }
            try check(await apps.deliver(event(.browser, .open([decision.url]))), "the browser")
            return decision
        case .scheme(let app):
            let outcome = await apps.deliver(event(.app(app), .open([decision.url])), openedBy: opener)
            try check(outcome, app)
            return decision
        case .link(let app):
            var activity = ActivityRecord(id: UUID().uuidString.lowercased(), type: ActivityRecord.browsingWeb)
            activity.webpageURL = decision.url
            activity.referrerURL = origin.page?.text
            activity.eligibility = []
            let why: String
            switch await apps.deliver(event(.app(app), .activity(activity))) {
            case .taken: return decision
            case .refused: why = "\(app) did not take it"
            case .failed(let error): throw error
            case .undelivered(let error):
                why = "\(app) could not get it: \(error.message)"
                Log.warning("a link for \(app) goes to the browser: \(error.code)")
            }
            guard !appsOnly else { throw BatonError(.refused, "The address was not opened: \(why).") }
            try check(await apps.deliver(event(.browser, .open([decision.url]))), "the browser")
            return RoadDecision(.browser, decision.url, rule: decision.rule, why: why)
        }
    }

    private func check(_ outcome: AppEvent.Outcome, _ what: String) throws(BatonError) {
        switch outcome {
        case .taken: return
        case .refused: throw BatonError(.refused, "\(what) was asked to open the address, and did not take it.")
        case .undelivered(let error), .failed(let error): throw error
        }
    }
}
