package import ActivityModel
package import FoundationEssentials
package import GLibKit

/// Offers: what this device offers to the others, what they offer to it, and continuing one of theirs here.
///
/// An offer only says that there is something; the state is pulled when the user accepts.
package actor HandoffService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let links: any HandoffLinks
    let source: any OfferSource
    let door: any ContinueDoor
    let time: TimeSource
    let makeID: @Sendable () -> String
    private var onChange: (@Sendable () -> Void)?

    /// What this device offers now.
    var ownOffers: [Offer] = []
    /// What each other device offers, by its id.
    private var foreignOffers: [String: [Offer]] = [:]
    /// Since when a device that has offers is out of reach.
    private var lostSince: [String: Date] = [:]
    /// Requests of ours that wait for a state, by request id.
    var pending: [String: PendingFetch] = [:]
    /// Requests of other devices that this one is answering, until the work for them has ended: one that is not wanted
    /// any more still holds its place, or asking and taking back would start any number of them.
    var serving: [ServedRequest: Serving] = [:]
    /// Apps that are being told that an activity of theirs was continued, by offer and device.
    var telling: Set<ServedRequest> = []

    struct PendingFetch {
        let device: String
        let continuation: CheckedContinuation<Result<ActivityRecord, BatonError>, Never>
    }

    /// A request, or an offer, as one device names it: another device cannot take its name.
    struct ServedRequest: Hashable {
        let device: String
        let id: String
    }

    struct Serving {
        var task: Task<Void, Never>?
        var isWanted = true
    }

    /// How long offers of a device that is out of reach are still shown. They cannot be continued meanwhile.
    package static let unreachableLifetime: TimeInterval = 60 * 60
    /// How long a state may take: the app has 5 s to save (decisions), the rest is the way.
    package static let fetchLimit = Duration.seconds(8)
    /// Fetches that one device may have under way here.
    static let maximumServing = 16

    package init(
        thread: GLibThread, time: TimeSource, links: any HandoffLinks, source: any OfferSource, door: any ContinueDoor,
        makeID: @escaping @Sendable () -> String
    ) {
        self.thread = thread
        self.time = time
        self.links = links
        self.source = source
        self.door = door
        self.makeID = makeID
    }

    /// Runs `handler` whenever the offers of other devices change.
    package func onChange(_ handler: @escaping @Sendable () -> Void) { onChange = handler }

    /// Whether a state is being fetched from another device, or by one.
    package var isFetching: Bool { !pending.isEmpty || !serving.isEmpty }

    // MARK: What this device offers

    /// Takes what is current here and tells the other devices, if it differs from what they know.
    package func publish(_ offers: [Offer]) async {
        let offers = offers.prefix(HandoffMessage.maximumOffers).map { $0.shortened() }
        guard offers != ownOffers else { return }
        ownOffers = offers
        for device in await links.linked() { await announce(to: device) }
    }

    /// The newest go where not all fit into one frame.
    private func announce(to device: String) async {
        var offers = ownOffers
        while true {
            do throws(BatonError) { return try await links.send(.offers(offers), to: device) } catch {
                guard error.code == .tooLarge, offers.count > 1 else { return }
                offers.removeLast(offers.count / 2)
            }
        }
    }

    // MARK: The links

    package func linkUp(_ device: String) async {
        lostSince[device] = nil
        // Always, also when there is nothing: it replaces what the other side remembers.
        await announce(to: device)
        onChange?()
    }

    package func linkDown(_ device: String) {
        if foreignOffers[device]?.isEmpty == false { lostSince[device] = time.now() }
        fail(pendingOf: device)
        for request in serving.keys where request.device == device { abandon(request) }
        onChange?()
    }

    /// Forgets a device that is none of the user's any more.
    package func forget(_ device: String) {
        foreignOffers[device] = nil
        lostSince[device] = nil
        fail(pendingOf: device)
        onChange?()
    }

    /// This device shares with no other any more.
    package func forgetAll() {
        for device in Array(foreignOffers.keys) { forget(device) }
    }

    private func fail(pendingOf device: String) {
        for (request, fetch) in pending where fetch.device == device {
            pending[request] = nil
            fetch.continuation.resume(
                returning: .failure(
                    BatonError(.connectionUnavailable, "The connection to the other device was lost; try again.")))
        }
    }

    package func received(_ message: HandoffMessage, from device: String) async {
        switch message {
        case .offers(let offers):
            var ids: Set<String> = []
            foreignOffers[device] = offers.prefix(HandoffMessage.maximumOffers).filter {
                $0.isWellFormed && ids.insert($0.id).inserted
            }.map { $0.shortened() }
            lostSince[device] = nil
            onChange?()
        case .fetch(let request, let offer): serve(request, offer, for: device)
        case .state(let request, let activity): settle(request, from: device, .success(activity))
        case .failure(let request, let error): settle(request, from: device, .failure(error))
        case .continued(_, let offer): confirmed(offer, by: device)
        case .cancel(let request): abandon(ServedRequest(device: device, id: request))
        }
    }

    // MARK: What the others offer

    /// An offer of another device, with what would continue it here.
    package struct Listed: Sendable {
        package let offer: Offer
        package let device: String
        package let deviceName: String
        package let target: ContinuationTarget
        /// Whether the target is an app of another team, which the page's site has named.
        let isPageOnly: Bool
        package let reachable: Bool
    }

    /// What can be continued here, newest first. What neither an app nor the browser could take is not listed.
    package func offers() async -> [Listed] {
        let apps = await allowedApps()
        let linked = Set(await links.linked())
        let now = time.now()
        var result: [Listed] = []
        for (device, offers) in foreignOffers {
            if let lost = lostSince[device], now.timeIntervalSince(lost) > Self.unreachableLifetime {
                foreignOffers[device] = nil
                lostSince[device] = nil
                continue
            }
            guard let name = await links.name(of: device) else { continue }
            for offer in offers {
                if let expires = offer.expiresAt, expires <= now { continue }
                guard let (target, isPageOnly) = await target(of: offer, among: apps) else { continue }
                result.append(
                    Listed(
                        offer: offer, device: device, deviceName: name, target: target, isPageOnly: isPageOnly,
                        reachable: linked.contains(device)))
            }
        }
        return result.sorted { ($0.offer.since, $0.offer.id) > ($1.offer.since, $1.offer.id) }
    }

    /// A page of a browser's goes to the app that the page's site names for it; only that one type crosses from one team's
    /// apps to another's (case C59).
    private func target(
        of offer: Offer, among apps: [AppManifest]
    ) async -> (target: ContinuationTarget, isPageOnly: Bool)? {
        guard let target = ContinuationTarget.resolve(offer, among: apps) else { return nil }
        guard case .browser(let page) = target, offer.type == ActivityRecord.browsingWeb,
            let app = await door.continuationApp(for: page), apps.contains(where: { $0.id == app })
        else { return (target, false) }
        return (.app(app), true)
    }

    func find(_ id: String) async throws(BatonError) -> Listed {
        guard let listed = await offers().first(where: { $0.offer.id == id }) else {
            throw BatonError(
                .noSuchOffer, "There is no offer \(id.prefix(64)); `baton handoff list` shows what is offered now.")
        }
        return listed
    }

    private func allowedApps() async -> [AppManifest] {
        var allowed: [AppManifest] = []
        for app in await door.manifests() where await door.allowsHandoff(app.id) { allowed.append(app) }
        return allowed
    }
}
