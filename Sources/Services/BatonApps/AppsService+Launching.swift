internal import ActivityModel
internal import GLibKit

// A process for the events that wait for one.

extension AppsService {
    /// Sees to it that something will take the app's waiting events: a process that runs or comes up, else a new one.
    /// Events that have had theirs started already fail with `error`.
    func provideProcess(for app: String, otherwise error: BatonError) {
        let waiting = waitingEvents(of: app)
        for number in waiting where deliveries[number]?.patience == nil { startPatience(number) }
        guard !waiting.isEmpty, taker(of: app) == nil else { return }
        // Of a process that has connected, or was started, it is known when it goes.
        guard !isRunning(app), doors[app]?.launch == nil else { return }
        for number in waiting where deliveries[number]?.hasLaunched == true { apply(.lost(error), to: number) }
        guard let first = waitingEvents(of: app).first, let event = deliveries[first]?.event else { return }
        guard let manifest = catalog.manifest(app) else {
            return fail(
                app, BatonError(.noSuchApp, "\(app) ended and is not installed, so it cannot be started again."))
        }
        for number in waitingEvents(of: app) {
            deliveries[number]?.hasLaunched = true
            startPatience(number)
        }
        launch(manifest, for: event)
    }

    private func launch(_ manifest: AppManifest, for event: AppEvent) {
        let token = randomText(bytes: 16)
        let number = nextNumber()
        let process: LaunchedProcess
        do throws(BatonError) {
            process = try launcher.launch(
                LaunchRequest(
                    app: manifest, token: token, environment: event.environment, activationToken: event.activationToken,
                    terminal: terminal)
            )
        } catch {
            log("\(manifest.id) could not be started: \(error)")
            return fail(manifest.id, error)
        }
        tokens.issue(token, LaunchTokens.Launch(app: manifest.id, pid: process.pid, start: process.start))
        doors[manifest.id]?.launch = AppDoor.Launch(number: number, token: token, isTerminal: process.isTerminal)
        makeScope(SystemdScope.name(app: manifest.id, random: randomText(bytes: 4)), for: manifest, process.pid)
        process.onExit { [weak self] in
            guard let self else { return }
            self.thread.task { await self.exited(manifest.id, number) }
        }
    }

    /// An app without a scope runs as well; it only ends with the daemon's unit.
    func makeScope(_ name: @autoclosure () -> String, for manifest: AppManifest, _ pid: Int32) {
        guard let scopes else { return }
        let name = name()
        thread.task { [log] in
            do {
                try await scopes.makeScope(named: name, for: pid, description: manifest.name)
            } catch {
                log("\(manifest.id) runs without a scope of its own: \(error)")
            }
        }
    }

    private func exited(_ app: String, _ number: Int) {
        guard doors[app]?.launch?.number == number else { return }
        // A terminal may have handed the app to its server and ended: the app can still come.
        guard doors[app]?.launch?.isTerminal == false else {
            doors[app]?.launch?.hasExited = true
            return advance(app)
        }
        endLaunch(of: app)
        log("\(app) was started, and ended before it was ready")
        provideProcess(
            for: app,
            otherwise: BatonError(
                .launchFailed, "\(app) ended before it was ready; start it from a terminal to see why."))
        advance(app)
    }

    func endLaunch(of app: String) {
        guard let launch = doors[app]?.launch else { return }
        tokens.revoke(launch.token)
        doors[app]?.launch = nil
    }
}
