package import ActivityModel

// The connected processes of apps.

extension AppsService {
    /// Names an attached connection.
    package struct ConnectionToken: Sendable, Hashable {
        let number: Int
    }

    package func isRunning(_ app: String) -> Bool { connections.values.contains { $0.connection.app == app } }

    /// Whether an event is on its way to an app, or an app is being started.
    package var isDelivering: Bool { !deliveries.isEmpty || doors.values.contains { !$0.isIdle } }

    /// - Throws: `BatonError`, code `tooMany`.
    package func attach(_ connection: any AppConnection) throws(BatonError) -> ConnectionToken {
        guard connections.count < Self.maximumConnections else {
            throw BatonError(.tooMany, "More than \(Self.maximumConnections) programs are connected as apps.")
        }
        let wasRunning = isRunning(connection.app)
        let token = ConnectionToken(number: nextNumber())
        connections[token] = Attached(connection: connection, activity: nextNumber())
        if !wasRunning { changed() }
        return token
    }

    /// The process takes events from now on.
    package func ready(_ token: ConnectionToken) {
        guard var attached = connections[token], !attached.isReady else { return }
        attached.isReady = true
        connections[token] = attached
        let app = attached.connection.app
        if let launch = doors[app]?.launch {
            tokens.revoke(launch.token)
            doors[app]?.launch = nil
        }
        advance(app)
    }

    /// The user is at this process: of several of one app it takes the next event.
    package func active(_ token: ConnectionToken) { connections[token]?.activity = nextNumber() }

    /// The connection is gone. What it has been sent and not answered is answered with 4609, and not repeated.
    package func detach(_ token: ConnectionToken) {
        guard let attached = connections.removeValue(forKey: token) else { return }
        let app = attached.connection.app
        let error = BatonError(.connectionUnavailable, "\(app) ended before it had taken what was sent to it.")
        for number in doors[app]?.events ?? [] where deliveries[number]?.connection == token {
            if doors[app]?.call?.event == number { doors[app]?.call = nil }
            apply(.lost(error), to: number)
        }
        provideProcess(
            for: app,
            otherwise: BatonError(.connectionUnavailable, "\(app) ended before it could take what was sent to it."))
        advance(app)
        if !isRunning(app) { changed() }
    }

    /// The most recently active process that is ready.
    func taker(of app: String) -> ConnectionToken? {
        connections.filter { $0.value.isReady && $0.value.connection.app == app }
            .max { $0.value.activity < $1.value.activity }?.key
    }
}
