package import ActivityModel

/// A process of an app that is connected, as the continue door needs it. The composition root supplies one a connection.
///
/// One of an extension's process takes no events: only the calls of `ExtensionConnection`.
///
/// The calls come one after the other, each when the one before has been answered.
package protocol AppConnection: ExtensionConnection {
    /// The process that has connected.
    var pid: Int32 { get }
    /// An activity of this type is on its way. The answer, whether the app shows progress, is the app's own matter.
    func willContinue(
        eventID: String, type: String, subject: AppEvent.Subject, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool
    /// Answers whether the app took the activity.
    func continueActivity(
        eventID: String, activity: ActivityRecord, cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool
    /// The activity that was announced does not come.
    func didFail(eventID: String, type: String, error: BatonError) async throws(BatonError)
    /// Answers whether the app took the URLs.
    func open(
        eventID: String, urls: [String], cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool
}

/// The user's browser. Baton may itself be the system's handler of links: an opener never starts Baton again.
package protocol BrowserOpener: Sendable {
    /// Opens a web page, http or https.
    func open(_ page: String, environment: [String: String], activationToken: String?) async throws(BatonError)
}
