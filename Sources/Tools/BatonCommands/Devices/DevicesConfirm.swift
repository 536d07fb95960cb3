internal import BatonBus

/// `baton devices confirm CODE`: lets the device in that shows this code.
enum DevicesConfirm {
    static let verb = Verb("devices confirm", operands: [Operand("CODE", .name, isRest: true)]) { session in
        let code = code(session.invocation.required(0))
        guard !code.isEmpty else { throw session.usage(Texts.codeEmpty) }
        show(try await session.call(DevicesMethods.confirm, code, timeout: limit), session)
        return .done
    }

    /// The other device is on the network.
    static let limit = Duration.seconds(60)

    /// As typed: in groups, with or without spaces and hyphens.
    static func code(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "-" } }

    static func show(_ device: DeviceInfo, _ session: Session) {
        session.output.done(
            ["event": "joined", "device": .string(device.name), "id": .string(device.id)],
            Line(Texts.deviceJoined(device.name), .good))
    }
}
