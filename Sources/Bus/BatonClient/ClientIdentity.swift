package import ActivityModel
package import BatonBus
package import FoundationEssentials

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
    /// Index everything of this index again; "" is the default one. Returns when that is done.
    func reindexAll(index: String) async throws
    func reindex(index: String, identifiers: [String]) async throws
    /// Of an import extension: the file's attributes in the canonical encoding.
    func describeFile(_ path: String, contentType: String) async throws -> Data
}

extension AppHandler {
    package func reindexAll(index: String) async throws { throw Self.hasNoIndex }
    package func reindex(index: String, identifiers: [String]) async throws { throw Self.hasNoIndex }
    package func describeFile(_ path: String, contentType: String) async throws -> Data {
        throw BatonError(.refused, "This program describes no files.")
    }

    private static var hasNoIndex: BatonError { BatonError(.indexUnavailable, "This program has no index.") }
}
