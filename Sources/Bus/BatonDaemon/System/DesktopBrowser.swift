internal import ActivityModel
internal import BatonApps
internal import BatonLinks

/// The way to the browser: the command of the settings, else the desktop's own for web pages.
struct DesktopBrowser: BrowserOpener {
    /// The command of the `browser` setting.
    let command: @Sendable () async -> String?
    let handler: LinkHandler
    let environment: [String: String]

    func open(_ url: String, environment requester: [String: String], activationToken: String?) async throws(BatonError)
    {
        try BrowserCommand(handler: handler, setting: await command()).open(
            url, environment: environment.merging(LaunchEnvironment.passedOn(requester)) { $1 },
            activationToken: activationToken)
    }
}
