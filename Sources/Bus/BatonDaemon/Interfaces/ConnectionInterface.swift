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

    /// A second greeting, or one after other calls, cannot make another of the connection: its sender would act as
    /// somebody else than it believes.
    private func check(_ claimed: String?, of session: ClientSession) async throws(BatonError) {
        guard let claimed, await session.ownApp != claimed else { return }
        let known = await session.ownApp ?? "one of the user's own programs"
        throw BatonError(
            .notAllowed,
            "This connection is known as \(known) already, and is not another app now. An app says Hello before "
                + "anything else, once a connection.")
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
            await session.identify(identity, program: request.program)
        }
        try await check(request.app, of: session)
        try await session.attach(to: apps)
        return HelloReply(
            protocol: min(highest, BusProtocol.current), version: BusProtocol.release, app: await session.ownApp,
            device: await deviceName(), pid: pid)
    }
}
