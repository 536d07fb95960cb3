internal import ActivityModel

/// One app's end of the continue door.
struct AppDoor {
    /// The events on their way, in the order in which they came.
    var events: [Int] = []
    /// What has been sent and not answered: one call at a time keeps the order, whatever the app does with it.
    var call: Call?
    /// A process that was started and from which nothing has become ready yet.
    var launch: Launch?

    struct Call {
        let number: Int
        let event: Int
        /// Waits for the answer, and for the end of its time.
        var task: Task<Void, Never>?
    }

    struct Launch {
        let number: Int
        let token: String
        var hasExited = false
        let isTerminal: Bool
    }

    var isIdle: Bool { events.isEmpty && call == nil && launch == nil }
}

/// An event on its way.
struct Delivery {
    let event: AppEvent
    let app: String
    var state: DeliveryState
    let requester: CheckedContinuation<AppEvent.Outcome, Never>
    /// The fetched activity.
    var activity: ActivityRecord?
    /// The process of the app that opened this itself: it goes there as long as that one is connected.
    var opener: AppsService.ConnectionToken?
    /// The connection that has heard of the event; all of it goes there.
    var connection: AppsService.ConnectionToken?
    /// A process was started for it: none is started again for the same event.
    var hasLaunched = false
    var fetch: Task<Void, Never>?
    var patience: Patience?

    /// The timer of one wait. Its number tells it from one before, whose time may be up in the same turn of the loop.
    struct Patience {
        let number: Int
        let timer: Task<Void, Never>
    }
}

extension AppEvent {
    var isHandoff: Bool { if case .handoff = body { true } else { false } }
}

/// A connection that is attached.
struct Attached {
    let connection: any AppConnection
    var isReady = false
    /// A call has failed since the connection is gone; that it is, is told in a moment.
    var isBroken = false
    /// Grows each time the process was active: the greatest takes events.
    var activity: Int

    /// Whether an event can be sent to it.
    var takesEvents: Bool { isReady && !isBroken }
}
