package import ActivityModel
package import BatonBus

/// Who connects to the daemon.
package struct ClientIdentity: Sendable {
    /// The program's name, for the daemon's log.
    package var program: String
    /// The app id it claims; nil for the user's own programs.
    package var app: String?
    /// `BATON_LAUNCH_TOKEN`, where the daemon started this process. Used once.
    package var launchToken: String?
    /// What it speaks, and of which Baton it is.
    package var spoken: BusProtocol

    package init(
        program: String, app: String? = nil, launchToken: String? = nil, spoken: BusProtocol = .own
    ) {
        self.program = program
        self.app = app
        self.launchToken = launchToken
        self.spoken = spoken
    }
}

/// What the daemon asks of an app. Called in the order in which the daemon asks.
package protocol AppHandler: Sendable {
    func saveActivity(_ id: String) async throws -> ActivityRecord
    func activityWasContinued(_ id: String, details: ContinuedDetails) async
    /// Returns whether the app shows progress of its own.
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool
    /// Returns whether the app took the activity.
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool
    func didFailToContinue(event: String, type: String, error: BatonError) async
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool
}
