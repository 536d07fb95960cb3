package import ActivityModel
package import FoundationEssentials
package import GLibKit

// Extensions: programs of apps that are started beside the continue door, for one piece of work each (docs/extensions.md).
//
// One runs at a time, over all apps. Indexing goes before describing, each in the order in which it was asked for.

extension AppsService {
    /// How long an extension may take in all, from its start to its answer.
    package static let extensionLimit = Duration.seconds(30)
    /// How long it may take to end when it has been asked to, and when it was killed.
    package static let extensionEndLimit = Duration.seconds(2)
    /// How long a file waits to be described behind other work.
    package static let extensionPatience = Duration.seconds(60)
    /// Those who wait for an extension, of indexing and of describing each.
    package static let maximumExtensionRequests = 64

    /// Whether an extension runs or is waited for.
    package var isRunningExtension: Bool { extensionRun != nil || !waitingExtensions.isEmpty }

    /// Has the app's extension do a piece of work: starts it, waits until it is ready, gives it the work and ends it.
    /// - Returns: a file's attributes in the canonical encoding; nothing for the rest.
    /// - Throws: `BatonError`: `noSuchApp`, also where the app has no such extension; `launchFailed` where it cannot be
    ///   started or ends before it is ready, `timedOut` where it is not done in time, `connectionUnavailable` where it
    ///   ends before it has answered, `tooMany`; and what the extension answers.
    package func runExtension(_ request: ExtensionRequest) async throws(BatonError) -> Data {
        _ = try program(for: request)
        let result = await withCheckedContinuation { enqueue(request, $0) }
        return try result.get()
    }

    /// The app whose import extension describes files of a type: the nearest of what the type conforms to, then the
    /// order of the apps.
    /// - Parameter app: only this one.
    /// - Throws: `noSuchApp`.
    package func importer(of contentType: String, app: String?) throws(BatonError) -> String {
        let ladder = ContentTypeLadder.steps(from: contentType)
        var best: (app: String, distance: Int)?
        for manifest in catalog.manifests where app == nil || manifest.id == app {
            guard switches(for: manifest.id).search else { continue }
            guard let found = manifest.importExtension(for: ladder) else { continue }
            if best.map({ found.distance < $0.distance }) ?? true { best = (manifest.id, found.distance) }
        }
        guard let best else {
            throw BatonError(
                .noSuchApp,
                "No extension of \(app ?? "an installed app") describes files of the type \(contentType.shown); an app "
                    + "names the types that it describes in CSSupportedContentTypes.")
        }
        return best.app
    }

    /// The file's path without links, where the caller may have it described: it can read what the daemon can, which runs
    /// as the same user.
    /// - Throws: `invalidArgument`, or `notAllowed` to a program in a sandbox: it could put a link to what it cannot read
    ///   in the file's place, before an extension that can reads it.
    package func file(_ path: String, for credentials: PeerCredentials) throws(BatonError) -> String {
        func failed(_ reason: String) -> BatonError { BatonError(.invalidArgument, "The file \(reason).") }
        let seesOurRoot = ProcessFolder(pid: credentials.pid, proc: resolver.proc).seesOurRoot()
        guard credentials.process?.isAlive == true, seesOurRoot else {
            throw BatonError(.notAllowed, "A program in a sandbox may not have files described.")
        }
        guard path.hasPrefix("/") else { throw failed("must be named by its absolute path") }
        guard let real = FileFacts.realPath(path), let facts = FileFacts.of(real) else {
            throw failed("cannot be reached: \(FileFacts.lastError())")
        }
        guard facts.kind == .file else { throw failed("is no regular file") }
        guard FileFacts.isReadable(real) else { throw failed("cannot be read: \(FileFacts.lastError())") }
        return real
    }

    private func program(for request: ExtensionRequest) throws(BatonError) -> (AppManifest, AppExtension) {
        guard let manifest = catalog.manifest(request.app) else { throw Self.noSuchApp(request.app) }
        guard let program = request.extension(of: manifest) else {
            throw BatonError(
                .noSuchApp, "\(request.app) has no extension for \(request.point.rawValue) that does this.")
        }
        return (manifest, program)
    }

