internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import GLibKit

/// Greeting, readiness, activity of the connection itself: `org.baton.Connection1`.
struct ConnectionInterface: Sendable {
    let apps: AppsService
    let daemon: Daemon
    let spoken: BusProtocol
    let pid: Int

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(ConnectionMethods.hello) { session, request in try await hello(session, request) }
        router.on(ConnectionMethods.ready) { session in
            guard let door = await session.door else {
                throw BatonError(.notAllowed, "Only an app that has said Hello with its id can be ready for events.")
            }
            await apps.ready(door)
            return Nothing()
        }
        router.on(ConnectionMethods.active) { session in
            if let door = await session.door { await apps.active(door) }
            return Nothing()
        }
        router.on(ConnectionMethods.retire) { _, successor in
            try await daemon.retire(for: successor)
            return Nothing()
        }
    }

    private func hello(_ session: ClientSession, _ request: HelloRequest) async throws(BatonError) -> HelloReply {
        guard let version = spoken.common(with: request) else {
            throw BatonError(.versionMismatch, mismatch(request))
        }
        if await session.identity == nil {
            let identity = try await apps.identify(
                session.credentials, launchToken: request.launchToken, claimedID: request.app)
            // Two greetings at once: the first counts.
            if await session.identity == nil {
                await session.identify(identity, program: request.program)
                if let app = await session.ownApp {
                    await session.setDoorToken(try await apps.attach(SessionConnection(session: session, app: app)))
                }
            }
        }
        return HelloReply(
            protocol: version, version: spoken.release, app: await session.ownApp, device: await daemon.deviceName(),
            pid: pid)
    }

    private func mismatch(_ request: HelloRequest) -> String {
        let lowest = request.minimumProtocol ?? 1
        let highest = request.maximumProtocol ?? lowest
        let remedy =
            lowest > spoken.current
            ? "The daemon is the older one: `baton stop` ends it, and the next program starts the installed one"
            : "The program is the older one: upgrade it"
        return "The program speaks protocol \(lowest) to \(highest), the running daemon (Baton \(spoken.release)) "
            + "\(spoken.minimum) to \(spoken.current). \(remedy)."
    }
}
