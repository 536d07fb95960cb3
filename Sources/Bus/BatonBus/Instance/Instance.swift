package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// Where one Baton keeps its socket and files: the user's own, or an instance's folder. Both ends of the socket use it.
package struct Instance: Sendable, Hashable {
    /// The folder of `--instance`, absolute; nil for the user's own Baton.
    package let directory: String?
    /// The folder of socket and locks, 0700.
    package let runtimeFolder: String
    package let socket: String
    package let stateFolder: String
    package let cacheFolder: String
    package let configFolder: String
    /// Where apps are looked for, the user's own folder first.
    package let appFolders: [String]

    package var startLock: String { "\(runtimeFolder)/start.lock" }
    package var runLock: String { "\(runtimeFolder)/run.lock" }
    package var stateFile: String { "\(stateFolder)/state.db" }
    package var searchFile: String { "\(cacheFolder)/search.db" }
    package var configFile: String { "\(configFolder)/config.json" }
    package var logFile: String { "\(stateFolder)/log" }

    /// The address of the private socket, as D-Bus writes it.
    package var address: String { "unix:path=" + Self.escaped(socket) }

    /// Finds the instance: the folder given, else `BATON_INSTANCE`, else the user's own.
    /// - Throws: `BatonError`, code `invalidArgument`, where the folder cannot be meant.
    package init(folder: String?, environment: [String: String], userID: UInt32) throws(BatonError) {
        let named = folder ?? environment["BATON_INSTANCE"].flatMap { $0.isEmpty ? nil : $0 }
        let shared = Self.sharedAppFolders(environment)
        guard let named else {
            let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
            func folder(_ name: String, _ fallback: String) -> String {
                // The base directory specification: a relative path is passed over.
                guard let value = environment[name], value.hasPrefix("/") else { return "\(home)/\(fallback)/baton" }
                return "\(value)/baton"
            }
            directory = nil
            runtimeFolder = Self.userRuntimeFolder(environment, userID: userID)
            socket = "\(runtimeFolder)/bus"
            stateFolder = folder("XDG_STATE_HOME", ".local/state")
            cacheFolder = folder("XDG_CACHE_HOME", ".cache")
            configFolder = folder("XDG_CONFIG_HOME", ".config")
            appFolders = [folder("XDG_DATA_HOME", ".local/share") + "/apps"] + shared
            return
        }
        guard !named.isEmpty, !named.utf8.contains(0) else {
            throw BatonError(.invalidArgument, "An instance needs a folder; --instance was given an empty one.")
        }
        let absolute = Self.absolute(named)
        directory = absolute
        stateFolder = absolute
        cacheFolder = absolute
        configFolder = absolute
        appFolders = ["\(absolute)/apps"] + shared
        let own = "\(absolute)/bus"
        runtimeFolder = absolute
        if own.utf8.count < Self.socketPathLimit {
            socket = own
        } else {
            // The same name at both ends; the daemon records it in the folder for people to see.
            let name = Checksum.sha256(absolute).prefix(16)
            socket = "\(Self.userRuntimeFolder(environment, userID: userID))-\(name)/bus"
        }
    }

    /// Bytes of a socket's path, its NUL included (`sun_path`).
    private static let socketPathLimit = 108

    private static func userRuntimeFolder(_ environment: [String: String], userID: UInt32) -> String {
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return "\(runtime)/baton" }
        let system = "/run/user/\(userID)"
        if FileManager.default.isWritableFile(atPath: system) { return "\(system)/baton" }
        return "/tmp/baton-\(userID)"
    }

    private static func sharedAppFolders(_ environment: [String: String]) -> [String] {
        let list = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        return list.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/baton/apps" }
    }

    private static func absolute(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    /// D-Bus addresses escape all but a few bytes.
    private static func escaped(_ path: String) -> String {
        var result = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "."), UInt8(ascii: "*"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
