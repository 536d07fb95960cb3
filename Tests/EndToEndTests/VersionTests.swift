import ActivityModel
import BatonBus
import BatonClient
import BatonDaemon
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

/// Programs and daemons of different Batons, as processes: `baton` and `batond` are today's, and the other one is a
/// daemon of another version in a process of its own, or one that answers as a past one did.
@Suite(.serialized, .timeLimit(.minutes(5))) struct VersionTests {
    /// A daemon of another Baton, which ends when it is asked to.
    private func withDaemon(
        _ spoken: BusProtocol, _ name: String, _ programs: Programs, _ body: (String) async throws -> Void
    ) async throws {
        ProcessState.prepare()
        let folder = try programs.instance(name)
        let instance = try Instance(folder: folder, environment: [:], userID: ProcessIdentity.user)
        var configuration = DaemonConfiguration(instance: instance, environment: ["PATH": "/usr/bin:/bin"])
        configuration.usesSessionBus = false
        configuration.spoken = spoken
        let thread = GLibThread(name: "daemon")
        let daemon = Daemon(configuration: configuration, thread: thread, time: .system(on: thread))
        try await daemon.start()
        do { try await body(folder) } catch { Issue.record(error) }
        await daemon.stop()
        thread.stop()
    }

    private static let older = BusProtocol(minimum: 1, current: 1, release: "0.0.9")

    private static func number(_ name: String, _ json: String) -> Int? {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?[name] as? Int
    }

    private static func text(_ name: String, _ json: String) -> String? {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])?[name] as? String
    }

    // MARK: A newer program and an older daemon

    /// The older daemon is a process of its own, whose end is awaited.
    @Test func anIdleOlderDaemonMakesRoomForTheNewerOne() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("upgraded")
            let older = try DaemonProcess(programs, on: "upgraded", program: "OlderDaemon")
            #expect(try await older.word() == "ready")
            let status = try await programs.baton(["status", "--json"], on: "upgraded")
            #expect(status.status == 0, "\(status.errors)")
            #expect(Self.text("version", status.output) == BusProtocol.release)
            #expect(Self.text("olderDaemon", status.output) == nil)
            #expect(Self.number("pid", status.output) != Int(older.pid))
            // Ended in order; where it was not asked to, this is what fails.
            if Self.text("version", status.output) != BusProtocol.release { older.signal(SIGTERM) }
            #expect(try await older.end() == 0)
            // It goes on with that one.
            let again = try await programs.baton(["status", "--json"], on: "upgraded")
            #expect(Self.number("pid", again.output) == Self.number("pid", status.output))
            #expect(
                try String(contentsOfFile: folder + "/log", encoding: .utf8).contains("0.1.0 takes over from 0.0.9"))
        }
    }

    @Test func ofManyNewerProgramsAtOnceAllComeToOneNewerDaemon() async throws {
        try await Programs.run { programs in
            try await withDaemon(Self.older, "many", programs) { _ in
                let answers = try await withThrowingTaskGroup(of: Programs.Answer.self) { group in
                    for _ in 0..<6 { group.addTask { try await programs.baton(["status", "--json"], on: "many") } }
                    return try await group.reduce(into: [Programs.Answer]()) { $0.append($1) }
                }
                for answer in answers { #expect(answer.status == 0, "\(answer.errors)") }
                // Those that met others at the older daemon went on with it, and said so; the next one has it to itself.
                for answer in answers where Self.text("version", answer.output) == "0.0.9" {
                    #expect(Self.text("olderDaemon", answer.output)?.isEmpty == false)
                }
                let last = try await programs.baton(["status", "--json"], on: "many")
                #expect(Self.text("version", last.output) == BusProtocol.release, "\(last)")
            }
        }
    }

    @Test func anOlderDaemonInUseGoesOnAndThatIsSaid() async throws {
        try await Programs.run { programs in
            try await withDaemon(Self.older, "used", programs) { folder in
                try await withClient(of: folder, Self.older) { app in
                    let record = ActivityRecord(id: "1", type: "org.example.reading")
                    try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
                    for _ in 0..<2 {
                        let status = try await programs.baton(["status"], on: "used")
                        #expect(status.status == 0)
                        #expect(status.output.contains("The daemon is Baton 0.0.9, older than this command, 0.1.0: "))
                        #expect(
                            status.output.contains("in use: another program is connected, an activity is current"),
                            "\(status.output)")
                    }
                    let current = try await programs.baton(["activity", "list", "--json"], on: "used")
                    #expect(current.output.contains("org.example.reading"))
                    let doctor = try await programs.baton(["doctor"], on: "used")
                    #expect(doctor.output.contains("0.0.9") && doctor.output.contains("`baton stop`"))
                }
                // The daemon may hear of its end a moment later than of the next program.
                var version: String?
                for _ in 0..<20 where version != BusProtocol.release {
                    version = Self.text("version", try await programs.baton(["status", "--json"], on: "used").output)
                }
                #expect(version == BusProtocol.release)
            }
        }
    }

    /// What is asked for is done by the newer one; that the older one has ended is nothing that a program hears of.
    @Test func aProgramThatMadeRoomGoesOnAsIfNothingHadBeen() async throws {
        try await Programs.run { programs in
            try await withDaemon(Self.older, "publishing", programs) { _ in
                let published = try programs.start(
                    ["activity", "publish", "--type", "org.example.reading", "--title", "A book"], on: "publishing")
                #expect(try await published.lines.first(with: "current") != nil)
                let status = try await programs.baton(["status", "--json"], on: "publishing")
                #expect(Self.text("version", status.output) == BusProtocol.release)
                #expect(Self.number("currentActivities", status.output) == 1)
                published.signal(SIGINT)
            }
        }
    }

    /// One of before there was `Retire`; and it is not asked twice by one program.
    @Test func aDaemonThatDoesNotKnowHowGoesOnAndThatIsSaid() async throws {
        try await Programs.run { programs in
            ProcessState.prepare()
            let thread = GLibThread(name: "stand-in")
            let socket = try programs.instance("past") + "/bus"
            let daemon = try StandInDaemon(1, on: thread) { step, answer in
                step.method == "Hello" || step.method == "Status" ? answer.with("version", "0.0.9") : answer
            }
            try await daemon.start(at: socket)
            let status = try await programs.baton(["status"], on: "past")
            #expect(status.status == 0, "\(status.errors)")
            #expect(status.output.contains("does not know how to make room; `baton stop` ends it"), "\(status.output)")
            let same = try await programs.baton(["status", "--json"], on: "past")
            #expect(Self.text("olderDaemon", same.output) != nil)
            await daemon.stop()
            thread.stop()
        }
    }

    /// The same Baton, installed twice or built by its author, and a newer one: nobody is asked to end.
    @Test(arguments: ["0.1.0", "0.1.0+built.here", "0.2.0-rc.1", "9.9.9", "no version"])
    func noDaemonEndsForAProgramThatIsNotNewer(_ release: String) async throws {
        try await Programs.run { programs in
            let spoken = BusProtocol(minimum: 1, current: 1, release: release)
            try await withDaemon(spoken, "newer", programs) { _ in
                for _ in 0..<2 {
                    let status = try await programs.baton(["status", "--json"], on: "newer")
                    #expect(status.status == 0, "\(status.errors)")
                    #expect(Self.text("version", status.output) == release)
                    #expect(Self.text("olderDaemon", status.output) == nil)
                }
                let doctor = try await programs.baton(["doctor"], on: "newer")
                if release == "9.9.9" { #expect(doctor.output.contains("this command is the older one")) }
            }
        }
    }

    /// A newer library in an app, and the installed daemon is the one that runs: asking it to end would gain nothing.
    @Test func whereTheInstalledDaemonIsNoNewerTheRunningOneIsLeft() async throws {
        try await Programs.run { programs in
            try await withDaemon(.own, "same", programs) { folder in
                try await withClient(
                    of: folder, BusProtocol(minimum: 1, current: 1, release: "7.0.0"), starts: programs.daemon
                ) { client in
                    let hello = try await client.connect()
                    #expect(hello.version == BusProtocol.release)
                    let older = await client.olderDaemon
                    #expect(older?.reason.contains("is Baton 0.1.0; upgrade it") == true, "\(older?.reason ?? "")")
                }
            }
        }
    }

    private func withClient(
        of folder: String, _ spoken: BusProtocol, starts daemon: String? = nil,
        _ body: (DaemonConnection) async throws -> Void
    ) async throws {
        let thread = GLibThread(name: "client")
        let instance = try Instance(folder: folder, environment: [:], userID: ProcessIdentity.user)
        let client = DaemonConnection(
            thread: thread, instance: instance, identity: ClientIdentity(program: "tests", spoken: spoken),
            starter: daemon.map { DaemonStarter(executable: $0, environment: ["PATH": "/usr/bin:/bin"]) },
            time: .system(on: thread))
        do { try await body(client) } catch { Issue.record(error) }
        await client.close()
        thread.stop()
    }

    // MARK: Protocols

    @Test func aClientThatSpeaksNoCommonProtocolIsToldBothRangesAndTheRemedy() async throws {
        try await Programs.run { programs in
            try await withDaemon(.own, "today", programs) { folder in
                try await withClient(of: folder, BusProtocol(minimum: 2, current: 3, release: "0.1.0")) { client in
                    let error = await #expect(throws: BatonError.self) { try await client.connect() }
                    #expect(error?.code == .versionMismatch)
                    for words in ["protocol 2 to 3", "1 to 1", "The daemon is the older one", "`baton stop`"] {
                        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
                    }
                }
            }
            try await withDaemon(BusProtocol(minimum: 2, current: 3, release: "0.3.0"), "later", programs) { _ in
                let status = try await programs.baton(["status"], on: "later")
                #expect(status.status == 3)
                for words in ["protocol 1 to 1", "(Baton 0.3.0) 2 to 3", "The program is the older one: upgrade it"] {
                    #expect(status.errors.contains(words), "\(status.errors)")
                }
                let doctor = try await programs.baton(["doctor"], on: "later")
                #expect(doctor.status == 1 && doctor.output.contains("2 to 3"))
                // What every version understands.
                let stopped = try await programs.baton(["stop"], on: "later")
                #expect(stopped.status == 0, "\(stopped.errors)")
            }
        }
    }

    @Test func resetWorksAlsoWithADaemonOfAnotherProtocol() async throws {
        try await Programs.run { programs in
            try await withDaemon(BusProtocol(minimum: 2, current: 3, release: "0.3.0"), "later", programs) { folder in
                let reset = try await programs.baton(["reset", "--yes"], on: "later")
                #expect(reset.status == 0, "\(reset.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }
    }

    @Test func theHighestCommonProtocolIsSpoken() async throws {
        try await Programs.run { programs in
            try await withDaemon(BusProtocol(minimum: 1, current: 2, release: "0.2.0"), "both", programs) { folder in
                #expect(try await programs.baton(["status"], on: "both").status == 0)
                for (spoken, common) in [(1...1, 1), (1...2, 2), (2...5, 2)] {
                    let client = BusProtocol(
                        minimum: spoken.lowerBound, current: spoken.upperBound, release: "0.1.0")
                    try await withClient(of: folder, client) { client in
                        let hello = try await client.connect()
                        #expect(hello.protocol == common)
                    }
                }
            }
        }
    }

    /// An idle daemon that is too old even for a greeting makes room too.
    @Test func anIdleDaemonOfAnotherProtocolMakesRoom() async throws {
        try await Programs.run { programs in
            try await withDaemon(BusProtocol(minimum: 0, current: 0, release: "0.0.1"), "ancient", programs) { _ in
                let status = try await programs.baton(["status", "--json"], on: "ancient")
                #expect(status.status == 0, "\(status.errors)")
                #expect(Self.text("version", status.output) == BusProtocol.release)
            }
        }
    }

    // MARK: The state file

    @Test func aNewerStateFileIsRefusedNamingFileAndVersions() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("newer")
            _ = try await programs.baton(["status"], on: "newer")
            _ = try await programs.baton(["stop"], on: "newer")
            var bytes = try Data(contentsOf: URL(filePath: folder + "/state.db"))
            // SQLite's user_version, big-endian (file format, 1.3).
            bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
            try bytes.write(to: URL(filePath: folder + "/state.db"))
            let status = try await programs.baton(["status"], on: "newer")
            #expect(status.status == 3 && status.output.isEmpty)
            for words in ["\(folder)/state.db", "version 99", "up to 3"] {
                #expect(status.errors.contains(words), "\(status.errors)")
            }
            #expect(try Data(contentsOf: URL(filePath: folder + "/state.db")) == bytes)
        }
    }
}

/// A file that another process makes.
struct AsyncFile {
    let path: String
    init(_ path: String) { self.path = path }

    /// Looked for again and again: the process is nobody's child here, and says nothing when it has made it.
    func exists() async throws {
        let end = ContinuousClock.now + Limits.wait
        while !FileManager.default.fileExists(atPath: path) {
            guard ContinuousClock.now < end else { throw LimitReached(path) }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
