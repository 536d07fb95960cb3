package import ActivityModel

/// How far an event has come on its way into an app. The order of everything that can happen to one event is here, and
/// nowhere else; what is called and who waits is the service's part.
package enum DeliveryState: Sendable, Hashable {
    /// Nothing has been sent to an app.
    case waiting(Kind)
    /// The app is being told that an activity is on its way, and has not answered.
    case beginning(Content)
    /// The app knows, and the activity can still be fetched.
    case begun(Content)
    /// The app was told, but nothing will come: it has to hear that. Its requester has been answered.
    case failing(BatonError)
    /// The app is hearing that nothing will come.
    case reporting
    /// The event itself is with the app: whatever happens now, it is not repeated.
    case delivering
    case ended

    package enum Kind: Sendable, Hashable {
        /// Everything there is to tell is there.
        case oneStep
        /// The type first, then the activity.
        case handoff(Content)
    }

    package enum Content: Sendable, Hashable {
        case fetching
        case ready
        /// It will not come; the requester has been answered.
        case failed(BatonError)
    }

    package enum Input: Sendable, Hashable {
        /// It is this event's turn at a process that is ready.
        case turn
        case fetched
        case fetchFailed(BatonError)
        /// The app's answer to what it was sent last.
        case answered(Bool)
        /// What was sent last did not reach the app, or was not answered.
        case broke(BatonError)
        /// No process became ready in time, none could be started, or the one that has the event is gone.
        case lost(BatonError)
        /// The user chose another activity.
        case superseded(BatonError)
    }

    package enum Effect: Sendable, Hashable {
        case sendBegin
        case sendContent
        case sendFailure(BatonError)
        /// Answers the requester. Once an event.
        case finish(AppEvent.Outcome)
    }

    /// Whether the next thing to do is to send something to the app.
    package var wantsTurn: Bool {
        switch self {
        case .waiting, .begun(.ready), .failing: true
        case .begun, .beginning, .reporting, .delivering, .ended: false
        }
    }

    package var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
