internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import GLibKit

/// Greeting, readiness, activity of the connection itself: `org.baton.Connection1`.
struct ConnectionInterface: Sendable {
    let apps: AppsService
    let deviceName: @Sendable () async -> String
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
    }

    private func hello(_ session: ClientSession, _ request: HelloRequest) async throws(BatonError) -> HelloReply {
        let lowest = request.minimumProtocol ?? 1
        let highest = request.maximumProtocol ?? lowest
        guard lowest <= BusProtocol.current, highest >= BusProtocol.minimum, lowest <= highest else {
            throw BatonError(
                .versionMismatch,
                "The client speaks protocol \(lowest) to \(highest), this daemon (\(BusProtocol.release)) "
                    + "\(BusProtocol.minimum) to \(BusProtocol.current); upgrade the older one.")
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
            protocol: min(highest, BusProtocol.current), version: BusProtocol.release, app: await session.ownApp,
            device: await deviceName(), pid: pid)
    }
}
