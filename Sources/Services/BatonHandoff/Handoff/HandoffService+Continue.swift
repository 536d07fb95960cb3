package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Continuing an offer of another device here, and serving those who continue ours.

extension HandoffService {
    /// What was opened.
    package enum Continued: Sendable, Hashable {
        case app(String)
        case browser(String)
    }

    /// Continues an offer: in the app that can, else its web page in the browser.
    /// - Throws: `BatonError`: `noSuchOffer`, `connectionUnavailable` (4609), `timedOut` (4610), `tooLarge` (4611),
    ///   `cancelled` (3072: another one was chosen meanwhile), or why the app could not be started.
    package func `continue`(
        _ id: String, activationToken: String?, environment: [String: String]
    ) async throws(BatonError) -> Continued {
        let listed = try await find(id)
        switch listed.target {
        case .browser(let page):
            let event = AppEvent(
                id: makeID(), cause: .handoff, origin: listed.deviceName, target: .browser,
                activationToken: activationToken, environment: environment, body: .open([page]))
            try check(await door.deliver(event), "the web page of this activity")
            // The page needs no state; its origin is told all the same.
            try? await links.send(.continued(request: makeID(), offer: id), to: listed.device)
            return .browser(page)
        case .app(let app):
            let request = makeID()
            var event = AppEvent(
                id: makeID(), cause: .handoff, origin: listed.deviceName, target: .app(app),
                activationToken: activationToken, environment: environment,
                body: .handoff(
                    type: listed.offer.type,
                    fetch: { [self] in
                        let state = try await fetchState(of: listed, request: request)
                        return listed.isPageOnly ? try await page(of: state, for: app, from: listed) : state
                    }))
            event.subject = AppEvent.Subject(
                targetContentIdentifier: listed.isPageOnly ? nil : listed.offer.targetContentIdentifier,
                webpageURL: listed.offer.webpageURL)
            try check(await door.deliver(event), app)
            try? await links.send(.continued(request: request, offer: id), to: listed.device)
            return .app(app)
        }
    }

    /// What another team's app is given of a browser's activity: the page, where it still may have that one.
    private func page(
        of state: ActivityRecord, for app: String, from listed: Listed
    ) async throws(BatonError) -> ActivityRecord {
        guard let page = state.webpageURL, await door.continuationApp(for: page) == app else {
            throw BatonError(
                .handoffFailed,
                "\(listed.deviceName) now shows another page, which \(app) does not continue; look at the offers again.")
        }
        var plain = ActivityRecord(id: state.id, type: state.type)
        plain.title = state.title
        plain.webpageURL = page
        return plain
    }

    /// The state of an offer, without continuing it anywhere.
    package func fetch(_ id: String) async throws(BatonError) -> ActivityRecord {
        try await fetchState(of: try await find(id), request: makeID())
    }

    private func check(_ outcome: AppEvent.Outcome, _ what: String) throws(BatonError) {
        switch outcome {
        case .taken: return
        case .refused: throw BatonError(.refused, "\(what) does not take this activity.")
        case .undelivered(let error), .failed(let error): throw error
        }
    }

