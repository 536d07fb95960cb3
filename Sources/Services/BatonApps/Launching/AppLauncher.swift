package import ActivityModel

/// What starts apps.
package protocol AppLauncher: Sendable {
    /// Starts the app and returns at once: the app says itself when it is ready.
    ///
    /// Not `async`: between the start and the note of the process's id nothing else runs, so the app cannot use its
    /// launch token before Baton knows whose it is.
    /// - Throws: `BatonError`, code `launchFailed`, naming the executable and the reason.
    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess
}

package struct LaunchRequest: Sendable {
    package let app: AppManifest
    /// Started instead of the app itself, and without a terminal.
    package let `extension`: AppExtension?
    /// `BATON_LAUNCH_TOKEN`.
    package let token: String
    /// The requester's environment; only what belongs to its session is passed on.
    package let environment: [String: String]
    /// What the desktop gave to raise a window, if anything.
    package let activationToken: String?
    /// The configured command that opens a terminal; nil: the desktop's own.
    package let terminal: String?

    package init(
        app: AppManifest, extension: AppExtension? = nil, token: String, environment: [String: String],
        activationToken: String?, terminal: String? = nil
    ) {
        self.app = app
        self.extension = `extension`
        self.token = token
        self.environment = environment
        self.activationToken = activationToken
        self.terminal = terminal
    }

    /// The program to run.
    package var executable: String { `extension`?.executable ?? app.executable }
    package var usesTerminal: Bool { `extension` == nil && app.usesTerminal }
}

/// A process that was started. It is not Baton's child.
package struct LaunchedProcess: Sendable {
    package let pid: Int32
    /// When it started, in the machine's clock ticks: with the pid, which process it is.
    package let start: UInt64?
    /// A terminal that runs the app: it may hand the app to a server of its own and end at once.
    package let isTerminal: Bool
    /// Runs the handler, on the GLib thread, when the process has ended.
    package let onExit: @Sendable (_ handler: @escaping @Sendable () -> Void) -> Void
    /// Sends it a signal, and never another process that has its number since.
    package let signal: @Sendable (Int32) -> Void

    package init(
        pid: Int32, start: UInt64?, isTerminal: Bool, signal: @escaping @Sendable (Int32) -> Void,
        onExit: @escaping @Sendable (_ handler: @escaping @Sendable () -> Void) -> Void
    ) {
        self.pid = pid
        self.start = start
        self.isTerminal = isTerminal
        self.signal = signal
        self.onExit = onExit
    }
}

/// Puts a started app into a systemd scope of its own, so that it outlives the daemon's unit and is known by its name.
package protocol ScopeMaker: Sendable {
    func makeScope(named name: String, for pid: Int32, description: String) async throws
}
