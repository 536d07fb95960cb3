import ActivityModel
import FoundationEssentials
import GLibKit
import Glibc
import Testing

@testable import BatonApps

extension ExtensionRequest {
    static func all(_ app: String = Fixture.reader) -> ExtensionRequest {
        ExtensionRequest(app: app, .reindexAll(index: ""))
    }
    static func file(_ path: String, _ app: String = Fixture.reader) -> ExtensionRequest {
        ExtensionRequest(app: app, .describe(path: path, contentType: "public.plain-text"))
    }
}

extension Scratch {
    /// An app with an index extension and one that describes texts.
    @discardableResult
    func extendedApp(_ name: String, id: String = Fixture.reader) -> String {
        file("\(name)/helpers/index", "#!/bin/sh\n", mode: 0o755)
        file("\(name)/helpers/import", "#!/bin/sh\n", mode: 0o755)
        return app(
            name, id: id,
            keys: [
                "NSExtension": """
                <array><dict><key>NSExtensionPointIdentifier</key><string>com.apple.spotlight.index</string>
                <key>BatonExecutable</key><string>helpers/index</string></dict>
                <dict><key>NSExtensionPointIdentifier</key><string>com.apple.spotlight.import</string>
                <key>BatonExecutable</key><string>helpers/import</string><key>NSExtensionAttributes</key><dict>
                <key>CSSupportedContentTypes</key><array><string>public.text</string></array></dict></dict></array>
                """
            ])
    }
}

/// An extension of the app whose launch has the pid 1001 (the next one 1002) and started at 5.
@Suite(.timeLimit(.minutes(5)))
struct ExtensionTests {
    private typealias Run = Task<Result<Data, BatonError>, Never>

    private func run(_ body: (Fixture) async throws -> Void) async throws {
        try await Fixture.run(apps: {
            $0.extendedApp("apps/Reader.app")
            $0.extendedApp("apps/Writer.app", id: "org.example.writer")
            for pid in Int32(1001)...1004 { _ = FakeProcess($0, pid: pid, start: 5) }
        }) { fixture in try await body(fixture) }
    }

    /// Asks, and returns once the service has done what it can about it.
    private func asked(_ f: Fixture, _ request: ExtensionRequest) async -> Run {
        let task = Task(executorPreference: f.thread) {
            do throws(BatonError) {
                return Result<Data, BatonError>.success(try await f.service.runExtension(request))
            } catch {
                return .failure(error)
            }
        }
        await f.drain()
        return task
    }

    /// The extension connects and is ready.
    private func connect(
        _ f: Fixture, pid: Int32 = 1001, _ app: String = Fixture.reader
    ) async throws -> (FakeConnection, AppsService.ConnectionToken) {
        let connection = FakeConnection(app, pid: pid)
        let token = try await f.connect(connection)
        await f.drain()
        return (connection, token)
    }

