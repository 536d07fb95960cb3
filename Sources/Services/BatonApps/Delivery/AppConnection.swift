package import ActivityModel

/// A process of an app that is connected, as the continue door needs it. The composition root supplies one a connection.
///
/// The calls come one after the other, each when the one before has been answered.
package protocol AppConnection: Sendable {
    /// The app's id, as the caller was identified.
    var app: String { get }
    var pid: Int32 { get }
    /// An activity of this type is on its way. The answer, whether the app shows progress, is the app's own matter.
    func willContinue(_ event: EventContext, type: String) async throws(BatonError) -> Bool
    /// Answers whether the app took the activity.
    func continueActivity(_ event: EventContext, _ activity: ActivityRecord) async throws(BatonError) -> Bool
    /// The activity that was announced does not come.
    func didFail(_ event: EventContext, type: String, _ error: BatonError) async throws(BatonError)
    /// Answers whether the app took the URLs.
    func open(_ event: EventContext, _ urls: [String]) async throws(BatonError) -> Bool
}

/// What an app is told about an event besides its content.
package struct EventContext: Sendable, Hashable {
    package let id: String
    package let cause: AppEvent.Cause
    package let origin: String
    package let activationToken: String?

    package init(_ event: AppEvent) {
        id = event.id
        cause = event.cause
        origin = event.origin
        activationToken = event.activationToken
    }
}

/// Names an attached connection.
package struct AppConnectionToken: Sendable, Hashable {
    let number: Int
}

/// The user's browser. Baton may itself be the system's handler of links: an opener never starts Baton again.
package protocol BrowserOpener: Sendable {
    /// Opens a web page, http or https.
    func open(_ page: String, environment: [String: String], activationToken: String?) async throws(BatonError)
}
