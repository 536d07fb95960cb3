internal import ActivityModel
internal import GLibKit

/// Finds out who a process is (docs/dbus.md, Identity). Pure but for reading `/proc` and the apps' executables.
///
/// A sandbox says by itself who is in it. Everything else is a proof of what the process claims: a launch token, its
/// systemd scope, its executable. Between unsandboxed processes of one user this prevents mistakes, not attacks.
struct IdentityResolver: Sendable {
    var proc = "/proc"
    /// Where `env` looks for interpreters.
    var searchPath: String

    /// - Parameters:
    ///   - isAlive: asked when all has been read: what was read is the caller's own only if it still lives.
    ///   - extensionLaunch: the extension that runs. It, and what it has started, is its app on every connection.
    func identify(
        pid: Int32, isAlive: () -> Bool, launchToken: String?, claimedID: String?, apps: [AppManifest],
        extensionLaunch: LaunchTokens.Launch? = nil, tokens: inout LaunchTokens
    ) throws(BatonError) -> CallerIdentity {
        let gone = BatonError(.connectionUnavailable, "The program has ended before it could be identified.")
        let process = ProcessFolder(pid: pid, proc: proc)
        let sandbox: String?
        do throws(BatonError) {
            sandbox = try FlatpakSandbox.of(process)
        } catch {
            throw isAlive() ? error : gone
        }
        guard isAlive() else { throw gone }
        if let sandbox { return try sandboxed(sandbox, claimedID) }
        if let claimedID, !AppManifest.isValidID(claimedID) {
            throw BatonError(
                .invalidArgument,
                "\"\(claimedID.shown)\" is not an app's id; expected letters, digits, - and _ in parts divided by dots."
            )
        }
        let identity: CallerIdentity
        if let launch = extensionLaunch, claimedID == nil || claimedID == launch.app, isDescendant(pid, of: launch) {
            if let launchToken { tokens.use(launchToken, of: launch) }
            identity = .app(launch.app)
        } else {
            identity = try unsandboxed(pid, process, launchToken, claimedID, apps, &tokens)
        }
        guard isAlive() else { throw gone }
        return identity
    }

    private func unsandboxed(
        _ pid: Int32, _ process: ProcessFolder, _ launchToken: String?, _ claimed: String?, _ apps: [AppManifest],
        _ tokens: inout LaunchTokens
    ) throws(BatonError) -> CallerIdentity {
        let program = RunningProgram(process, searchPath: searchPath)
        if let launchToken, let app = try redeem(launchToken, pid, program, claimed, apps, &tokens) { return .app(app) }
        guard let claimed else { return try unclaimed(pid, process, program, apps) }
        guard let manifest = apps.first(where: { $0.id == claimed }) else { return .claimed(claimed) }
        guard isInScope(of: manifest, process) || program.isExecutable(of: manifest) else {
            throw BatonError(
                .notAllowed,
                "The program of process \(pid) is not the app \(claimed): it is not \(manifest.executable), and was not "
                    + "started as that app. Start the app itself, or use an id that no installed app has.")
        }
        return .app(claimed)
    }

    /// Who a process is that does not say it.
    private func unclaimed(
        _ pid: Int32, _ process: ProcessFolder, _ program: RunningProgram, _ apps: [AppManifest]
    ) throws(BatonError) -> CallerIdentity {
        let found = apps.filter { program.isExecutable(of: $0) }
        guard found.count > 1 else { return found.first.map { .app($0.id) } ?? .user }
        // One file of several apps: the scope may say which, and a guess would show one what is another's.
        let started = found.filter { isInScope(of: $0, process) }
        guard started.count == 1 else {
            throw BatonError(
                .notAllowed,
                "Process \(pid) runs the executable of \(found.map(\.id).joined(separator: " and ")); it must say in "
                    + "its greeting which of them it is.")
        }
        return .app(started[0].id)
    }

    private func sandboxed(_ id: String, _ claimed: String?) throws(BatonError) -> CallerIdentity {
        guard claimed == nil || claimed == id else {
            throw BatonError(
                .notAllowed, "The Flatpak app \(id.shown) claims to be \(claimed?.shown ?? ""); it may only be itself.")
        }
        return .app(id)
    }

    /// The app of the token, where it is this process's to use.
    private func redeem(
        _ token: String, _ pid: Int32, _ program: RunningProgram, _ claimed: String?, _ apps: [AppManifest],
        _ tokens: inout LaunchTokens
    ) throws(BatonError) -> String? {
        switch tokens[token] {
        // Issued before this daemon started: worth nothing now, and no fault of the app's.
        case nil: return nil
        case .used(let app):
            // An app's child inherits the variable. Another app proves itself otherwise, and so does the app once more.
            guard claimed == nil || claimed == app else { return nil }
            if let manifest = apps.first(where: { $0.id == app }), program.isExecutable(of: manifest) { return nil }
            throw BatonError(
                .notAllowed,
                "The launch token of \(app) has been used already; a program that the app starts must not inherit "
                    + "BATON_LAUNCH_TOKEN.")
        case .issued(let launch):
            // A token for another app proves nothing about this claim, and stays good for its own app.
            guard claimed == nil || claimed == launch.app else { return nil }
            // A terminal may run the app from a server of its own, which no chain of parents leads to.
            let manifest = apps.first { $0.id == launch.app }
            guard isDescendant(pid, of: launch) || manifest.map(program.isExecutable) == true else {
                throw BatonError(
                    .notAllowed,
                    "The launch token of \(launch.app) was used by process \(pid), which Baton did not start as that app."
                )
            }
            tokens.use(token)
            return launch.app
        }
    }

    private func isInScope(of app: AppManifest, _ process: ProcessFolder) -> Bool {
        guard let unit = process.unit() else { return false }
        let names = [app.id, app.desktopFile.map { $0.hasSuffix(".desktop") ? String($0.dropLast(8)) : $0 }]
        return names.compactMap { $0 }.contains { SystemdScope.unit(unit, isOf: $0) }
    }

    /// Whether the process is the launched one, or came from it.
    func isDescendant(_ pid: Int32, of launch: LaunchTokens.Launch) -> Bool {
        guard let start = launch.start else { return false }
        var pid = pid
        var child = UInt64.max
        // Bounded: a table that changes while it is read could go round.
        for _ in 0..<64 {
            guard pid > 1, let birth = ProcessFolder(pid: pid, proc: proc).birth(), birth.start <= child else {
                return false
            }
            if pid == launch.pid { return birth.start == start }
            // Older than the launch: not from it, whatever stands above.
            guard birth.start >= start else { return false }
            (pid, child) = (birth.parent, birth.start)
        }
        return false
    }
}
