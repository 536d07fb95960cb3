internal import ActivityModel
internal import BatonBus

/// `baton apps add DIR`: registers an app from its folder.
enum AppsAdd {
    static let verb = Verb("apps add", operands: [Operand("DIR", .folder)]) { session in
        let folder = try session.absolute(session.invocation.required(0))
        let app = try await session.call(AppsMethods.add, folder)
        session.output.done(app.json, Line(Texts.appAdded(app.manifest.name, app.manifest.id)))
        return .done
    }
}
