internal import BatonBus

/// `baton devices rename NAME`: this device's name, as the others show it.
enum DevicesRename {
    static let verb = Verb("devices rename", operands: [Operand("NAME", .name, isRest: true)]) { session in
        let name = session.invocation.required(0)
        _ = try await session.call(DevicesMethods.rename, name)
        session.output.done(["name": .string(name)], Line(Texts.renamed(name)))
        return .done
    }
}
