internal import ActivityModel
internal import BatonClient
internal import Foundation
internal import Glibc
internal import SceneRules
internal import Synchronization

/// Which app this process is.
///
/// The app's folder is the one that `BATON_APP` names, else the main bundle's, else one above the executable whose name ends
/// in `.app`. Its `Info.plist` gives the id. A bare executable has the id that `ActivityApplication.identifier` was set to,
/// else `local.` and its own name: it can be offered elsewhere, and receives nothing, since no manifest has that id.
struct AppIdentity: Sendable {
    let id: String
    /// The folder `Name.app`; nil for a bare executable.
    let folder: String?
    let program: String
    let executable: String?

    /// Of this process. Fixed at first use.
    static let own = AppIdentity(
        environment: ProcessInfo.processInfo.environment, bundlePath: Bundle.main.bundlePath,
        executable: try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
        chosen: chosen.withLock { chosen in
            chosen.isUsed = true
            return chosen.id
        })

    /// What the app chose, before it was used.
    static let chosen = Mutex<(id: String?, isUsed: Bool)>((nil, false))

    init(environment: [String: String], bundlePath: String, executable: String?, chosen: String?) {
        self.executable = executable
        let name = executable.map { URL(fileURLWithPath: $0).lastPathComponent } ?? ProcessInfo.processInfo.processName
        program = name
        var candidates = [environment["BATON_APP"] ?? "", bundlePath]
        // Name.app/name, or Name.app/Contents/Linux/name.
        if let executable {
            var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
            for _ in 0..<3 {
                candidates.append(folder.path)
                folder.deleteLastPathComponent()
            }
        }
        for candidate in candidates {
            guard let found = Self.appFolder(candidate) else { continue }
            guard let id = Self.info(of: found)["CFBundleIdentifier"] as? String, AppManifest.isValidID(id) else {
                continue
            }
            self.id = id
            folder = found
            return
        }
        folder = nil
        id = chosen ?? "local." + Self.idPart(name)
    }

    private static func appFolder(_ path: String) -> String? {
        let path = path.hasSuffix("/") ? String(path.dropLast()) : path
        return path.hasSuffix(".app") ? path : nil
    }

    /// The letters of an executable's name that an id may have.
    private static func idPart(_ name: String) -> String {
        let kept = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
                ? Character(scalar) : "-"
        }
        return kept.isEmpty ? "program" : String(kept.prefix(200))
    }

    // MARK: Info.plist

    var info: [String: Any] { folder.map(Self.info) ?? [:] }

    private static func info(of folder: String) -> [String: Any] {
        for place in ["Contents/Info.plist", "Info.plist"] {
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(place)")),
                let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            else { continue }
            return list
        }
        return [:]
    }

    /// The types that the app says it continues; nil for a bare executable, which says nothing.
    var declaredTypes: Set<String>? {
        guard folder != nil else { return nil }
        let info = info
        var types = Set((try? ActivityType.list(info[ActivityType.key])) ?? [])
        for document in info["CFBundleDocumentTypes"] as? [[String: Any]] ?? [] {
            if let type = document["NSUbiquitousDocumentUserActivityType"] as? String { types.insert(type) }
        }
        return types
    }

    /// What the app says about events that no scene names; `reuse` where it says nothing.
    var sceneStyle: SceneStyle {
        guard let value = info[SceneStyle.key] else { return .reuse }
        if let style = (value as? String).flatMap(SceneStyle.init) { return style }
        let known = SceneStyle.allCases.map(\.rawValue).joined(separator: ", ")
        UserActivityDiagnostics.report(
            .error, "\(SceneStyle.key) in the app's Info.plist must be one of \(known); reuse is taken.")
        return .reuse
    }

    // MARK: The launch token

    /// How the daemon is greeted. Takes `BATON_LAUNCH_TOKEN` out of the environment, so that no program that this one
    /// starts can pass for it; it is good for one connection.
    func client() -> ClientIdentity {
        let name = "BATON_LAUNCH_TOKEN"
        let token = ProcessInfo.processInfo.environment[name]
        if token != nil { unsetenv(name) }
        return ClientIdentity(program: program, app: id, launchToken: token)
    }
}

extension AppIdentity {
    static func isValid(_ id: String) -> Bool { AppManifest.isValidID(id) }
}
