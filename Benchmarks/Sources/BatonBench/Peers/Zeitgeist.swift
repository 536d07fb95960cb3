import FoundationEssentials
import GLibKit

/// Zeitgeist, the activity log that a Linux user would have otherwise: its engine and full-text index, on a session bus
/// of the bench's own.
final class Zeitgeist: Sendable {
    private let bus: BusConnection
    private let engine: Int32
    private let index: Int32
    let folder: String

    private static let program = "/usr/bin/zeitgeist-daemon"
    /// Whether it is installed, and there is a bus for it.
    static func isThere(_ bench: Bench) -> Bool {
        FileManager.default.isExecutableFile(atPath: program) && bench.environment["ZEITGEIST_DATA_PATH"] != nil
    }

    private static let name = "org.gnome.zeitgeist.Engine"
    private static let indexName = "org.gnome.zeitgeist.SimpleIndexer"

    private init(bus: BusConnection, engine: Int32, index: Int32, folder: String) {
        self.bus = bus
        self.engine = engine
        self.index = index
        self.folder = folder
    }

    static func start(_ bench: Bench) async throws -> Zeitgeist {
        guard let bus = try await BusConnection.sessionBus(on: bench.thread) else {
            throw BenchError("there is no session bus; Scripts/bench makes one of its own")
        }
        // The bus starts the index by itself, and in this environment: so the folder is its too.
        guard let folder = bench.environment["ZEITGEIST_DATA_PATH"] else {
            throw BenchError("ZEITGEIST_DATA_PATH is not set; Scripts/bench sets it")
        }
        let engine = try Spawn.detached(
            [program, "--no-datahub"], environment: bench.environment, folder: "/", output: false)
        bench.started(engine)
        for name in [name, indexName] {
            try await bench.until("\(name) is on the bus") {
                try await ask(bus, "NameHasOwner", name)[0].bool == true
            }
        }
        let index: UInt32? = try await ask(bus, "GetConnectionUnixProcessID", indexName)[0].integer()
        guard let index else { throw BenchError("the bus does not tell the process of \(indexName)") }
        bench.started(Int32(bitPattern: index))
        return Zeitgeist(bus: bus, engine: engine, index: Int32(bitPattern: index), folder: folder)
    }

    private static func ask(_ bus: BusConnection, _ method: String, _ name: String) async throws -> Variant {
        try await bus.call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: method, arguments: .tuple([.string(name)]), timeout: .seconds(10))
    }

    /// Seconds that one InsertEvents of these events takes.
    func insert(_ activities: [Sample]) async throws -> Double {
        let events = try VariantEncoder().encode(activities.map(Event.init), as: "a(asaasay)")
        let start = Clock.now
        let reply = try await bus.call(
            destination: Self.name, path: "/org/gnome/zeitgeist/log/activity", interface: "org.gnome.zeitgeist.Log",
            method: "InsertEvents", arguments: .tuple([events]), timeout: .seconds(120))
        let taken = Clock.now - start
        guard reply[0].count == activities.count else { throw BenchError("Zeitgeist did not take all events") }
        return taken
    }

    /// The processes that answer: its engine and its index.
    var processes: [Int32] { [engine, index] }

    /// How many events hold these words, when the first ten have come.
    /// - Parameter isRanked: else the newest first.
    func search(_ words: String, isRanked: Bool) async throws -> UInt32 {
        // Zeitgeist.ResultType: MOST_RECENT_EVENTS 0, RELEVANCY 100.
        let arguments: [Variant] = [
            .string(words), try VariantEncoder().encode(Times(), as: "(xx)"),
            try VariantEncoder().encode([Event](), as: "a(asaasay)"), try VariantEncoder().encode(UInt32(0), as: "u"),
            try VariantEncoder().encode(UInt32(10), as: "u"),
            try VariantEncoder().encode(UInt32(isRanked ? 100 : 0), as: "u"),
        ]
        let reply = try await bus.call(
            destination: Self.indexName, path: "/org/gnome/zeitgeist/index/activity",
            interface: "org.gnome.zeitgeist.Index", method: "Search", arguments: .tuple(arguments),
            timeout: .seconds(120))
        guard let count: UInt32 = reply[1].integer() else {
            throw BenchError("Zeitgeist does not say how many it found")
        }
        return count
    }

    /// All there are, in milliseconds.
    private struct Times: Encodable {
        let from: Int64 = 0
        let to: Int64 = 1 << 62
    }

    /// Seconds of a call that does nothing, to the same process over the same bus.
    func ping() async throws -> Double {
        let start = Clock.now
        _ = try await bus.call(
            destination: Self.name, path: "/org/gnome/zeitgeist/log/activity",
            interface: "org.freedesktop.DBus.Peer", method: "Ping", timeout: .seconds(10))
        return Clock.now - start
    }

    /// Bytes of the log and of the full-text index, once both processes have ended.
    func stop(_ bench: Bench) async throws -> (log: Double, index: Double) {
        for pid in [index, engine] {
            let process = ProcessHandle(pid: pid)
            _ = process?.signal(15)
            try await bench.awaitEnd(of: process, "Zeitgeist")
            bench.ended(pid)
        }
        return (
            try Folder.bytes(in: folder, named: "activity.sqlite"), try Folder.bytes(in: folder, named: "fts.index")
        )
    }

    /// An event as Zeitgeist has it: id, time, interpretation, manifestation, actor, origin; and one subject.
    private struct Event: Encodable {
        let about: [String]
        let subjects: [[String]]
        let payload = Data()

        init(_ sample: Sample) {
            let zeitgeist = "http://www.zeitgeist-project.com/ontologies/2010/01/27/zg#"
            let files = "http://www.semanticdesktop.org/ontologies/2007/03/22/nfo#"
            about = [
                "", String(sample.milliseconds), zeitgeist + "AccessEvent", zeitgeist + "UserActivity",
                "application://\(sample.app).desktop", "",
            ]
            subjects = [
                [
                    sample.page, files + "TextDocument", files + "RemoteDataObject", "https://example.org/read",
                    "text/html", sample.title, "net", sample.page, "",
                ]
            ]
        }
    }
}
