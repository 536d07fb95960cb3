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
    /// Requests of other devices that this one is answering.
    var serving: [String: Serving] = [:]

    struct PendingFetch {
        let device: String
        let continuation: CheckedContinuation<Result<ActivityRecord, BatonError>, Never>
    }

    struct Serving {
        let device: String
        let offer: String
        var task: Task<Void, Never>?
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
        let offers = Array(offers.prefix(HandoffMessage.maximumOffers))
        guard offers != ownOffers else { return }
        ownOffers = offers
        for device in await links.linked() { try? await links.send(.offers(offers), to: device) }
    }

    // MARK: The links

    package func linkUp(_ device: String) async {
        lostSince[device] = nil
        // Always, also when there is nothing: it replaces what the other side remembers.
        try? await links.send(.offers(ownOffers), to: device)
        onChange?()
    }

    package func linkDown(_ device: String) {
        if foreignOffers[device]?.isEmpty == false { lostSince[device] = time.now() }
        fail(pendingOf: device)
        for (request, serving) in serving where serving.device == device {
            serving.task?.cancel()
            self.serving[request] = nil
        }
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
            foreignOffers[device] = offers.prefix(HandoffMessage.maximumOffers).map { $0.checked() }
            lostSince[device] = nil
            onChange?()
        case .fetch(let request, let offer): serve(request, offer, for: device)
        case .state(let request, let activity): settle(request, from: device, .success(activity))
        case .failure(let request, let error): settle(request, from: device, .failure(error))
        case .continued(let request, let offer): await confirmed(request, offer, by: device)
        case .cancel(let request):
            guard let served = serving[request], served.device == device else { return }
            served.task?.cancel()
            serving[request] = nil
        }
    }

    // MARK: What the others offer

    /// An offer of another device, with what would continue it here.
    package struct Listed: Sendable {
        package let offer: Offer
        package let device: String
        package let deviceName: String
        package let target: ContinuationTarget
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
                guard let target = ContinuationTarget.resolve(offer, among: apps) else { continue }
                result.append(
                    Listed(
                        offer: offer, device: device, deviceName: name, target: target,
                        reachable: linked.contains(device)))
            }
        }
        return result.sorted { ($0.offer.since, $0.offer.id) > ($1.offer.since, $1.offer.id) }
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

extension Offer {
    /// As received, with texts cut to what is shown and an address that is none dropped.
    func checked() -> Offer {
        var offer = self
        offer.title = title.map { String($0.prefix(1024)) }
        offer.appName = appName.map { String($0.prefix(256)) }
        if let page = webpageURL, page.utf8.count > ActivityRecord.maximumText || !WebAddress.isWeb(page) {
            offer.webpageURL = nil
        }
        return offer
    }
}
