package import ActivityModel
internal import GLibKit

/// How a page is opened in the browser: by the command of the settings, else by what the desktop has for web links. Both
/// ends use it: the daemon, and the command line where no daemon answers.
package struct BrowserCommand: Sendable {
    private let handler: LinkHandler
    /// The command of the `browser` setting.
    private let setting: String?

    package init(handler: LinkHandler, setting: String?) {
        self.handler = handler
        self.setting = setting
    }

    /// Tells a browser, and whatever it starts, which address it was started for: Baton does not open that one again. Its
    /// SHA-256, since an address may be longer than all variables.
    package static let marker = "BATON_OPENED_URL"
    /// Whether what Baton started handed the address on, and the desktop's own browser was started for it then.
    package static let markerOfSecond = "BATON_OPENED_AGAIN"

    /// How an address is written in the marker.
    package static func mark(_ url: String) -> String { Checksum.sha256(url) }
    /// What is none of the browser's.
    private static let removed = [
        "BATON_INSTANCE", "BATON_LAUNCH_TOKEN", "BATON_APP", "BATON_ADDRESS", "BATON_DAEMON", "G_SLICE",
        "G_TLS_GNUTLS_PRIORITY",
    ]
    /// Starts it. The program is no child of this process.
    /// - Parameter isSecond: it came back from what was started for it.
    /// - Returns: what it is called.
    /// - Throws: `BatonError`, code `launchFailed`.
    @discardableResult
    package func open(
        _ url: String, environment: [String: String], activationToken: String?, isSecond: Bool = false
    ) throws(BatonError) -> String {
        var variables = environment
        for name in Self.removed { variables[name] = nil }
        variables[Self.marker] = Self.mark(url)
        variables[Self.markerOfSecond] = isSecond ? "1" : nil
        if let activationToken {
            variables["XDG_ACTIVATION_TOKEN"] = activationToken
            variables["DESKTOP_STARTUP_ID"] = activationToken
        }
        let path = variables["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        let (words, name) = try words(url, path, hasVariable: variables["BROWSER"]?.isEmpty == false)
        do throws(GLibError) {
            _ = try Spawn.detached(words, environment: variables, folder: variables["HOME"], output: false)
        } catch {
            throw BatonError(
                .launchFailed, "The browser “\(words[0])” could not be started: \(error.message).")
        }
        return name
    }

    private func words(
        _ url: String, _ path: String, hasVariable: Bool
    ) throws(BatonError) -> ([String], String) {
        if let setting {
            do throws(GLibError) {
                var words = try CommandLineText.split(setting)
                if let program = CommandLineText.find(words[0], path: path) {
                    words[0] = program
                    return (words + [url], program)
                }
                throw .missing(words[0])
            } catch {
                throw BatonError(
                    .launchFailed,
                    error.isMissing
                        ? "The browser “\(error.message)” is not installed; see `baton config get browser`."
                        : "The `browser` setting cannot be read as a command: \(error.message).")
            }
        }
        let scheme = LinkRoad.scheme(of: url) ?? "https"
        if let entry = handler.browser(scheme: scheme) {
            guard let words = entry.arguments(opening: url, path: path) else {
                throw BatonError(
                    .launchFailed,
                    "\(entry.name) (\(entry.id)) is to open web pages, and its program or its terminal is not installed.")
            }
            return (words, entry.name)
        }
        // It goes by `BROWSER` where no list names a program. With Baton in the browser's place its way would lead back
        // here.
        if hasVariable, !handler.isInPlace, let opener = CommandLineText.find("xdg-open", path: path) {
            return ([opener, url], "xdg-open")
        }
        throw BatonError(
            .launchFailed,
            "There is no browser to open the page with: install one, or run `baton config set browser COMMAND`.")
    }
}

extension GLibError {
    fileprivate static func missing(_ program: String) -> GLibError {
        GLibError(domain: "baton-missing", code: 0, message: program)
    }
    fileprivate var isMissing: Bool { domain == "baton-missing" }
}
