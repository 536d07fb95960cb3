internal import ActivityModel
internal import GLibKit

/// One call of an app.
struct AppMessage: Sendable {
    private enum Content: Sendable {
        case begin(type: String)
        case activity(ActivityRecord)
        case failure(type: String, BatonError)
        case open([String])
    }
    private let event: AppEvent
    private let app: String
    private let content: Content

    /// What this effect of the event's state says to the app.
    init(_ effect: DeliveryState.Effect, _ delivery: Delivery) {
        event = delivery.event
        app = delivery.app
        content =
            switch (effect, delivery.event.body) {
            case (.sendBegin, .handoff(let type, _)): .begin(type: type)
            case (.sendFailure(let error), .handoff(let type, _)): .failure(type: type, error)
            case (_, .handoff(let type, _)): .activity(delivery.activity ?? ActivityRecord(id: "", type: type))
            case (_, .activity(let activity)): .activity(activity)
            case (_, .open(let urls)): .open(urls)
            }
    }

    func send(
        to connection: any AppConnection, within limit: Duration, time: TimeSource, thread: GLibThread
    ) async -> DeliveryState.Input {
        let late = BatonError(.timedOut, "\(app) did not answer within \(limit.components.seconds) seconds.")
        do {
            return .answered(
                try await time.withLimit(limit, onTimeout: late, on: thread) { try await call(connection) })
        } catch let error as BatonError {
            return .broke(error)
        } catch {
            return .broke(
                BatonError(.connectionUnavailable, "\(app) could not be called.", cause: "\(type(of: error))"))
        }
    }

    private func call(_ connection: any AppConnection) async throws(BatonError) -> Bool {
        let (id, origin, token) = (event.id, event.origin, event.activationToken)
        switch content {
        case .begin(let type):
            return try await connection.willContinue(
                eventID: id, type: type, subject: event.subject, origin: origin, activationToken: token)
        case .activity(let activity):
            return try await connection.continueActivity(
                eventID: id, activity: activity, cause: event.cause, origin: origin, activationToken: token)
        case .open(let urls):
            return try await connection.open(
                eventID: id, urls: urls, cause: event.cause, origin: origin, activationToken: token)
        case .failure(let type, let error):
            try await connection.didFail(eventID: id, type: type, error: error)
            return true
        }
    }
}
