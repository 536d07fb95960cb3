package import ActivityModel
internal import GLibKit

// The connected processes of apps.

extension AppsService {
    /// Names an attached connection.
    package struct ConnectionToken: Sendable, Hashable {
        let number: Int
    }

    package func isRunning(_ app: String) -> Bool { connections.values.contains { $0.connection.app == app } }

    /// Whether an event is on its way to an app, or an app is being started.
    package var isDelivering: Bool { !deliveries.isEmpty || doors.values.contains { !$0.isIdle } }

    /// A process of a running extension's is not the running app's, and takes no events.
    /// - Throws: `BatonError`, code `tooMany`; `refused` to an extension whose work is done.
    package func attach(_ connection: any AppConnection) throws(BatonError) -> ConnectionToken {
        if isExtension(connection) { return try attachExtension(connection) }
        guard connections.count < Self.maximumConnections else {
            throw BatonError(.tooMany, "More than \(Self.maximumConnections) programs are connected as apps.")
        }
        let wasRunning = isRunning(connection.app)
        let token = ConnectionToken(number: nextNumber())
        connections[token] = Attached(connection: connection, activity: nextNumber())
        if !wasRunning { changed() }
        return token
    }

    /// The process takes events from now on; an extension takes its work.
    package func ready(_ token: ConnectionToken) {
        guard !extensionReady(token), let attached = connections[token], !attached.isReady else { return }
        let app = attached.connection.app
        let isFirst = taker(of: app) == nil
        connections[token]?.isReady = true
        if let launch = doors[app]?.launch {
            tokens.revoke(launch.token)
            doors[app]?.launch = nil
        }
        // The wait for a process is over, and that for the events before it begins.
        if isFirst { for number in waitingEvents(of: app) { startPatience(number) } }
        advance(app)
    }

    /// The user is at this process: of several of one app it takes the next event.
    package func active(_ token: ConnectionToken) {
        guard connections[token] != nil else { return }
        connections[token]?.activity = nextNumber()
        // It speaks: what failed was not the connection.
        trust(token)
    }

    /// The connection is gone. What it has been sent and not answered is answered with 4609, and not repeated.
    package func detach(_ token: ConnectionToken) {
        guard !extensionDetached(token), let attached = connections.removeValue(forKey: token) else { return }
        let app = attached.connection.app
        let error = BatonError(.connectionUnavailable, "\(app) ended before it had taken what was sent to it.")
        for number in doors[app]?.events ?? [] where deliveries[number]?.connection == token {
            if let call = doors[app]?.call, call.event == number {
                call.task?.cancel()
                doors[app]?.call = nil
            }
            apply(.lost(error), to: number)
        }
        provideProcess(
            for: app,
            otherwise: BatonError(.connectionUnavailable, "\(app) ended before it could take what was sent to it."))
        advance(app)
        if !isRunning(app) { changed() }
    }

    /// A call has failed for want of the connection: the process is dying, and that it is gone is told in a moment. One
    /// that is still there after that has said so itself, and goes on taking events.
    func suspect(_ token: ConnectionToken) {
        guard connections[token]?.isBroken == false else { return }
        connections[token]?.isBroken = true
        thread.task { [self] in
            guard (try? await time.sleep(Self.goingLimit)) != nil else { return }
            await trust(token)
        }
    }

    private func trust(_ token: ConnectionToken) {
        guard let app = connections[token]?.connection.app else { return }
        connections[token]?.isBroken = false
        advance(app)
    }

    /// The most recently active process that is ready.
    func taker(of app: String) -> ConnectionToken? {
        connections.filter { $0.value.takesEvents && $0.value.connection.app == app }
            .max { $0.value.activity < $1.value.activity }?.key
    }

    /// Where an event goes: all of it to one process; what a process of the app opened itself, to that one.
    func taker(of delivery: Delivery) -> ConnectionToken? {
        if let connection = delivery.connection { return connection }
        if let opener = delivery.opener, let attached = connections[opener], !attached.isBroken {
            return attached.isReady ? opener : nil
        }
        return taker(of: delivery.app)
    }
}
