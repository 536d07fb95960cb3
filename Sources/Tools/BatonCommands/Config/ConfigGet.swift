internal import BatonBus

/// `baton config get KEY`.
enum ConfigGet {
    static let verb = Verb("config get", operands: [Operand("KEY", .name)]) { session in
        let key = session.invocation.required(0)
        let value = try await session.call(SystemMethods.getConfig, key)
        session.output.answer(["key": .string(key), "value": .string(value)], [Line(value)])
        return .done
    }
}
