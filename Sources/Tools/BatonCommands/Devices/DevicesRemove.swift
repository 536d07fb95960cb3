internal import ActivityModel
internal import BatonBus

/// `baton devices remove ID`: the other devices and this one no longer trust it.
enum DevicesRemove {
    static let verb = Verb("devices remove", operands: [Operand("ID", .name)]) { session in
        let text = session.invocation.required(0)
        let devices = try await session.call(DevicesMethods.list)
        let device: DeviceInfo
        switch Choice.find(text, in: devices, by: \.id) {
        case .one(let found): device = found
        case .several(let count): throw CommandError.no(.noSuchDevice, Texts.severalDevices(text, count))
        case .none:
            // A name that only one device has is as good.
            let named = devices.filter { $0.name == text }
            guard named.count == 1 else {
                throw CommandError.no(
                    .noSuchDevice, named.isEmpty ? Texts.noSuchDevice(text) : Texts.severalDevices(text, named.count))
            }
            device = named[0]
        }
        _ = try await session.call(DevicesMethods.remove, device.id)
        session.output.done(
            ["removed": .string(device.id), "device": .string(device.name)], Line(Texts.deviceRemoved(device.name)))
        return .done
    }
}
