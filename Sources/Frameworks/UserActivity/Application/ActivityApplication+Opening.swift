internal import ActivityModel
internal import BatonBus
public import Foundation

extension ActivityApplication {
    /// Opens an address: a web page in the app that its site associates with it, or in the browser; an address of another
    /// scheme in the app that declares it.
    ///
    /// A link of this app's own goes on in the browser, as on Apple's systems; an address of its own scheme comes back to
    /// this process, as an event. Opening is asked of Baton's daemon, which may have to start the other app: that takes as
    /// long as the app does, 30 s at the most. What is opened is told the app's desktop activation token where it has one in
    /// its environment.
    /// - Parameters:
    ///   - url: with its scheme; at most 1 MiB.
    ///   - page: the page that the link is on: links within one site stay in the browser.
    ///   - appsOnly: opens it only where an app takes it, and nothing in the browser
    ///     (`UIApplication.OpenExternalURLOptionsKey.universalLinksOnly`).
    /// - Returns: whether it was opened. Why not is reported to `UserActivityDiagnostics`, but for `appsOnly`.
    @discardableResult
    public func open(_ url: URL, from page: URL? = nil, appsOnly: Bool = false) async -> Bool {
        var options = LinkOptions(from: page?.absoluteString)
        options.appsOnly = appsOnly ? true : nil
        let environment = ProcessInfo.processInfo.environment
        let platform = PlatformData(activationToken: environment["XDG_ACTIVATION_TOKEN"])
        do throws(BatonError) {
            _ = try await center.call(
                LinksMethods.open, url.absoluteString, options, platform, timeout: .seconds(60))
            return true
        } catch {
            if !(appsOnly && error.code == .refused) {
                UserActivityDiagnostics.report(.error, "An address could not be opened: \(error.message)")
            }
            return false
        }
    }
}
