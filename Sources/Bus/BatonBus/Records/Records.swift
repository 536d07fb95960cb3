package import ActivityModel
package import FoundationEssentials

// The records (`a{sv}`) of the contract. Every key may be absent unless docs/dbus.md says that it is always there; keys
// that a reader does not know are passed over.

/// How a client introduces itself.
package struct HelloRequest: Codable, Sendable {
    /// The versions of the contract that the client speaks.
    package var minimumProtocol: Int?
    package var maximumProtocol: Int?
    /// The program and its version, for the log.
    package var program: String?
    package var version: String?
    /// The app id that the client claims; none for the user's own programs.
    package var app: String?
    /// `BATON_LAUNCH_TOKEN`, where the daemon started this process.
    package var launchToken: String?

    package init() {}

    package init(program: String, app: String?, launchToken: String?, spoken: BusProtocol = .own) {
        minimumProtocol = spoken.minimum
        maximumProtocol = spoken.current
        self.program = program
        version = spoken.release
        self.app = app
        self.launchToken = launchToken
    }
}

/// What one Baton speaks and which it is; another one than this program's is the tests', who play past and future ones.
package struct BusProtocol: Sendable {
    /// The version of the D-Bus contract, and the oldest that is still spoken.
    package var current: Int
    package var minimum: Int
    package var release: String

    package init(minimum: Int, current: Int, release: String) {
        self.minimum = minimum
        self.current = current
        self.release = release
    }

    package static let own = BusProtocol(minimum: 1, current: 1, release: release)
    /// Baton's own version.
    package static let release = "0.1.0"

    /// The version that both speak, the highest that there is; nil where there is none.
    package func common(with request: HelloRequest) -> Int? {
        let lowest = request.minimumProtocol ?? 1
        let highest = request.maximumProtocol ?? lowest
        guard lowest <= current, highest >= minimum, lowest <= highest else { return nil }
        return min(highest, current)
    }
}

/// Who asks an older daemon to end, so that its own can take over.
package struct Successor: Codable, Sendable {
    /// Baton's version on the asker's side; an older one, and the same, are refused.
    package var version: String?
    package init(version: String?) { self.version = version }
}

package struct HelloReply: Codable, Sendable {
    package var `protocol`: Int
    package var version: String
    /// As whom the daemon knows the client; absent for the user's own programs.
    package var app: String?
    package var device: String
    package var pid: Int

    package init(protocol: Int, version: String, app: String?, device: String, pid: Int) {
        self.protocol = `protocol`
        self.version = version
        self.app = app
        self.device = device
        self.pid = pid
    }
}

/// For which app a user's program acts; an app itself acts for itself alone.
package struct AppOptions: Codable, Sendable {
    package var app: String?
    package init(app: String? = nil) { self.app = app }
}

/// What the desktop passes along with a call that opens something (names as in org.freedesktop.Application).
package struct PlatformData: Codable, Sendable {
    package var activationToken: String?
    /// The requester's display, session bus and locale.
    package var environment: [String: String]?
    /// Where the event comes from, in calls to an app: a device's name.
    package var origin: String?
    package var cause: String?
    /// In `WillContinueActivity`: what the activity is about, which is still to come.
    package var targetContentIdentifier: String?
    package var webpageURL: String?

    package init(
        activationToken: String? = nil, environment: [String: String]? = nil, origin: String? = nil,
        cause: String? = nil
    ) {
        self.activationToken = activationToken
        self.environment = environment
        self.origin = origin
        self.cause = cause
    }

    package enum CodingKeys: String, CodingKey {
        case activationToken = "activation-token"
        case environment, origin, cause
        case targetContentIdentifier = "target-content-identifier"
        case webpageURL = "webpage-url"
    }
}

package struct CurrentActivityInfo: Codable, Sendable {
    package var app: String
    package var since: Date
    package var record: ActivityRecord

    package init(app: String, since: Date, record: ActivityRecord) {
        self.app = app
        self.since = since
        self.record = record
    }
}

package struct AppInfo: Codable, Sendable {
    package var manifest: AppManifest
    package var switches: AppSwitches
    package var running: Bool

    package init(manifest: AppManifest, switches: AppSwitches, running: Bool) {
        self.manifest = manifest
        self.switches = switches
        self.running = running
    }
}

package struct AppProblem: Codable, Sendable {
    package var path: String
    package var message: String

    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }
}

package struct OfferInfo: Codable, Sendable {
    package var offer: String
    package var device: String
    package var deviceID: String
    /// The app here that would continue it; absent where only the web page can be opened.
    package var opensWith: String?
    /// The app that made it.
    package var app: String
    package var appName: String?
    package var type: String
    package var title: String?
    package var webpageURL: String?
    package var since: Date
    package var reachable: Bool

    package init(
        offer: Offer, device: String, deviceID: String, opensWith: String?, reachable: Bool
    ) {
        self.offer = offer.id
        self.device = device
        self.deviceID = deviceID
        self.opensWith = opensWith
        app = offer.app
        appName = offer.appName
        type = offer.type
        title = offer.title
        webpageURL = offer.webpageURL
        since = offer.since
        self.reachable = reachable
    }
}

package struct ContinueOutcome: Codable, Sendable {
    /// The app's id, or `browser`.
    package var opened: String
    package var webpageURL: String?

    package init(opened: String, webpageURL: String? = nil) {
        self.opened = opened
        self.webpageURL = webpageURL
    }
}

package struct ContinuedDetails: Codable, Sendable {
    /// The name of the device that took it over.
    package var device: String?
    package init(device: String?) { self.device = device }
}
