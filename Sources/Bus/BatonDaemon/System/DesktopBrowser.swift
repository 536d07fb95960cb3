internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import FoundationEssentials
internal import GLibKit

/// The way to the browser: the command of the settings, else the desktop's handler for web pages through `xdg-open`.
struct DesktopBrowser: BrowserOpener {
    /// The command of the `browser` setting.
    let command: @Sendable () async -> String?
    let environment: [String: String]

    func open(_ url: String, environment requester: [String: String], activationToken: String?) async throws(BatonError) {
        var variables = environment.merging(requester) { $1 }
        // The browser is no app of this daemon's.
        for name in ["BATON_INSTANCE", "BATON_LAUNCH_TOKEN", "BATON_APP", "G_SLICE", "G_TLS_GNUTLS_PRIORITY"] {
            variables[name] = nil
        }
        if let activationToken {
            variables["XDG_ACTIVATION_TOKEN"] = activationToken
            variables["DESKTOP_STARTUP_ID"] = activationToken
        }
        let own = await command()
        let words: [String]
        if let own {
            do throws(GLibError) {
                words = try CommandLineText.split(own)
            } catch {
                throw BatonError(
                    .launchFailed, "The `browser` setting cannot be read as a command: \(error.message).")
            }
        } else {
            guard let opener = CommandLineText.find("xdg-open", path: variables["PATH"] ?? "") else {
                throw BatonError(
                    .launchFailed,
                    "There is no browser to open the page with: install xdg-utils, or run "
                        + "`baton config set browser COMMAND`.")
            }
            words = [opener]
        }
        do throws(GLibError) {
            _ = try Spawn.detached(
                words + [url], environment: variables, folder: variables["HOME"], output: false)
        } catch {
            throw BatonError(
                .launchFailed, "The browser command “\(words[0])” could not be started: \(error.message).")
        }
    }
}