    private static var stopping: BatonError { BatonError(.connectionUnavailable, "Baton is stopping.") }

    // MARK: The queue

    private func enqueue(_ request: ExtensionRequest, _ requester: ExtensionRequester) {
        guard !isStopped else { return requester.resume(returning: .failure(Self.stopping)) }
        let waiting = waitingExtensions.filter { $0.request.isIndexing == request.isIndexing }
        guard waiting.reduce(0, { $0 + $1.requesters.count }) < Self.maximumExtensionRequests else {
            let error = BatonError(
                .tooMany,
                "\(Self.maximumExtensionRequests) requests wait for an app's extension already; try again later.")
            return requester.resume(returning: .failure(error))
        }
        // Not the one that runs: it may have done already what is asked for anew.
        if let index = waitingExtensions.firstIndex(where: { $0.request == request }) {
            return waitingExtensions[index].requesters.append(requester)
        }
        var entry = WaitingExtension(number: nextNumber(), request: request, requesters: [requester])
        if !request.isIndexing {
            let number = entry.number
            entry.patience = thread.task { [self] in
                guard (try? await time.sleep(Self.extensionPatience)) != nil else { return }
                await giveUp(waiting: number)
            }
        }
        let place = request.isIndexing ? waitingExtensions.firstIndex { !$0.request.isIndexing } : nil
        waitingExtensions.insert(entry, at: place ?? waitingExtensions.endIndex)
        startExtension()
    }

    private func giveUp(waiting number: Int) {
        guard let index = waitingExtensions.firstIndex(where: { $0.number == number }) else { return }
        let entry = waitingExtensions.remove(at: index)
        let seconds = Self.extensionPatience.components.seconds
        let error = BatonError(
            .timedOut,
            "The extension of \(entry.request.app) was not started within \(seconds) seconds, since others run.")
        for requester in entry.requesters { requester.resume(returning: .failure(error)) }
    }

    /// Starts what is next, if nothing runs.
    func startExtension() {
        while extensionRun == nil, !waitingExtensions.isEmpty {
            let entry = waitingExtensions.removeFirst()
            entry.patience?.cancel()
            do throws(BatonError) {
                try start(entry)
            } catch {
                log("an extension of \(entry.request.app) could not be started: \(error.code)")
                for requester in entry.requesters { requester.resume(returning: .failure(error)) }
            }
        }
    }

    private func start(_ entry: WaitingExtension) throws(BatonError) {
        // Read again: the app may have changed while this waited.
        let (manifest, program) = try program(for: entry.request)
        let token = randomText(bytes: 16)
        let process = try launcher.launch(
            LaunchRequest(app: manifest, extension: program, token: token, environment: [:], activationToken: nil))
        let launch = LaunchTokens.Launch(app: manifest.id, pid: process.pid, start: process.start)
        tokens.issue(token, launch)
        var run = ExtensionRun(
            number: nextNumber(), request: entry.request, requesters: entry.requesters, token: token, launch: launch,
            process: process)
        let number = run.number
        run.timer = timer(Self.extensionLimit) { await $0.extensionIsLate(number) }
        extensionRun = run
        makeScope(
            SystemdScope.name(extensionOf: manifest.id, random: randomText(bytes: 4)), for: manifest, process.pid)
        process.onExit { [weak self] in
            guard let self else { return }
            self.thread.task { await self.extensionExited(number) }
        }
    }

    /// Answers those who wait, and waits for the end of the process that runs, at most twice `extensionEndLimit`.
    func stopExtensions() async {
        for entry in waitingExtensions {
            entry.patience?.cancel()
            for requester in entry.requesters { requester.resume(returning: .failure(Self.stopping)) }
        }
        waitingExtensions = []
        guard let run = extensionRun else { return }
        finishExtension(run.number, .failure(Self.stopping))
        await withCheckedContinuation { waiter in
            // Looked at here: on the way others may have had their turn.
            if extensionRun == nil { waiter.resume() } else { extensionEndings.append(waiter) }
        }
    }
}
