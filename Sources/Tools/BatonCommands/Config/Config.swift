internal import BatonBus

/// `baton config`: all settings.
enum Config {
    static let verb = Verb("config") { session in
        let values = try await session.call(SystemMethods.listConfig).sorted { $0.key < $1.key }
        session.output.answer(
            .object(values.map { (name: $0.key, value: .string($0.value)) }),
            values.map { Line("\($0.key) = \($0.value.isEmpty ? Texts.notSet : $0.value)") })
        return .done
    }
}
