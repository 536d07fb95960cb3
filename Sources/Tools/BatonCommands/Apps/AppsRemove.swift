internal import BatonBus

/// `baton apps remove ID`: the app's folder itself stays where it is.
enum AppsRemove {
    static let verb = Verb("apps remove", operands: [Operand("ID", .app)]) { session in
        let id = session.invocation.required(0)
        _ = try await session.call(AppsMethods.remove, id)
        session.output.done(["removed": .string(id)], Line(Texts.appRemoved(id)))
        return .done
    }
}
