internal import BatonBus
internal import BatonClient

/// `baton status`: the daemon's identity and what it holds.
enum Status {
    static let verb = Verb("status") { session in
        let status = try await session.call(SystemMethods.status)
        let older = await session.daemon.olderDaemon?.reason
        session.output.answer(json(status, older), lines(status, older))
        return .done
    }

    /// - Parameter older: why the daemon goes on, where it is older than this command.
    static func json(_ status: StatusInfo, _ older: String?) -> JSON {
        [
            "version": .string(status.version), "pid": .integer(status.pid), "startedAt": .date(status.startedAt),
            "device": .string(status.device), "deviceID": .string(status.deviceID), "instance": .ifAny(status.instance),
            "socket": .string(status.socket), "stateFolder": .string(status.stateFolder),
            "log": .string(status.logPlace), "sessionBus": .bool(status.sessionBus),
            "listening": .strings(status.listening), "devices": .integer(status.devices),
            "reachableDevices": .integer(status.reachableDevices), "apps": .integer(status.apps),
            "runningApps": .integer(status.runningApps), "currentActivities": .integer(status.currentActivities),
            "savedActivities": .integer(status.savedActivities),
            "indexed": status.indexed.map(JSON.integer) ?? .absent, "offers": .integer(status.offers),
            "problems": .integer(status.problems), "olderDaemon": .ifAny(older),
        ]
    }

    static func lines(_ status: StatusInfo, _ older: String?) -> [Line] {
        var lines = [
            Line(Texts.statusHead(status.version, status.device), .strong),
            Line(Texts.statusRunning(Output.date(status.startedAt), status.pid)),
            Line(Texts.statusDevices(status.devices, status.reachableDevices)),
            Line(Texts.statusApps(status.apps, status.runningApps)),
            Line(Texts.statusActivities(status.currentActivities, status.savedActivities)),
            Line(Texts.statusOffers(status.offers)),
        ]
        if let indexed = status.indexed { lines.insert(Line(Texts.statusIndexed(indexed)), at: lines.endIndex - 1) }
        if !status.listening.isEmpty { lines.append(Line(Texts.statusListening(status.listening))) }
        if let instance = status.instance { lines.append(Line(Texts.statusInstance(instance))) }
        lines.append(Line(Texts.statusLog(status.logPlace)))
        if let older { lines.append(Line(Texts.statusOlder(status.version, BusProtocol.release, older), .bad)) }
        if status.problems > 0 { lines.append(Line(Texts.statusProblems(status.problems), .bad)) }
        return lines
    }
}