    @Test func itIsStartedHasItsWorkAndIsEnded() async throws {
        try await run { f in
            let answer = await asked(f, .file("/book.txt"))
            let launch = await f.launcher.launches.next()
            #expect(launch.executable == "\(f.scratch.path)/apps/Reader.app/helpers/import")
            #expect(launch.extension?.point == .import && !launch.usesTerminal && launch.environment.isEmpty)
            let (connection, _) = try await connect(f)
            let work = await connection.work.next()
            #expect(work.what == "/book.txt as public.plain-text")
            #expect(f.launcher.signals.waiting.isEmpty)
            work.answer("{}")
            #expect(try await answer.value.get() == Data("{}".utf8))
            #expect(await f.launcher.signals.next() == SIGTERM)
            await f.drain()
            #expect(await !f.service.isRunningExtension)
            #expect(connection.closed.waiting.count == 1)
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    @Test func itIsNotTheRunningAppAndTakesNoEvents() async throws {
        try await run { f in
            _ = await asked(f, .all())
            _ = await f.launcher.launches.next()
            let (connection, token) = try await connect(f)
            #expect(await !f.service.isRunning(Fixture.reader))
            #expect(await f.service.isExtension(token))
            let event = await f.accepted(.open())
            // The app itself is started for it.
            #expect(await f.launcher.launches.next().extension == nil)
            let app = FakeConnection(pid: 1)
            _ = try await f.connect(app)
            #expect(await event.value == .taken)
            #expect(app.calls.waiting.count == 1 && connection.calls.waiting.isEmpty)
            // Its end is not the app's.
            await f.service.detach(token)
            #expect(await f.service.isRunning(Fixture.reader))
        }
    }

    @Test func allItsConnectionsAndChildrenAreTheApps() async throws {
        try await run { f in
            _ = await asked(f, .all())
            let token = await f.launcher.launches.next().token
            _ = FakeProcess(f.scratch, pid: getpid(), parent: 1001, start: 7)
            for (token, claim) in [(token, Fixture.reader), (nil, Fixture.reader), (nil, nil)] {
                #expect(try await f.identify(getpid(), token: token, claims: claim).get() == .app(Fixture.reader))
            }
            // Another app that it starts is that app, or nobody.
            #expect(await f.identify(getpid(), claims: "org.example.writer").code == .notAllowed)
            let (first, _) = try await connect(f, pid: getpid())
            let (second, _) = try await connect(f)
            #expect(first.work.waiting.count == 1 && second.work.waiting.isEmpty)
            for _ in 2..<ExtensionRun.maximumConnections { _ = try await connect(f) }
            let error = await #expect(throws: BatonError.self) { try await connect(f) }
            #expect(error?.code == .tooMany)
            await first.work.next().answer()
            await f.drain()
            // The same process, when it is the extension's no more.
            #expect(await f.identify(getpid(), claims: Fixture.reader).code == .notAllowed)
        }
    }

    @Test func oneRunsAtATimeAndIndexingGoesFirst() async throws {
        try await run { f in
            let first = await asked(f, .file("/1"))
            let second = await asked(f, .file("/2"))
            let third = await asked(f, .all("org.example.writer"))
            #expect(f.launcher.launches.waiting.count == 1)
            _ = await f.launcher.launches.next()
            await (try connect(f)).0.work.next().answer("1")
            #expect(try await first.value.get() == Data("1".utf8))
            await f.drain()
            #expect(await f.launcher.launches.next().app.id == "org.example.writer")
            #expect(f.launcher.launches.waiting.isEmpty)
            await (try connect(f, pid: 1002, "org.example.writer")).0.work.next().answer()
            #expect(try await third.value.get() == Data())
            await f.drain()
            _ = await f.launcher.launches.next()
            await (try connect(f, pid: 1003)).0.work.next().fail(.storage)
            // What it answers is what the asker gets.
            #expect(await second.value.code == .storage)
        }
    }

    @Test func equalRequestsThatWaitAreDoneOnce() async throws {
        try await run { f in
            let running = await asked(f, .all())
            var waiting: [Run] = []
            for _ in 0..<3 { waiting.append(await asked(f, .all())) }
            await (try connect(f)).0.work.next().answer()
            #expect(try await running.value.get() == Data())
            await f.drain()
            await (try connect(f, pid: 1002)).0.work.next().answer()
            for task in waiting { #expect(try await task.value.get() == Data()) }
            #expect(f.launcher.launches.waiting.count == 2)
        }
    }

    @Test func theQueueIsBounded() async throws {
        try await run { f in
            _ = await asked(f, .all())
            var waiting: [Run] = []
            for number in 0..<AppsService.maximumExtensionRequests {
                waiting.append(await asked(f, .file("/\(number)")))
            }
            #expect(await asked(f, .file("/more")).value.code == .tooMany)
            #expect(await asked(f, .file("/0")).value.code == .tooMany)
            // Indexing has places of its own.
            let indexing = await asked(f, .all("org.example.writer"))
            f.clock.advance(by: AppsService.extensionPatience)
            for task in waiting { #expect(await task.value.code == .timedOut) }
            await f.drain()
            await (try connect(f, pid: 1002, "org.example.writer")).0.work.next().answer()
            #expect(try await indexing.value.get() == Data())
        }
    }

    @Test func oneThatNeverConnectsIsGivenUp() async throws {
        try await run { f in
            let answer = await asked(f, .all())
            f.clock.advance(by: .seconds(29))
            await f.drain()
            #expect(f.launcher.signals.waiting.isEmpty)
            f.clock.advance(by: .seconds(1))
            let error = try #require(await answer.value.error)
            #expect(error.code == .timedOut && error.message.contains("was not ready within 30 seconds"))
            #expect(await f.launcher.signals.next() == SIGTERM)
        }
    }

    @Test func oneThatHangsAndWillNotEndIsKilled() async throws {
        try await run { f in
            f.launcher.ignoreTermination()
            let answer = await asked(f, .all())
            let (connection, _) = try await connect(f)
            _ = await connection.work.next()
            f.clock.advance(by: .seconds(30))
            #expect(await answer.value.error?.message.contains("did not answer within 30 seconds") == true)
            #expect(await f.launcher.signals.next() == SIGTERM)
            await f.drain()
            // Until it has ended, it holds up the next one, and takes no more connections.
            let next = await asked(f, .all("org.example.writer"))
            let late = await #expect(throws: BatonError.self) { try await connect(f) }
            #expect(late?.code == .refused)
            #expect(f.launcher.launches.waiting.count == 1)
            f.clock.advance(by: .seconds(2))
            #expect(await f.launcher.signals.next() == SIGKILL)
            await f.drain()
            #expect(f.launcher.launches.waiting.count == 2)
            f.launcher.exit()
            #expect(await next.value.code == .launchFailed)
        }
    }

    @Test func oneThatEndsTooEarlyHasFailed() async throws {
        try await run { f in
            let before = await asked(f, .all())
            f.launcher.exit()
            let error = try #require(await before.value.error)
            #expect(error.code == .launchFailed && error.message.contains("helpers/index from a terminal"))
            let during = await asked(f, .all())
            let (connection, token) = try await connect(f, pid: 1002)
            let work = await connection.work.next()
            f.launcher.exit()
            await f.drain()
            await f.service.detach(token)
            // Its answer may be on the way still.
            await f.clock.sleeping(for: AppsService.goingLimit)
            f.clock.advance(by: AppsService.goingLimit)
            #expect(await during.value.code == .connectionUnavailable)
            work.answer()
            let after = await asked(f, .all())
            let (last, _) = try await connect(f, pid: 1003)
            f.launcher.exit()
            await last.work.next().answer("late, and in time")
            #expect(try await after.value.get() == Data())
        }
    }

    @Test func oneThatCannotBeStartedHasFailed() async throws {
        try await run { f in
            f.launcher.fail(with: BatonError(.launchFailed, "The test says so."))
            #expect(await asked(f, .all()).value.code == .launchFailed)
            #expect(await asked(f, .all("org.example.none")).value.code == .noSuchApp)
            let app = f.scratch.app("apps/Plain.app", id: "org.example.plain")
            #expect(!app.isEmpty)
            await f.settle { await (try? f.service.show("org.example.plain")) != nil }
            let error = await asked(f, .all("org.example.plain")).value.error
            #expect(error?.code == .noSuchApp && error?.message.contains("com.apple.spotlight.index") == true)
            #expect(await !f.service.isRunningExtension)
        }
    }

    @Test func theServiceStopsWithItsExtensions() async throws {
        try await run { f in
            let running = await asked(f, .all())
            let waiting = await asked(f, .file("/1"))
            await f.service.stop()
            #expect(await running.value.code == .connectionUnavailable)
            #expect(await waiting.value.code == .connectionUnavailable)
            #expect(await f.launcher.signals.next() == SIGTERM)
            #expect(await !f.service.isRunningExtension)
            #expect(await asked(f, .all()).value.code == .connectionUnavailable)
        }
    }

    @Test func theNearestTypeDecidesWhoDescribes() async throws {
        try await run { f in
            let service = f.service
            for type in ["public.text", "PUBLIC.Plain-Text", "text/x-unheard-of", "text/html"] {
                #expect(try await service.importer(of: type, app: nil) == Fixture.reader, "\(type)")
            }
            #expect(try await service.importer(of: "public.html", app: "org.example.writer") == "org.example.writer")
            let error = await #expect(throws: BatonError.self) { try await service.importer(of: "image/png", app: nil) }
            #expect(error?.code == .noSuchApp && error?.message.contains("image/png") == true)
            try await service.setSwitch(Fixture.reader, .search, false)
            #expect(try await service.importer(of: "public.text", app: nil) == "org.example.writer")
        }
    }

    @Test func onlyAFileThatTheCallerCanReadIsDescribed() async throws {
        try await run { f in
            let file = f.scratch.file("seen", "text")
            f.scratch.link("link", to: file)
            let process = FakeProcess(f.scratch, pid: getpid())
            let me = PeerCredentials(pid: getpid(), uid: getuid())
            let found = try await f.service.file("\(f.scratch.path)/link", for: me)
            #expect(found == file)
            func refusal(_ path: String) async -> BatonError.Code? {
                await #expect(throws: BatonError.self) { try await f.service.file(path, for: me) }?.code
            }
            #expect(await refusal("seen") == .invalidArgument)
            #expect(await refusal("\(f.scratch.path)/none") == .invalidArgument)
            #expect(await refusal(f.scratch.path) == .invalidArgument)
            unlink("\(f.scratch.path)/proc/\(process.pid)/root")
            process.link("root", f.scratch.folder("sandbox"))
            #expect(await refusal(file) == .notAllowed)
        }
    }
}

extension Result<Data, BatonError> {
    fileprivate var error: BatonError? { if case .failure(let error) = self { error } else { nil } }
    fileprivate var code: BatonError.Code? { error?.code }
}
