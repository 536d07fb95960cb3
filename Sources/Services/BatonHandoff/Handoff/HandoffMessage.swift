package import ActivityModel

/// What devices say to each other about offers, whatever link carries it.
package enum HandoffMessage: Sendable {
    /// All offers of the sender, newest first; replaces what it said before.
    case offers([Offer])
    /// Asks for the state of an offer.
    case fetch(request: String, offer: String)
    case state(request: String, activity: ActivityRecord)
    case failure(request: String, BatonError)
    /// The asker has the state in an app: its origin may be told.
    case continued(request: String, offer: String)
    /// The asker no longer wants the state.
    case cancel(request: String)

    /// Offers in one message; older ones are left out.
    package static let maximumOffers = 64
}

/// The links to the user's other devices, as the handoff service needs them.
package protocol HandoffLinks: Sendable {
    /// - Throws: `BatonError`, code `connectionUnavailable`, where there is no link.
    func send(_ message: HandoffMessage, to device: String) async throws(BatonError)
    /// The devices that are linked now.
    func linked() async -> [String]
    /// The name of a device of the user's; nil for one that is none.
    func name(of device: String) async -> String?
}

/// What is current on this device, as the handoff service needs it.
package protocol OfferSource: Sendable {
    /// The state at this moment, from the app.
    func freshState(of offer: String) async throws(BatonError) -> ActivityRecord
    /// Tells the app that its activity was taken over.
    func wasContinued(_ offer: String, on device: String) async
}

/// The apps of this device, as the handoff service needs them.
package protocol ContinueDoor: Sendable {
    func manifests() async -> [AppManifest]
    /// Whether the user lets this app take part in handoff.
    func allowsHandoff(_ app: String) async -> Bool
    /// The app whose site lets it continue this page from a browser; nil: none, and the page opens in the browser.
    func continuationApp(for page: String) async -> String?
    func deliver(_ event: AppEvent) async -> AppEvent.Outcome
}
