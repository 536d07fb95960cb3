/// The only thing that goes into an app: what happened, and for whom.
package struct AppEvent: Sendable {
    package let id: String
    package let cause: Cause
    /// Where it comes from, for the app's and the user's eyes: a device's name, "this device".
    package let origin: String
    package let target: Target
    /// What the desktop gave to raise a window, if anything.
    package let activationToken: String?
    /// The requester's environment that the app is launched with (display, session bus, locale).
    package let environment: [String: String]
    package let body: Body
    /// What an activity that is still to come is about.
    package var subject = Subject()

    package init(
        id: String, cause: Cause, origin: String, target: Target, activationToken: String?,
        environment: [String: String], body: Body
    ) {
        self.id = id
        self.cause = cause
        self.origin = origin
        self.target = target
        self.activationToken = activationToken
        self.environment = environment
        self.body = body
    }

    package enum Cause: String, Sendable, Codable { case handoff, search, shortcut, link, share, document, restore }

    package enum Target: Sendable, Hashable {
        case app(String)
        case browser
    }

    /// By what an app chooses a window.
    package struct Subject: Sendable, Hashable {
        package var targetContentIdentifier: String?
        package var webpageURL: String?

        package init(targetContentIdentifier: String? = nil, webpageURL: String? = nil) {
            self.targetContentIdentifier = targetContentIdentifier
            self.webpageURL = webpageURL
        }
    }

    package enum Body: Sendable {
        /// Two steps: the type at once; then the activity that `fetch` gives, or its error.
        case handoff(type: String, fetch: @Sendable () async throws -> ActivityRecord)
        case activity(ActivityRecord)
        case open([String])
    }

    /// What became of an event.
    package enum Outcome: Sendable, Hashable {
        /// The app has taken it.
        case taken
        /// The app said that it does not handle this.
        case refused
        /// It could not be delivered, and the app has heard nothing of it: `noSuchApp`, `launchFailed`, `timedOut`,
        /// `connectionUnavailable`, `tooMany`. It can go elsewhere.
        case undelivered(BatonError)
        /// The app may have got it, or the second step failed: `timedOut`, `connectionUnavailable`, `cancelled`, or what
        /// `fetch` threw.
        case failed(BatonError)
    }
}
