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

    func open(_ url: String, environment requester: [String: String], activationToken: String?) async throws(BatonError)
    {
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
        let path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        var words: [String]
        if let own {
            do throws(GLibError) {
                words = try CommandLineText.split(own)
            } catch {
                throw BatonError(
                    .launchFailed, "The `browser` setting cannot be read as a command: \(error.message).")
            }
            guard let program = CommandLineText.find(words[0], path: path) else {
                throw BatonError(
                    .launchFailed, "The browser “\(words[0])” is not installed; see `baton config get browser`.")
            }
            words[0] = program
        } else {
            guard let opener = CommandLineText.find("xdg-open", path: path) else {
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
