package import ActivityModel
internal import GLibKit

// The continue door.

extension AppsService {
    /// Takes an event into its app: resumes the running one or starts it, waits until it is ready, and answers with what
    /// became of the event. Nothing else starts an app or goes into one.
    /// - Parameter opener: the process that asked for it, where the app opens an address of its own: it gets it back,
    ///   whichever process was active last.
    package func deliver(_ event: AppEvent, openedBy opener: ConnectionToken? = nil) async -> AppEvent.Outcome {
        switch event.target {
        case .browser: await openInBrowser(event)
        case .app(let app): await withCheckedContinuation { accept(event, for: app, openedBy: opener, $0) }
        }
    }

    private func accept(
        _ event: AppEvent, for app: String, openedBy opener: ConnectionToken?,
        _ requester: CheckedContinuation<AppEvent.Outcome, Never>
    ) {
        if let refusal = refusal(of: event, for: app) { return requester.resume(returning: .undelivered(refusal)) }
        if event.isHandoff { supersedeHandoff() }
        let number = nextNumber()
        let kind = event.isHandoff ? DeliveryState.Kind.handoff(.fetching) : .oneStep
        deliveries[number] = Delivery(event: event, app: app, state: .waiting(kind), requester: requester)
        if let opener, connections[opener]?.connection.app == app { deliveries[number]?.opener = opener }
        deliveries[number]?.hasLaunched = doors[app]?.launch != nil
        doors[app, default: AppDoor()].events.append(number)
        if case .handoff(_, let fetch) = event.body {
            deliveries[number]?.fetch = thread.task { [self] in await run(fetch, for: number) }
        }
        advance(app)
        provideProcess(for: app, otherwise: BatonError(.launchFailed, "\(app) could not be started."))
    }

    /// Why an event is not accepted. Decided before anything is changed for it: a Handoff that cannot be accepted cancels
    /// none.
    private func refusal(of event: AppEvent, for app: String) -> BatonError? {
        if isStopped { return BatonError(.connectionUnavailable, "Baton is stopping.") }
        guard catalog.manifest(app) != nil || isRunning(app) else { return Self.noSuchApp(app) }
        // A Handoff that waits makes room for the one that it is cancelled for.
        let events = (doors[app]?.events ?? []).filter { number in
            guard event.isHandoff, let delivery = deliveries[number] else { return true }
            return !delivery.event.isHandoff || !delivery.state.isWaiting
        }
        guard events.count >= Self.maximumEvents else { return nil }
        return BatonError(
            .tooMany, "\(app) has not yet taken \(Self.maximumEvents) earlier events; try again later.")
    }

    /// The user has chosen another activity: one that is not in its app yet does not go there.
    private func supersedeHandoff() {
        for (number, delivery) in deliveries.sorted(by: { $0.key < $1.key }) where delivery.event.isHandoff {
            apply(.superseded(BatonError(.cancelled, "Another activity was chosen meanwhile.")), to: number)
            advance(delivery.app)
        }
    }

    private func run(_ fetch: @Sendable () async throws -> ActivityRecord, for number: Int) async {
        let input: DeliveryState.Input
        do {
            let activity = try await fetch()
            deliveries[number]?.activity = activity
            input = .fetched
        } catch let error as BatonError {
            input = .fetchFailed(error)
        } catch is CancellationError {
            input = .fetchFailed(BatonError(.cancelled, "The activity was not waited for."))
        } catch {
            input = .fetchFailed(
                BatonError(.handoffFailed, "The activity could not be obtained.", cause: "\(type(of: error))"))
        }
        guard let app = deliveries[number]?.app else { return }
        apply(input, to: number)
        advance(app)
    }

    /// Sends what is next, if the app can take it.
    func advance(_ app: String) {
        while let door = doors[app], door.call == nil {
            let next = door.events.lazy.compactMap { [self] number -> (number: Int, taker: ConnectionToken)? in
                guard let delivery = deliveries[number], delivery.state.wantsTurn else { return nil }
                return taker(of: delivery).map { (number, $0) }
            }.first
            guard let next else { break }
            deliveries[next.number]?.connection = next.taker
            apply(.turn, to: next.number)
        }
        // The terminal that the app was started in has gone, and nobody waits for the app any more.
        if doors[app]?.events.isEmpty == true, doors[app]?.launch?.hasExited == true { endLaunch(of: app) }
        if doors[app]?.isIdle == true { doors[app] = nil }
    }

    /// Moves one event on. The order of it all is `DeliveryState`'s.
    func apply(_ input: DeliveryState.Input, to number: Int) {
        guard var delivery = deliveries[number] else { return }
        let effects = delivery.state.apply(input)
        deliveries[number] = delivery
        if !delivery.state.isWaiting { delivery.patience?.timer.cancel() }
        for effect in effects {
            switch effect {
            case .sendBegin, .sendContent, .sendFailure: send(effect, of: number)
            case .finish(let outcome):
                delivery.fetch?.cancel()
                delivery.requester.resume(returning: outcome)
            }
        }
        if delivery.state == .ended {
            deliveries[number] = nil
            doors[delivery.app]?.events.removeAll { $0 == number }
        }
    }

    private func send(_ effect: DeliveryState.Effect, of number: Int) {
        guard let delivery = deliveries[number] else { return }
        guard let token = delivery.connection, let attached = connections[token] else {
            let error = BatonError(.connectionUnavailable, "\(delivery.app) is not connected any more.")
            return apply(.lost(error), to: number)
        }
        let call = AppDoor.Call(number: nextNumber(), event: number)
        doors[delivery.app]?.call = call
        let message = AppMessage(effect, delivery)
        let connection = attached.connection
        doors[delivery.app]?.call?.task = thread.task { [self] in
            let input = await message.send(to: connection, within: Self.answerLimit, time: time, thread: thread)
            await answered(call, input, from: token, app: delivery.app)
        }
    }

    private func answered(
        _ call: AppDoor.Call, _ input: DeliveryState.Input, from token: ConnectionToken, app: String
    ) {
        // The connection went first, and took its calls with it.
        guard doors[app]?.call?.number == call.number else { return }
        doors[app]?.call = nil
        if case .broke(let error) = input, error.code == .connectionUnavailable { suspect(token) }
        apply(input, to: call.event)
        advance(app)
    }
}
