internal import ActivityModel
internal import BatonBus

/// `baton apps set ID SWITCH on/off`: the user's switches.
enum AppsSet {
    static let verb = Verb(
        "apps set",
        operands: [
            Operand("ID", .app), Operand("SWITCH", .choice(AppSwitches.Name.allCases.map(\.rawValue))),
            Operand("STATE", .choice(["on", "off"])),
        ]
    ) { session in
        let (id, name) = (session.invocation.required(0), session.invocation.required(1))
        let isOn = session.invocation.required(2) == "on"
        _ = try await session.call(AppsMethods.setSwitch, id, name, isOn)
        session.output.done(
            ["id": .string(id), "switch": .string(name), "on": .bool(isOn)],
            Line(Texts.switchSet(id, name, isOn ? Texts.on : Texts.off)))
        return .done
    }
}
