import ActivityModel
import FoundationEssentials
import GLibKit
import TestSupport

@testable import BatonApps

/// One random schedule of everything that can happen at the continue door, on the door's own thread. Run it with that
/// thread as preferred executor: otherwise parts of it go by way of others, and no seed is the same schedule twice.
actor Schedule: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var random: SeededGenerator
    private let clock: TestSupport.TestClock
    private let journal: Journal
    private let service: AppsService
    private var tokens: [Int: AppsService.ConnectionToken] = [:]
    private static let apps = ["org.example.reader", "org.example.writer", "org.example.loose"]

    /// - Parameter folder: where reader and writer are installed; loose is not.
    init(seed: UInt64, folder: String, thread: GLibThread) {
        self.thread = thread
        random = SeededGenerator(seed: seed)
        clock = TestSupport.TestClock { await thread.turns(15) }
        let journal = Journal(installed: Set(Self.apps.prefix(2)), now: { [clock] in clock.now })
        self.journal = journal
        let source = clock.time
        service = AppsService(
            thread: thread, time: source, folders: [folder], store: MemorySwitches(), launcher: journal,
            browser: FakeBrowser(), proc: folder, log: { _ in }, randomness: { [UInt8](repeating: 1, count: $0) })
    }

    /// Runs it to its end, and gives what was seen.
    func run() async throws -> History {
        try await service.start()
        // From nothing running, or from some that do.
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            try await attach()
            await ready()
        }
        for _ in 0..<Int.random(in: 10...60, using: &random) {
            await act()
            // Mostly the next thing happens when this one is done with; often enough it does not wait.
            if random.chance(3) {
                journal.write { $0.isQuiet = false }
                await thread.turns(Int.random(in: 0...4, using: &random))
            } else {
                await settle()
            }
        }
        await settle()
        await finish()
        return journal.write { $0 }
    }

    private func settle() async {
        await thread.turns(15)
        journal.write { $0.checkSettled() }
    }

    // MARK: Steps

    private func act() async {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<12: await deliver(.link)
        case 12..<15: await deliver(.activity)
        case 15..<25: await deliver(.handoff)
        // Two Handoffs and a link at the same time, to an app in whatever state it is.
        case 25..<29:
            let app = random.pick(Self.apps)
            for body in [History.Body.handoff, .link, .handoff] { await deliver(body, to: app) }
        case 29..<40: fetch()
        case 40..<47: try? await attach()
        case 47..<57: await ready()
        case 57..<60: await active()
        case 60..<84: answer()
        case 84..<88: await detach()
        case 88..<90: breakOne()
        case 90..<93: random.element(journal.running).map(journal.exit)
        case 93..<95: journal.setLaunching(fails: random.chance(4), terminals: random.chance(3))
        case 95..<96: if random.chance(4) { await flood() }
        default: await advance()
        }
    }

    private func deliver(_ body: History.Body, to app: String? = nil) async {
        let app = app ?? random.pick(Self.apps)
        let own = journal.write { $0.attached(app) }
        let opener = body == .link && random.chance(4) ? random.element(own) : nil
        let (service, journal, token) = (service, journal, opener.flatMap { tokens[$0] })
        // On this actor: the door has the event before anything else happens.
        Task(executorPreference: thread) { [self] in
            let number = journal.write { $0.accept(app, body, opener: opener) }
            let outcome = await service.deliver(event(number, app, body), openedBy: token)
            journal.write { $0.ended(number, outcome) }
        }
        await thread.turns(1)
    }

    private func event(_ number: Int, _ app: String, _ body: History.Body) -> AppEvent {
        let journal = journal
        let content: AppEvent.Body =
            switch body {
            case .link: .open(["app:\(number)"])
            case .activity: .activity(ActivityRecord(id: "\(number)", type: "type"))
            case .handoff: .handoff(type: "type", fetch: { try await journal.fetch(number) })
            }
        return AppEvent(
            id: "\(number)", cause: body == .handoff ? .handoff : .link, origin: "test", target: .app(app),
            activationToken: nil, environment: [:], body: content)
    }

    private func fetch() {
        guard let event = random.element(journal.fetching) else { return }
        let codes: [BatonError.Code] = [.timedOut, .connectionUnavailable, .tooLarge, .handoffFailed]
        journal.finish(
            event,
            random.chance(4)
                ? .failure(BatonError(random.pick(codes), "The test says so."))
                : .success(ActivityRecord(id: "\(event)", type: "type")))
    }

    private func attach() async throws {
        let app = random.pick(Self.apps)
        guard journal.write({ $0.attached(app).count }) < 3 else { return }
        let number = journal.write { $0.attach(app) }
        tokens[number] = try await service.attach(ScriptedConnection(app: app, number: number, journal: journal))
    }

    private func ready() async {
        let waiting = journal.write { history in tokens.keys.filter { !history.connections[$0].isReady }.sorted() }
        guard let number = random.element(waiting), let token = tokens[number] else { return }
        journal.write { $0.ready(number) }
        await service.ready(token)
    }

    private func active() async {
        let living = journal.write { history in tokens.keys.filter { !history.connections[$0].isBroken }.sorted() }
        guard let number = random.element(living), let token = tokens[number] else { return }
        journal.write { $0.active(number) }
        await service.active(token)
    }

    /// A call's answer: in time, or late, or of a process that is gone.
    private func answer() {
        guard let call = random.element(journal.unanswered) else { return }
        let codes: [BatonError.Code] = [.internal, .tooLarge, .timedOut]
        journal.answer(
            call,
            random.chance(5)
                ? .failure(BatonError(random.pick(codes), "The app says so.")) : .success(!random.chance(4)))
    }

    private func detach() async {
        guard let number = random.element(tokens.keys.sorted()), let token = tokens.removeValue(forKey: number) else {
            return
        }
        journal.write { $0.detach(number) }
        await service.detach(token)
    }

    private func breakOne() { random.element(tokens.keys.sorted()).map(journal.end) }

    private func flood() async {
        let app = random.pick(Self.apps)
        for _ in 0..<Int.random(in: 60...80, using: &random) {
            await deliver(random.chance(20) ? .handoff : .link, to: app)
        }
    }

    private func advance() async {
        await settle()
        await clock.advance(by: .seconds(random.pick([0.5, 3, 7, 14.9, 15, 15.1, 31])))
        await settle()
    }

    // MARK: The end

    /// Everybody goes, or the door is closed first; then nothing may be left.
    private func finish() async {
        if random.chance(4) {
            journal.write { $0.stop() }
            await service.stop()
            await deliver(.link, to: Self.apps[0])
            await settle()
        }
        while !tokens.isEmpty {
            await detach()
            await settle()
        }
        while let launch = journal.running.first {
            journal.exit(launch)
            await settle()
        }
        for call in journal.unanswered { journal.answer(call, .success(true)) }
        for event in journal.fetching { journal.finish(event, .success(ActivityRecord(id: "late", type: "type"))) }
        for _ in 0..<4 {
            journal.setLaunching(fails: true, terminals: false)
            await clock.advance(by: .seconds(16))
            await settle()
        }
        if !journal.write({ $0.isStopped }) { await service.stop() }
        let left = await service.left
        let timers = clock.sleeping
        journal.write {
            $0.checkEnded()
            if left != [0, 0, 0] { $0.fault("left over: \(left) deliveries, doors, connections") }
            if timers != 0 { $0.fault("\(timers) timers run") }
        }
    }
}

extension AppsService {
    /// What it still holds.
    fileprivate var left: [Int] { [deliveries.count, doors.count, connections.count] }
}

extension GLibThread {
    /// Lets everything that is queued run, and what that queues, this many times. Not `Task.yield()`: that goes by way of
    /// another thread, and the same seed would not be the same schedule.
    fileprivate func turns(_ count: Int) async {
        for _ in 0..<count {
            await withCheckedContinuation { continuation in
                _ = task { continuation.resume() }
            }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func element<T>(_ values: [T]) -> T? { values.isEmpty ? nil : pick(values) }
}
