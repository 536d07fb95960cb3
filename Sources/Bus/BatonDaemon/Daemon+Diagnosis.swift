internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonLinks
internal import BatonSearch
internal import GLibKit
internal import SQLiteKit

// What is wrong and can be mended, for `doctor`.

extension Daemon {
    /// Looks, trying out what can be tried.
    func diagnose() async -> [Finding] {
        // What it throws stays noted as the database's trouble.
        try? await running?.database.probe()
        return await findings()
    }

    /// What is known to be wrong.
    func findings() async -> [Finding] {
        var found = findingsAtStart
        if let trouble = await running?.database.trouble { found.append(Self.finding(trouble)) }
        if Log.isFailing {
            found.append(
                Finding(
                    what: "The log \(instance.logFile) cannot be written, and lines of it are lost",
                    remedy: "make room on its file system, and see that its folder can be written"))
        }
        for problem in await running?.apps.problems() ?? [] {
            found.append(
                Finding(
                    what: "The app in \(problem.path) is damaged: \(problem.message)",
                    remedy: "mend its manifest, or take it out: `baton apps remove`, or remove the folder"))
        }
        for app in await running?.activities.silentApps() ?? [] {
            found.append(
                Finding(
                    what: "\(app) does not answer: it was asked what its user is doing, and gave no state in time",
                    remedy: "end the app and start it again; until it answers it cannot be continued elsewhere"))
        }
        found += await running?.devices.findings().map { Finding(what: $0.what, remedy: $0.remedy) } ?? []
        found += await running?.search.findings().map { Finding(what: $0.what, remedy: $0.remedy) } ?? []
        for status in await running?.links.status() ?? [] where status.state.isTrouble {
            found.append(
                Finding(
                    what: "The association of \(status.app) with \(status.entry.prefix(200)) does not stand "
                        + "(\(status.state.rawValue)): \(status.reason)",
                    remedy: "mend the app's entitlements or the site's file, then run `baton links fetch DOMAIN`"))
        }
        if await running?.devices.needsTLS() == true, !TLSNetwork.isAvailable {
            found.append(
                Finding(
                    what: "GIO has no TLS backend, so other devices cannot be reached",
                    remedy: "install glib-networking, then run `baton stop`"))
        }
        return found
    }

    private static func finding(_ trouble: SQLiteError) -> Finding {
        let path = trouble.path
        let (what, remedy) =
            switch trouble.code {
            case .full: ("The file system of \(path) is full", "make room there; until then nothing new is kept")
            case .readOnly: ("\(path) cannot be written", "make it writable; until then nothing new is kept")
            case .corrupt, .notADatabase:
                ("\(path) is damaged", "run `baton stop`: the next start sets the file aside and begins a new one")
            default:
                (
                    "\(path) cannot be used: \(trouble.message)",
                    "see that its folder is there and can be written, check the disk, then run `baton stop`"
                )
            }
        return Finding(what: what, remedy: remedy)
    }
}
