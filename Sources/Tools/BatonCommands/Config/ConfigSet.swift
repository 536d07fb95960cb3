internal import BatonBus

/// `baton config set KEY VALUE`.
enum ConfigSet {
    static let verb = Verb("config set", operands: [Operand("KEY", .name), Operand("VALUE")]) { session in
        let (key, value) = (session.invocation.required(0), session.invocation.required(1))
        _ = try await session.call(SystemMethods.setConfig, key, value)
        session.output.done(["key": .string(key), "value": .string(value)], Line(Texts.configSet(key, value)))
        return .done
    }
}
