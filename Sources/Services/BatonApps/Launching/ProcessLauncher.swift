package import ActivityModel
package import GLibKit

/// Starts apps as processes that outlive the daemon.
package struct ProcessLauncher: AppLauncher {
    private let thread: GLibThread
    private let environment: LaunchEnvironment

    package init(thread: GLibThread, environment: LaunchEnvironment) {
        self.thread = thread
        self.environment = environment
    }

    package func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let variables = environment.make(for: request)
        let executable = request.executable
        let wrapped =
            request.usesTerminal
            ? TerminalCommand.wrap(executable, configured: request.terminal, environment: variables) : nil
        try check(request, variables)
        let pid = try spawn(wrapped ?? [executable], variables, request.app)
        guard let process = ProcessHandle(pid: pid) else {
            throw BatonError(.launchFailed, "\(request.app.id) ended as soon as it was started (\(executable)).")
        }
        let start = ProcessFolder(pid: pid, proc: "/proc").birth()?.start
        return LaunchedProcess(pid: pid, start: start, isTerminal: wrapped != nil, signal: { _ = process.signal($0) }) {
            [thread] handler in process.onExit(on: thread, handler)
        }
    }

    /// What the kernel would answer with "no such file", or a terminal with a window that closes at once.
    private func check(_ request: LaunchRequest, _ variables: [String: String]) throws(BatonError) {
        let executable = request.executable
        func failure(_ reason: String) -> BatonError {
            BatonError(.launchFailed, "\(request.app.id) could not be started: \(executable) \(reason).")
        }
        guard FileFacts.of(executable)?.kind == .file else { throw failure("is missing") }
        guard FileFacts.isExecutable(executable) else { throw failure("may not be executed (chmod +x)") }
        let searchPath = variables["PATH"] ?? TerminalCommand.defaultSearchPath
        if let missing = Interpreter(ofScript: executable)?.missing(searchPath: searchPath) {
            throw failure("is a script for \(missing.shown), which is not installed")
        }
    }

    private func spawn(
        _ arguments: [String], _ variables: [String: String], _ app: AppManifest
    ) throws(BatonError) -> Int32 {
        let home = variables["HOME"].flatMap { FileFacts.isReadableFolder($0) ? $0 : nil } ?? "/"
        do throws(GLibError) {
            return try Spawn.detached(arguments, environment: variables, folder: home, output: true)
        } catch {
            throw BatonError(
                .launchFailed, "\(app.id) could not be started: \(arguments[0]) cannot be run: \(error.message).",
                cause: error.description)
        }
    }
}
