internal import BatonBus

/// `baton devices list`: the user's devices, this one first.
enum DevicesList {
    static let verb = Verb("devices list") { session in
        let devices = try await session.call(DevicesMethods.list)
            .sorted { ($0.isSelf ? 0 : 1, $0.name, $0.id) < ($1.isSelf ? 0 : 1, $1.name, $1.id) }
        var table = Columns([Texts.columnName, Texts.columnID, Texts.columnState, Texts.columnLastSeen])
        for (device, id) in zip(devices, Choice.short(devices.map(\.id))) {
            let state =
                device.isSelf
                ? Line(Texts.thisDevice, .strong)
                : device.reachable ? Line(Texts.reachable, .good) : Line(Texts.away, .faint)
            table.add([Line(device.name), Line(id), state, Line(device.lastSeen.map(Output.date) ?? "")])
        }
        session.output.answer(.array(devices.map(\.json)), table.lines)
        return .done
    }
}

extension DeviceInfo {
    var json: JSON {
        [
            "id": .string(id), "name": .string(name), "self": .bool(isSelf), "reachable": .bool(reachable),
            "lastSeen": .date(ifAny: lastSeen), "joinedAt": .date(ifAny: joinedAt),
            "addresses": addresses.map(JSON.strings) ?? .absent,
        ]
    }
}
