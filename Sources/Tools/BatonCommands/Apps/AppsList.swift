internal import ActivityModel
internal import BatonBus

/// `baton apps list`: the registered apps, and the folders that could not be read as one.
enum AppsList {
    static let verb = Verb("apps list") { session in
        let apps = try await session.call(AppsMethods.list).sorted { $0.manifest.id < $1.manifest.id }
        var table = Columns([Texts.columnApp, Texts.columnName, Texts.columnState, Texts.columnOff])
        for app in apps {
            table.add([
                Line(app.manifest.id), Line(app.manifest.name),
                app.running ? Line(Texts.running, .good) : Line(Texts.notRunning, .faint), Line(app.switchedOff),
            ])
        }
        session.output.answer(.array(apps.map(\.json)), table.lines)
        for problem in try await session.call(AppsMethods.problems) {
            session.output.warn(Texts.appProblem(problem.path, problem.message))
        }
        return .done
    }
}
