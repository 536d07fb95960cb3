internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
internal import GLibKit
internal import Synchronization

/// `baton demo`: two devices on this machine, and one piece of work passed between them, told step by step.
///
/// Everything in it is real: two daemons, a TLS link over loopback, an app that the second daemon starts. A step that did
/// not happen ends the demo with a failure.
enum Demo {
    static let verb = Verb("demo", options: [.value("app", "DIR", .folder)], daemon: .runningOnly) { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let app = try session.absolute(session.invocation.value("app") ?? defaultApp())
        guard let starter = session.starter else {
            throw BatonError(.daemonUnavailable, Texts.noDaemonProgram)
        }
        let stage = try DemoStage(session: session, starter: starter, app: app)
        let (interruptions, interrupt) = AsyncStream.makeStream(of: Void.self)
        let isInterrupted = Atomic(false)
        session.terminal.onInterrupt {
            isInterrupted.store(true, ordering: .releasing)
            interrupt.yield()
        }
        let story = Task(executorPreference: session.thread) { try await DemoStory(stage: stage).tell() }
        let watch = session.thread.task { for await _ in interruptions { story.cancel() } }
        let result = await story.result
        watch.cancel()
        let left = await stage.clear()
        switch result {
        case .success: break
        case .failure(let error):
            // Whatever it was in the midst of fails in words of its own: a call, a connection that is gone.
            guard isInterrupted.load(ordering: .acquiring) || error is CancellationError else { throw error }
            throw CommandError.no(.cancelled, Texts.demoInterrupted)
        }
        if let left { throw BatonError(.internal, left) }
        session.output.note(Line(""), Line(Texts.demoEnd))
        return .done
    }

    /// The sample as `make` lays it beside the programs.
    private static func defaultApp() throws -> String {
        let own = ProcessIdentity.executable ?? ""
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let places = ["\(folder)/apps/Reader.app", "\(folder)/share/baton/samples/Reader.app"]
        guard let found = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw CommandError.no(.noSuchApp, Texts.demoNoApp(places[0]))
        }
        return found
    }
}
