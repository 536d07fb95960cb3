internal import ActivityModel

/// What a process runs, read once, to be compared with the executables of apps.
struct RunningProgram: Sendable {
    private let executable: FileFacts.Identity?
    /// The path of an executable that an update has replaced since.
    private let replaced: String?
    private let arguments: [String]
    /// Where a path of the command line may begin: the folder of the start, then the one where the process is now.
    private let folders: [String]
    private let searchPath: String

    /// - Parameter searchPath: where `env` looks for interpreters.
    init(_ process: ProcessFolder, searchPath: String) {
        executable = process.executable()
        self.searchPath = searchPath
        // In a container a path may name another file than here: there, only the file itself proves something.
        let isHere = process.seesOurRoot()
        replaced = isHere ? process.deletedExecutable() : nil
        arguments = isHere ? process.arguments() : []
        folders = isHere ? [process.firstFolder(), process.workingFolder()].compactMap { $0 } : []
    }

    /// Whether this is the app's executable, or its script in the interpreter that the script names.
    func isExecutable(of app: AppManifest) -> Bool {
        if replaced == app.executable { return true }
        guard let executable, let own = FileFacts.of(app.executable)?.identity else { return false }
        if executable == own { return true }
        // A program that only reads the script has it among its arguments, too.
        guard let interpreter = Interpreter(ofScript: app.executable),
            interpreter.isRun(as: executable, searchPath: searchPath),
            let script = interpreter.script(in: arguments)
        else { return false }
        return file(script) == own
    }

    private func file(_ name: String) -> FileFacts.Identity? {
        if name.hasPrefix("/") { return FileFacts.of(name)?.identity }
        // The first that is there: a process may have gone to where another file has the name of its script.
        return folders.lazy.compactMap { FileFacts.of("\($0)/\(name)")?.identity }.first
    }
}
