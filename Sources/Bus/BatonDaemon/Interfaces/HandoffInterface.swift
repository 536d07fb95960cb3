internal import ActivityModel
internal import BatonBus
internal import BatonHandoff
internal import GLibKit

/// What other devices offer, and continuing it here: `org.baton.Handoff1`.
struct HandoffInterface: Sendable {
    let handoff: HandoffService

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(HandoffMethods.listOffers) { session in
            try await session.requireUser("see what other devices offer")
            return await handoff.offers().map { listed in
                var app: String?
                if case .app(let id) = listed.target { app = id }
                return OfferInfo(
                    offer: listed.offer, device: listed.deviceName, deviceID: listed.device, opensWith: app,
                    reachable: listed.reachable)
            }
        }
        router.on(HandoffMethods.continue) { session, offer, platform in
            try await session.requireUser("continue what other devices offer")
            let continued = try await handoff.continue(
                Arguments.checked(offer, .offer), activationToken: platform.activationToken,
                environment: Arguments.checked(environment: platform.environment ?? [:]))
            switch continued {
            case .app(let id): return ContinueOutcome(opened: id)
            case .browser(let page): return ContinueOutcome(opened: "browser", webpageURL: page)
            }
        }
        router.on(HandoffMethods.fetch) { session, offer in
            try await session.requireUser("read what other devices offer")
            return try await handoff.fetch(Arguments.checked(offer, .offer))
        }
    }
}
