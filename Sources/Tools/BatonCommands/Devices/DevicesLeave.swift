internal import BatonBus

/// `baton devices leave`: this device shares with no other any more.
enum DevicesLeave {
    static let verb = Verb("devices leave") { session in
        _ = try await session.call(DevicesMethods.leave)
        session.output.done(["left": .bool(true)], Line(Texts.left))
        return .done
    }
}
