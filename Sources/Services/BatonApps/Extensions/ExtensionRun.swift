internal import ActivityModel
internal import FoundationEssentials

typealias ExtensionRequester = CheckedContinuation<Result<Data, BatonError>, Never>

/// A request for which no extension has been started yet.
struct WaitingExtension {
    let number: Int
    let request: ExtensionRequest
    var requesters: [ExtensionRequester]
    /// Ends the wait of a request that is not waited for endlessly.
    var patience: Task<Void, Never>?
}

/// The extension that runs.
///
/// Invariant: from its start until its process is known to have ended (or could not be ended at all), so that what this
/// process and its children call meanwhile is the extension's, never the running app's.
struct ExtensionRun {
    let number: Int
    let request: ExtensionRequest
    /// Emptied when they are answered.
    var requesters: [ExtensionRequester]
    let token: String
    let launch: LaunchTokens.Launch
    let process: LaunchedProcess
    var connections: [AppsService.ConnectionToken: any AppConnection] = [:]
    /// The connection that has said that it is ready: it has the work.
    var worker: AppsService.ConnectionToken?
    var call: Task<Void, Never>?
    var isAnswered = false
    var hasExited = false
    /// Ends the run, then the process, then the wait for its end.
    var timer: Task<Void, Never>?

    /// One that connects more often goes round in circles.
    static let maximumConnections = 8
}
