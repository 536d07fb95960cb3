package import FoundationEssentials

package struct StatusInfo: Codable, Sendable {
    package var version: String
    package var pid: Int
    package var startedAt: Date
    package var device: String
    package var deviceID: String
    package var instance: String?
    package var socket: String
    package var stateFolder: String
    package var logPlace: String
    package var sessionBus: Bool
    /// `host:port` of the listening sockets; empty while nothing listens on the network.
    package var listening: [String]
    package var devices: Int
    package var reachableDevices: Int
    package var apps: Int
    package var runningApps: Int
    package var currentActivities: Int
    package var savedActivities: Int
    /// What a search can find, activities among it; nil: the daemon is older, or its index cannot be used.
    package var indexed: Int?
    package var offers: Int
    /// What is wrong, as `doctor` says in more words.
    package var problems: Int

    package init(
        version: String, pid: Int, startedAt: Date, device: String, deviceID: String, instance: String?, socket: String,
        stateFolder: String, logPlace: String, sessionBus: Bool, listening: [String], devices: Int,
        reachableDevices: Int, apps: Int, runningApps: Int, currentActivities: Int, savedActivities: Int, offers: Int,
        problems: Int
    ) {
        self.version = version
        self.pid = pid
        self.startedAt = startedAt
        self.device = device
        self.deviceID = deviceID
        self.instance = instance
        self.socket = socket
        self.stateFolder = stateFolder
        self.logPlace = logPlace
        self.sessionBus = sessionBus
        self.listening = listening
        self.devices = devices
        self.reachableDevices = reachableDevices
        self.apps = apps
        self.runningApps = runningApps
        self.currentActivities = currentActivities
        self.savedActivities = savedActivities
        self.offers = offers
        self.problems = problems
    }
}

/// Something that is wrong on this system, and how to mend it.
package struct Finding: Codable, Sendable {
    package var what: String
    package var remedy: String

    package init(what: String, remedy: String) {
        self.what = what
        self.remedy = remedy
    }
}
