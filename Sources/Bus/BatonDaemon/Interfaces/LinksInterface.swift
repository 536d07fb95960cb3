internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import BatonLinks
internal import GLibKit
internal import ICUKit

extension Arguments.Kind {
    static let url = Arguments.Kind(
        name: "an address", limit: LinkRoad.maximumLength, remedy: "give one with its scheme, as https://example.com/")
    static let domain = Arguments.Kind(
        name: "a domain", limit: 1024, remedy: "give the name of a host, as example.com")
    static let authority = Arguments.Kind(
        name: "a file of certificates", limit: 4096, remedy: "give its absolute path")
}

/// Where addresses go, and the associations behind it: `org.baton.Links1`. Any app may open an address; the rest is for the
/// user's own programs.
struct LinksInterface: Sendable {
    let links: LinksService
    let apps: AppsService
    let opener: LinkOpener

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(LinksMethods.decide) { session, url, options in
            let url = try Arguments.checked(url, .url)
            let decision = LinkDecisionInfo(try await opener.decide(url, from: origin(options, session)))
            return shown(decision, of: url, to: await session.ownApp)
        }
        router.on(LinksMethods.open) { session, url, options, platform in
            let url = try Arguments.checked(url, .url)
            var platform = platform
            platform.environment = try Arguments.checked(environment: platform.environment ?? [:])
            let own = await session.ownApp
            do throws(BatonError) {
                let decision = try await opener.open(
                    url, from: origin(options, session), openedBy: await session.door,
                    appsOnly: options.appsOnly ?? false, platform)
                return shown(LinkDecisionInfo(decision), of: url, to: own)
            } catch {
                guard own != nil, ![.invalidArgument, .tooMany].contains(error.code) else { throw error }
                throw BatonError(error.code, "The address was not opened.")
            }
        }
        router.on(LinksMethods.status) { session in
            try await session.requireUser("see the associations of other apps")
            return await infos()
        }
        router.on(LinksMethods.fetch) { session, domain, options in
            try await session.requireUser("fetch association files")
            let host = try host(domain)
            if let port = options.port, !(1...65535).contains(port) {
                throw BatonError(.invalidArgument, "The option port must be a number from 1 to 65535, not \(port).")
            }
            let authority = try options.authority.map { path throws(BatonError) in
                let path = try Arguments.checked(path, .authority)
                guard path.hasPrefix("/") else {
                    throw BatonError(.invalidArgument, "The option authority must be the absolute path of a file.")
                }
                return path
            }
            try await links.fetch(host, authority: authority, port: options.port)
            return await infos().filter { $0.domain == host.ascii || $0.domain == "*." + host.ascii }
        }
        router.on(LinksMethods.prefer) { session, domain, choice in
            try await session.requireUser("choose what opens links")
            guard let choice = LinkChoice(rawValue: choice) else {
                throw BatonError(.invalidArgument, "The choice must be app or browser.")
            }
            try await links.prefer(choice, for: host(domain))
            return Nothing()
        }
    }

    /// Which other apps are installed, and what the user has chosen, is no app's business; that another one opens the address, it
    /// may know.
    private func shown(_ decision: LinkDecisionInfo, of url: String, to app: String?) -> LinkDecisionInfo {
        guard let app, decision.opens != app else { return decision }
        let isBrowser = decision.opens == LinkDecisionInfo.browser
        return LinkDecisionInfo(
            opens: isBrowser ? decision.opens : "app", url: url, rule: nil, why: isBrowser ? "" : "another app")
    }

    /// An app opens for itself alone; the user's own programs say for whom they do.
    private func origin(_ options: LinkOptions, _ session: ClientSession) async throws(BatonError) -> LinkOrigin {
        var origin = LinkOrigin(isTyped: options.typed ?? false)
        if let own = await session.ownApp {
            origin.app = own
        } else if let app = options.app {
            // Programs that an app starts know its folder, `BATON_APP`.
            let app = try Arguments.checked(app, app.hasPrefix("/") ? .folder : .app)
            origin.app = await apps.manifests().first { $0.folder == app }?.id ?? app
        }
        if let page = options.from, !page.isEmpty {
            guard let page = LinkURL(try Arguments.within(page, .url)) else {
                throw BatonError(.invalidArgument, "The option from must be the web address of the page with the link.")
            }
            origin.page = page
        }
        return origin
    }

    private func host(_ domain: String) throws(BatonError) -> HostName {
        guard let host = HostName(try Arguments.checked(domain, .domain)), !host.isAddress else {
            throw BatonError(.invalidArgument, "That is no domain; give the name of a host, as example.com.")
        }
        return host
    }

    private func infos() async -> [AssociationInfo] {
        let names = Dictionary(await apps.manifests().map { ($0.id, $0.name) }) { first, _ in first }
        return await links.status().map { status in
            var info = AssociationInfo(
                app: status.app, appName: names[status.app] ?? status.app, entry: status.entry,
                state: status.state.rawValue, reason: status.reason)
            info.service = status.service?.rawValue
            info.domain = status.domain
            info.developer = status.isDeveloper ? true : nil
            info.lastCheck = status.lastCheck
            info.nextCheck = status.nextCheck
            info.choice = status.choice == .browser ? LinkChoice.browser.rawValue : nil
            return info
        }
    }
}

extension LinkDecisionInfo {
    fileprivate init(_ decision: RoadDecision) {
        let opens =
            switch decision.target {
            case .link(let app), .scheme(let app): app
            case .browser: Self.browser
            }
        self.init(opens: opens, url: decision.url, rule: decision.rule?.description, why: decision.why)
    }
}
