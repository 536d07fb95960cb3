import ActivityModel
import BatonApps
import GLibKit
import Synchronization

/// The service on a thread of its own, with everything around it in the test's hands.
struct Fixture: Sendable {
    let scratch: Scratch
    let thread: GLibThread
    let clock = TestClock()
    let launcher = FakeLauncher()
    let browser = FakeBrowser()
    let changes = AsyncQueue<Void>()
    let logged = AsyncQueue<String>()
    let service: AppsService
    static let reader = "org.example.reader"

    /// - Parameters:
    ///   - proc: `/proc` for real processes; else the scratch folder's `proc`.
    ///   - launcher: what starts apps; else `launcher`, which starts nothing.
    ///   - apps: prepares the user's apps folder, `apps` in the scratch folder.
    static func run(
        store: any SwitchStore = MemorySwitches(), folders: [String] = ["apps", "system"], proc: String? = nil,
        launcher: ((GLibThread) -> any AppLauncher)? = nil,
        apps: (Scratch) -> Void = { $0.app("apps/Reader.app") }, _ body: (Fixture) async throws -> Void
    ) async throws {
        try await withScratch { scratch in
            apps(scratch)
            let thread = GLibThread(name: "apps-test")
            defer { thread.stop() }
            let fixture = Fixture(scratch, thread, store, folders, proc, launcher?(thread))
            try await fixture.service.start()
            await fixture.service.onChange { [changes = fixture.changes] in changes.push(()) }
            do {
                try await body(fixture)
            } catch {
                await fixture.service.stop()
                throw error
            }
            await fixture.service.stop()
            await fixture.drain()
        }
    }

    private init(
        _ scratch: Scratch, _ thread: GLibThread, _ store: any SwitchStore, _ folders: [String], _ proc: String?,
        _ launcher: (any AppLauncher)?
    ) {
        self.scratch = scratch
        self.thread = thread
        let counter = Mutex<UInt8>(0)
        service = AppsService(
            thread: thread, time: clock.source, folders: folders.map { "\(scratch.path)/\($0)" }, store: store,
            launcher: launcher ?? self.launcher, browser: browser, proc: proc ?? "\(scratch.path)/proc",
            log: { [logged] in logged.push($0) },
            randomness: { count in
                let next = counter.withLock { counter in
                    counter &+= 1
                    return counter
                }
                return [UInt8](repeating: next, count: count)
            })
    }

    /// Lets everything that is queued on the thread run, and what that queues.
    func drain() async {
        for _ in 0..<30 { await thread.task {}.value }
    }

    /// A connected process that is ready.
    func connect(_ connection: FakeConnection, ready: Bool = true) async throws -> AppsService.ConnectionToken {
        let token = try await service.attach(connection)
        if ready { await service.ready(token) }
        return token
    }

    /// Delivers, and returns once the service has the event and has done what it can about it.
    func accepted(_ event: AppEvent) async -> Task<AppEvent.Outcome, Never> {
        // On the service's own thread, so that it comes before what `drain` puts there.
        let task = Task(executorPreference: thread) { await service.deliver(event) }
        await drain()
        return task
    }

    /// The folders are read again, as often as they change, until this holds.
    func settle(until condition: () async -> Bool) async {
        while await !condition() {
            await clock.sleeping(for: AppsService.settling)
            clock.advance(by: AppsService.settling)
            await drain()
        }
    }
}

extension AppEvent {
    static func open(_ urls: [String] = ["app:1"], in target: Target = .app(Fixture.reader), id: String = "e")
        -> AppEvent
    {
        AppEvent(
            id: id, cause: .link, origin: "this device", target: target, activationToken: "token",
            environment: ["DISPLAY": ":9"], body: .open(urls))
    }

    static func handoff(
        type: String = "org.example.reader.reading", in target: Target = .app(Fixture.reader), id: String = "h",
        fetch: @escaping @Sendable () async throws -> ActivityRecord
    ) -> AppEvent {
        AppEvent(
            id: id, cause: .handoff, origin: "Desk", target: target, activationToken: nil, environment: [:],
            body: .handoff(type: type, fetch: fetch))
    }

    /// A Handoff whose activity comes when the test gives it.
    static func handoff(
        _ fetched: AsyncQueue<Result<ActivityRecord, BatonError>>, in target: Target = .app(Fixture.reader),
        id: String = "h"
    ) -> AppEvent {
        handoff(in: target, id: id) { try await fetched.next().get() }
    }
}

extension AppEvent.Outcome {
    /// The code of a failure.
    var code: BatonError.Code? {
        switch self {
        case .undelivered(let error), .failed(let error): error.code
        case .taken, .refused: nil
        }
    }
}
