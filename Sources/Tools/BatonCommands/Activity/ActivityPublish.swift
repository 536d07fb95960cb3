internal import ActivityModel
internal import BatonBus
internal import BatonClient

/// `baton activity publish`: is an app for as long as it runs. Holds one activity current until interrupted, and prints
/// what happens to it.
enum ActivityPublish {
    /// The app of what the user does at the command line.
    static let standardApp = "baton.user"

    static let verb = Verb(
        "activity publish",
        options: [
            .value("type", "TYPE", .name, required: true), .value("app", "ID", .app, standard: standardApp),
            .value("title", "TEXT"), .value("url", "URL"), .value("info", "KEY=VALUE", .pair, repeatable: true),
            .value("info-json", "FILE", .file), .value("required-keys", "KEY,…", .list, repeatable: true),
            .value("keywords", "WORD,…", .list, repeatable: true), .value("expires", "DATE", .date), .flag("search"),
            .flag("no-handoff"), .flag("prediction"), .flag("public"), .value("persistent-id", "ID"),
            .value("target-id", "ID"), .value("description", "TEXT"), .value("thumbnail", "FILE", .file),
        ]
    ) { try await run($0) }

    private enum Event: Sendable {
        case connected
        case saved
        case continued(device: String?)
        case daemonStopped
        case interrupted
    }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let app = session.invocation.value("app") ?? standardApp
        let record = try PublishedRecord(session).make()
        if record.isTooLarge { session.output.warn(Texts.tooLargeToHandOff(record.payloadSize ?? 0)) }
        let (events, queue) = AsyncStream.makeStream(of: Event.self)
        await session.daemon.setAppHandler(Publisher(record: record, tell: { queue.yield($0) }))
        await session.daemon.onSignal(SystemMethods.interface, SystemMethods.stopping) { _ in
            queue.yield(.daemonStopped)
        }
        // Also after a crash of the daemon, when the connection is made anew.
        await session.daemon.onConnected { _ in queue.yield(.connected) }
        session.terminal.onInterrupt { queue.yield(.interrupted) }
        try await session.connect()
        for await event in events {
            switch event {
            case .connected:
                _ = try await session.call(ActivitiesMethods.becomeCurrent, record, AppOptions(app: app))
                session.output.event(
                    [
                        "event": "current", "app": .string(app), "id": .string(record.id), "type": .string(record.type),
                    ], Line(Texts.current, .good))
            case .saved: session.output.event(["event": "saved"], Line(Texts.saved))
            case .continued(let device):
                session.output.event(
                    ["event": "continued", "device": .orNull(device)],
                    Line(Texts.continuedOn(device ?? Texts.anotherDevice)))
            case .daemonStopped: throw BatonError(.connectionUnavailable, Texts.daemonStoppedWhilePublishing)
            case .interrupted:
                // A daemon that is gone has withdrawn it already.
                _ = try? await session.daemon.call(ActivitiesMethods.invalidate, record.id, timeout: .seconds(2))
                await session.daemon.close()
                return .done
            }
        }
        return .done
    }

    /// The app's side of the connection.
    private struct Publisher: AppHandler {
        let record: ActivityRecord
        let tell: @Sendable (Event) -> Void

        func saveActivity(_ id: String) async throws -> ActivityRecord {
            guard id == record.id else { throw BatonError(.noSuchActivity, "baton publishes no activity of this id.") }
            tell(.saved)
            return record
        }

        func activityWasContinued(_ id: String, details: ContinuedDetails) async {
            if id == record.id { tell(.continued(device: details.device)) }
        }

        // It shows an activity and takes none: whatever comes for the app is for its real process.
        func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
        func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool {
            false
        }
        func didFailToContinue(event: String, type: String, error: BatonError) async {}
        func open(event: String, urls: [String], platform: PlatformData) async -> Bool { false }
    }
}

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}
