internal import ActivityModel

// Whether a process runs an app's executable.

extension IdentityResolver {
    func runs(_ app: AppManifest, _ process: ProcessFolder) -> Bool {
        guard let running = process.executable() else { return isReplaced(app, process) }
        guard let own = FileFacts.of(app.executable)?.identity else { return isReplaced(app, process) }
        if running == own { return true }
        if let interpreter = Interpreter(ofScript: app.executable),
            interpreter.isRun(as: running, searchPath: searchPath)
        {
            return script(of: process) == own
        }
        return isReplaced(app, process)
    }

    /// An update has put another file in the place of the one that runs.
    private func isReplaced(_ app: AppManifest, _ process: ProcessFolder) -> Bool {
        process.deletedExecutable() == app.executable
    }

    /// The file that an interpreter runs: its first argument that is no option, as the kernel passes it.
    private func script(of process: ProcessFolder) -> FileFacts.Identity? {
        guard let name = process.arguments().dropFirst().first(where: { !$0.isEmpty && !$0.hasPrefix("-") }) else {
            return nil
        }
        if name.hasPrefix("/") { return FileFacts.of(name)?.identity }
        return process.workingFolder().flatMap { FileFacts.of("\($0)/\(name)")?.identity }
    }
}