    private func fetchState(of listed: Listed, request: String) async throws(BatonError) -> ActivityRecord {
        guard listed.reachable else {
            throw BatonError(
                .connectionUnavailable,
                "\(listed.deviceName) cannot be reached now; wake it, or bring it to this network.")
        }
        let timer = thread.task { [self, time] in
            guard (try? await time.sleep(Self.fetchLimit)) != nil else { return }
            await expire(request, listed.deviceName)
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Before the request goes out: the answer cannot come to nobody.
                pending[request] = PendingFetch(device: listed.device, continuation: continuation)
                thread.task { [self] in await ask(request, listed) }
            }
        } onCancel: {
            thread.task { [self] in await giveUp(request) }
        }
        let record = try result.get()
        guard record.type == listed.offer.type else {
            throw BatonError(.handoffFailed, "\(listed.deviceName) sent an activity of another type than it offered.")
        }
        let valid = try record.validated()
        guard !valid.isTooLarge else {
            throw BatonError(
                .tooLarge, "\(listed.deviceName) sent an activity of more than \(Payload.maximumSize) bytes.")
        }
        // Never without its payload: an app would take that for all there is.
        guard valid.userInfo != nil || (valid.payloadSize ?? 0) == 0 else {
            throw BatonError(.handoffFailed, "\(listed.deviceName) sent an activity without its payload.")
        }
        return valid
    }

    private func ask(_ request: String, _ listed: Listed) async {
        do throws(BatonError) {
            try await links.send(.fetch(request: request, offer: listed.offer.id), to: listed.device)
        } catch {
            settle(request, from: listed.device, .failure(error))
        }
    }

    private func expire(_ request: String, _ device: String) async {
        guard let fetch = pending.removeValue(forKey: request) else { return }
        fetch.continuation.resume(
            returning: .failure(BatonError(.timedOut, "\(device) did not send the state in time; try again.")))
        try? await links.send(.cancel(request: request), to: fetch.device)
    }

    private func giveUp(_ request: String) async {
        guard let fetch = pending.removeValue(forKey: request) else { return }
        fetch.continuation.resume(
            returning: .failure(BatonError(.cancelled, "Another activity was chosen meanwhile.")))
        try? await links.send(.cancel(request: request), to: fetch.device)
    }

    func settle(_ request: String, from device: String, _ result: Result<ActivityRecord, BatonError>) {
        guard let fetch = pending[request], fetch.device == device else { return }
        pending[request] = nil
        fetch.continuation.resume(returning: result)
    }

    // MARK: Serving

    func serve(_ request: String, _ offer: String, for device: String) {
        let served = ServedRequest(device: device, id: request)
        guard serving[served] == nil else { return }
        guard serving.keys.count(where: { $0.device == device }) < Self.maximumServing else {
            thread.task { [links] in
                try? await links.send(
                    .failure(request: request, BatonError(.tooMany, "Too many requests at once.")), to: device)
            }
            return
        }
        serving[served] = Serving()
        serving[served]?.task = thread.task { [self] in await answer(served, offer) }
    }

    /// Nobody waits for the answer any more.
    func abandon(_ request: ServedRequest) {
        serving[request]?.isWanted = false
        serving[request]?.task?.cancel()
    }

    private func answer(_ served: ServedRequest, _ offer: String) async {
        let request = served.id
        let message: HandoffMessage
        do throws(BatonError) {
            guard ownOffers.contains(where: { $0.id == offer }) else {
                throw BatonError(.noSuchOffer, "This activity is not offered any more.")
            }
            let record = try await source.freshState(of: offer)
            guard !record.isTooLarge else {
                throw BatonError(.tooLarge, "The activity holds more than \(Payload.maximumSize) bytes.")
            }
            message = .state(request: request, activity: record)
        } catch {
            message = .failure(request: request, error)
        }
        // Cancelled meanwhile, or the link is gone: nobody waits.
        guard serving.removeValue(forKey: served)?.isWanted == true else { return }
        do throws(BatonError) { try await links.send(message, to: served.device) } catch {
            // Too large for a frame, with all that is in it besides the payload: the asker must not wait for it.
            guard error.code == .tooLarge else { return }
            try? await links.send(.failure(request: request, error), to: served.device)
        }
    }

    /// The other device has the activity: its app here is told. Only for an offer that this device makes.
    ///
    /// The link does not wait for the app, which may hang; and while the app is being told it is not told the same again.
    func confirmed(_ offer: String, by device: String) {
        let told = ServedRequest(device: device, id: offer)
        guard ownOffers.contains(where: { $0.id == offer }), telling.insert(told).inserted else { return }
        thread.task { [self] in
            let name = await links.name(of: device) ?? "another device"
            await source.wasContinued(offer, on: name)
            await hasTold(told)
        }
    }

    private func hasTold(_ told: ServedRequest) { telling.remove(told) }
}
