package import ActivityModel
internal import GLibKit

// The continue door.

extension AppsService {
    /// Takes an event into its app: resumes the running one or starts it, waits until it is ready, and answers with what
    /// became of the event. Nothing else starts an app or goes into one.
    package func deliver(_ event: AppEvent) async -> AppEvent.Outcome {
        switch event.target {
        case .browser: await openInBrowser(event)
        case .app(let app): await withCheckedContinuation { accept(event, for: app, $0) }
        }
    }

    private func accept(_ event: AppEvent, for app: String, _ requester: CheckedContinuation<AppEvent.Outcome, Never>) {
        guard catalog.manifest(app) != nil || isRunning(app) else {
            return requester.resume(returning: .failed(Self.noSuchApp(app)))
        }
        if case .handoff = event.body { supersedeHandoff() }
        guard (doors[app]?.events.count ?? 0) < Self.maximumEvents else {
            return requester.resume(
                returning: .failed(
                    BatonError(
                        .tooMany, "\(app) has not yet taken \(Self.maximumEvents) earlier events; try again later.")))
        }
        let number = nextNumber()
        var kind = DeliveryState.Kind.oneStep
        if case .handoff = event.body { kind = .handoff(.fetching) }
        deliveries[number] = Delivery(event: event, app: app, state: .waiting(kind), requester: requester)
        deliveries[number]?.hasLaunched = doors[app]?.launch != nil
        doors[app, default: AppDoor()].events.append(number)
        if case .handoff(_, let fetch) = event.body {
            deliveries[number]?.fetch = thread.task { [self] in await run(fetch, for: number) }
        }
        advance(app)
        provideProcess(for: app, otherwise: BatonError(.launchFailed, "\(app) could not be started."))
    }

    /// The user has chosen another activity: one that is not in its app yet does not go there.
    private func supersedeHandoff() {
        for (number, delivery) in deliveries.sorted(by: { $0.key < $1.key }) where delivery.isHandoff {
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
            let taker = taker(of: app)
            let next = door.events.first { number in
                guard let delivery = deliveries[number], delivery.state.wantsTurn else { return false }
                return delivery.connection != nil || taker != nil
            }
            guard let next else { break }
            if deliveries[next]?.connection == nil { deliveries[next]?.connection = taker }
            apply(.turn, to: next)
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
        if !delivery.state.isWaiting { delivery.patience?.cancel() }
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
        thread.task { [self] in
            let input = await message.send(to: connection, within: Self.answerLimit, time: time, thread: thread)
            await answered(call, input, app: delivery.app)
        }
    }

    private func answered(_ call: AppDoor.Call, _ input: DeliveryState.Input, app: String) {
        // The connection went first, and took its calls with it.
        guard doors[app]?.call?.number == call.number else { return }
        doors[app]?.call = nil
        apply(input, to: call.event)
        advance(app)
    }
}
