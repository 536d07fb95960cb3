internal import ActivityModel

/// What a process runs, read once, to be compared with the executables of apps.
struct RunningProgram: Sendable {
    private let executable: FileFacts.Identity?
    /// The path of an executable that an update has replaced since.
    private let replaced: String?
    /// The file that an interpreter would run: the first argument that is no option, as the kernel passes it.
    private let script: FileFacts.Identity?
    private let searchPath: String

    /// - Parameter searchPath: where `env` looks for interpreters.
    init(_ process: ProcessFolder, searchPath: String) {
        executable = process.executable()
        replaced = process.deletedExecutable()
        script = Self.script(of: process)
        self.searchPath = searchPath
    }

    /// Whether this is the app's executable, or its script in the interpreter that the script names.
    func isExecutable(of app: AppManifest) -> Bool {
        if replaced == app.executable { return true }
        guard let executable, let own = FileFacts.of(app.executable)?.identity else { return false }
        if executable == own { return true }
        // A program that only reads the script has it among its arguments, too.
        guard script == own, let interpreter = Interpreter(ofScript: app.executable) else { return false }
        return interpreter.isRun(as: executable, searchPath: searchPath)
    }

    private static func script(of process: ProcessFolder) -> FileFacts.Identity? {
        guard let name = process.arguments().dropFirst().first(where: { !$0.isEmpty && !$0.hasPrefix("-") }) else {
            return nil
        }
        if name.hasPrefix("/") { return FileFacts.of(name)?.identity }
        return process.workingFolder().flatMap { FileFacts.of("\($0)/\(name)")?.identity }
    }
}
