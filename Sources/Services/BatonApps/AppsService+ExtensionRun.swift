internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import Glibc

// The extension that runs: from its start to the end of its process.

extension AppsService {
    // MARK: One run

    /// The process of this connection is the running extension's, or came from it.
    func isExtension(_ connection: any AppConnection) -> Bool {
        guard let run = extensionRun, connection.app == run.launch.app else { return false }
        return resolver.isDescendant(connection.pid, of: run.launch)
    }

    /// Whether this is a connection of the running extension's.
    package func isExtension(_ token: ConnectionToken) -> Bool { extensionRun?.connections[token] != nil }

    func attachExtension(_ connection: any AppConnection) throws(BatonError) -> ConnectionToken {
        guard let run = extensionRun, !run.isAnswered else {
            throw BatonError(.refused, "The work of this extension of \(connection.app) is done.")
        }
        guard run.connections.count < ExtensionRun.maximumConnections else {
            throw BatonError(
                .tooMany, "An extension may connect \(ExtensionRun.maximumConnections) times at once.")
        }
        let token = ConnectionToken(number: nextNumber())
        extensionRun?.connections[token] = connection
        return token
    }

    /// Whether the token is an extension's. The first of its connections that is ready gets the work.
    func extensionReady(_ token: ConnectionToken) -> Bool {
        guard let run = extensionRun, let connection = run.connections[token] else { return false }
        guard run.worker == nil, !run.isAnswered else { return true }
        tokens.revoke(run.token)
        extensionRun?.worker = token
        let (number, request) = (run.number, run.request)
        extensionRun?.call = thread.task { [self] in
            let result: Result<Data, BatonError>
            do throws(BatonError) {
                result = .success(try await request.perform(on: connection))
            } catch {
                result = .failure(error)
            }
            await finishExtension(number, result)
        }
        return true
    }

    /// Whether the token was an extension's.
    func extensionDetached(_ token: ConnectionToken) -> Bool {
        guard let run = extensionRun, run.connections[token] != nil else { return false }
        extensionRun?.connections[token] = nil
        if run.worker == token { extensionIsLost(run.number) }
        return true
    }

    func extensionExited(_ number: Int) {
        guard let run = extensionRun, run.number == number else { return }
        extensionRun?.hasExited = true
        if run.isAnswered { return endRun() }
        // Its answer may lie in the socket still.
        if run.worker != nil { return extensionIsLost(number) }
        finishExtension(
            number,
            .failure(
                BatonError(
                    .launchFailed,
                    "The extension of \(run.request.app) ended before it was ready; run \(programName(run)) from a "
                        + "terminal to see why.")))
    }

    /// Its connection or its process has gone, and the call fails in a moment: this is for one that does not.
    private func extensionIsLost(_ number: Int) {
        thread.task { [self] in
            guard (try? await time.sleep(Self.goingLimit)) != nil else { return }
            await failLostExtension(number)
        }
    }

    private func failLostExtension(_ number: Int) {
        guard let run = extensionRun, run.number == number else { return }
        finishExtension(
            number,
            .failure(
                BatonError(
                    .connectionUnavailable, "The extension of \(run.request.app) ended before it had answered.")))
    }

    func extensionIsLate(_ number: Int) {
        guard let run = extensionRun, run.number == number else { return }
        let what = run.worker == nil ? "was not ready" : "did not answer"
        let seconds = Self.extensionLimit.components.seconds
        finishExtension(
            number,
            .failure(
                BatonError(.timedOut, "The extension of \(run.request.app) \(what) within \(seconds) seconds.")))
    }

    private func programName(_ run: ExtensionRun) -> String {
        catalog.manifest(run.request.app).flatMap { run.request.extension(of: $0)?.executable } ?? "it"
    }

    // MARK: The end

    /// Answers those who wait, and ends the process: asked first, and killed where it does not.
    func finishExtension(_ number: Int, _ result: Result<Data, BatonError>) {
        guard let run = extensionRun, run.number == number, !run.isAnswered else { return }
        if case .failure(let error) = result { log("the extension of \(run.request.app) failed: \(error.code)") }
        tokens.revoke(run.token)
        run.call?.cancel()
        run.timer?.cancel()
        extensionRun?.isAnswered = true
        extensionRun?.requesters = []
        for requester in run.requesters { requester.resume(returning: result) }
        guard !run.hasExited else { return endRun() }
        run.process.signal(SIGTERM)
        extensionRun?.timer = timer(Self.extensionEndLimit) { await $0.killExtension(number) }
    }

    private func killExtension(_ number: Int) {
        guard let run = extensionRun, run.number == number else { return }
        log("the extension of \(run.request.app) did not end when it was asked to, and is killed")
        run.process.signal(SIGKILL)
        extensionRun?.timer = timer(Self.extensionEndLimit) { await $0.leaveExtension(number) }
    }

    /// Killed and still there: it hangs in the kernel, on a disk or a network that does not answer.
    private func leaveExtension(_ number: Int) {
        guard let run = extensionRun, run.number == number else { return }
        log("the process \(run.process.pid) of an extension of \(run.request.app) cannot be ended; it is left")
        endRun()
    }

    private func endRun() {
        guard let run = extensionRun else { return }
        extensionRun = nil
        run.timer?.cancel()
        // A child that it has left may hold the other end.
        for connection in run.connections.values { thread.task { await connection.close() } }
        for waiter in extensionEndings { waiter.resume() }
        extensionEndings = []
        startExtension()
    }

    /// Does something when the time is up, unless it is cancelled before.
    func timer(
        _ limit: Duration, _ body: @escaping @Sendable (AppsService) async -> Void
    ) -> Task<Void, Never> {
        thread.task { [self] in
            guard (try? await time.sleep(limit)) != nil else { return }
            await body(self)
        }
    }
}
