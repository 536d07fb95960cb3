import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let victim = "org.example.victim"
private let installed = "org.example.installed"
private let stranger = "org.example.stranger"
private let secret = "what only the victim's user may read"

/// What an app gets that calls a method with what is another's.
private enum Outcome {
    /// NotAllowed, in words that name the app.
    case refused
    /// An answer about the app's own, with nothing of the other's in it.
    case own
    /// Refused: any client may ask, and another one is there.
    case inUse
    /// There is nothing of the kind, and there may be no other words for it.
    case nothing
}

extension Outcome {
    fileprivate var error: String {
        switch self {
        case .refused, .own: "NotAllowed"
        case .inUse: "Refused"
        case .nothing: "NoSuchApp"
        }
    }
}

private struct Row {
    let interface: String
    let method: String
    let arguments: Variant
    let outcome: Outcome
    var name: String { "\(interface).\(method)" }

    init<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument, outcome: Outcome = .refused
    ) throws {
        interface = method.interface
        self.method = method.name
        self.arguments = try method.encode(repeat each arguments)
        self.outcome = outcome
    }
}

private func titled(_ title: String) -> AttributeSet {
    var attributes = AttributeSet()
    attributes["title"] = .string(title)
    return attributes
}

extension Variant {
    /// All texts in it, at any depth.
    fileprivate var texts: [String] {
        if let string { return [string] }
        if let bytes { return [String(decoding: bytes, as: UTF8.self)] }
        return (0..<count).flatMap { self[$0].texts }
    }
}

/// An app on the real daemon, beside another app, an installed one and the user's own program.
@Suite struct IsolationTests {
    /// A row for every method of the contract; more where options or ids could name another app.
    private static func table() throws -> [Row] {
        var taken = reading("v", title: "taken over", [.search])
        taken.persistentIdentifier = "p"
        let (none, others) = (AppOptions(), AppOptions(app: victim))
        return try [
            try Row(ConnectionMethods.hello, HelloRequest(program: "x", app: victim, launchToken: nil)),
            try Row(ConnectionMethods.hello, HelloRequest(program: "x", app: installed, launchToken: "guessed")),
            try Row(ConnectionMethods.ready, outcome: .own),
            try Row(ConnectionMethods.active, outcome: .own),
            try Row(ActivitiesMethods.becomeCurrent, taken, others),
            try Row(ActivitiesMethods.becomeCurrent, taken, AppOptions(app: "baton.user")),
            try Row(ActivitiesMethods.becomeCurrent, taken, AppOptions(app: "")),
            try Row(ActivitiesMethods.becomeCurrent, taken, none, outcome: .own),
            try Row(ActivitiesMethods.needsSave, "v", outcome: .own),
            try Row(ActivitiesMethods.listCurrent, outcome: .own),
            try Row(ActivitiesMethods.listSaved, none, outcome: .own),
            try Row(ActivitiesMethods.listSaved, others),
            try Row(ActivitiesMethods.listSaved, AppOptions(app: String(repeating: "e\u{301}", count: 100_000))),
            try Row(ActivitiesMethods.deleteSaved, ["p", "v"], others),
            try Row(ActivitiesMethods.deleteSaved, ["p", "v"], none, outcome: .own),
            try Row(ActivitiesMethods.deleteAllSaved, others),
            try Row(ActivitiesMethods.deleteAllSaved, none, outcome: .own),
            try Row(ActivitiesMethods.forget, others),
            try Row(ActivitiesMethods.forget, AppOptions(app: "baton.user")),
            try Row(ActivitiesMethods.forget, none, outcome: .own),
            try Row(ActivitiesMethods.resignCurrent, "v", outcome: .own),
            try Row(ActivitiesMethods.invalidate, "v", outcome: .own),
            try Row(AppsMethods.list, outcome: .own),
            try Row(AppsMethods.problems),
            try Row(AppsMethods.show, victim),
            try Row(AppsMethods.show, installed),
            try Row(AppsMethods.add, "/tmp"),
            try Row(AppsMethods.remove, installed),
            try Row(AppsMethods.setSwitch, installed, "handoff", false),
            try Row(AppsMethods.setSwitch, stranger, "handoff", false),
            try Row(HandoffMethods.listOffers),
            try Row(HandoffMethods.continue, "v", PlatformData()),
            try Row(HandoffMethods.fetch, "v"),
            try Row(DevicesMethods.list),
            try Row(DevicesMethods.invite),
            try Row(DevicesMethods.cancelInvite),
            try Row(DevicesMethods.pending),
            try Row(DevicesMethods.confirm, "000000"),
            try Row(DevicesMethods.join, "x", JoinOptions()),
            try Row(DevicesMethods.awaitJoin, "x"),
            try Row(DevicesMethods.cancelJoin, "x"),
            try Row(DevicesMethods.rename, "mine"),
            try Row(DevicesMethods.remove, "x"),
            try Row(DevicesMethods.leave),
        ] + searching() + [
            try Row(LinksMethods.decide, "https://example.com/", LinkOptions(), outcome: .own),
            try Row(LinksMethods.open, "stranger:x", LinkOptions(app: victim), PlatformData(), outcome: .nothing),
            try Row(LinksMethods.status),
            try Row(LinksMethods.fetch, "example.com", FetchOptions()),
            try Row(LinksMethods.prefer, "example.com", "browser"),
            try Row(SystemMethods.status),
            try Row(SystemMethods.diagnose),
            try Row(SystemMethods.getConfig, "device-name"),
            try Row(SystemMethods.listConfig),
            try Row(SystemMethods.setConfig, "device-name", "mine"),
            try Row(ConnectionMethods.retire, Successor(version: "999.0.0"), outcome: .inUse),
            try Row(SystemMethods.stop),
            try Row(SystemMethods.reset),
        ]
    }

    private static func searching() throws -> [Row] {
        let item = SearchableItem(uniqueIdentifier: "i", domainIdentifier: "d", attributes: titled("taken over"))
        let (own, others) = (IndexOptions(), IndexOptions(app: victim))
        var (all, only, end) = (SearchOptions(), SearchOptions(), BatchEnd(clientState: Data()))
        all.fetch = ["title"]
        only.app = victim
        end.app = victim
        let engagement = Engagement(typed: secret, app: victim, kind: .item, identifier: "i")
        return [
            try Row(SearchMethods.index, [item], others),
            try Row(SearchMethods.index, [item], IndexOptions(app: "baton.user")),
            try Row(SearchMethods.index, [item], own, outcome: .own),
            try Row(
                SearchMethods.engaged, Engagement(typed: "w", app: nil, kind: .item, identifier: "i"), outcome: .own),
            try Row(SearchMethods.delete, ["i"], others),
            try Row(SearchMethods.delete, ["i", "p"], own, outcome: .own),
            try Row(SearchMethods.deleteDomains, ["d"], others),
            try Row(SearchMethods.deleteDomains, ["d"], own, outcome: .own),
            try Row(SearchMethods.deleteAll, others),
            try Row(SearchMethods.deleteAll, own, outcome: .own),
            try Row(SearchMethods.forget, AppOptions(app: victim)),
            try Row(SearchMethods.forget, AppOptions(), outcome: .own),
            try Row(SearchMethods.beginBatch, others),
            try Row(SearchMethods.beginBatch, own, outcome: .own),
            try Row(SearchMethods.endBatch, "batch", end),
            try Row(SearchMethods.clientState, others),
            try Row(SearchMethods.clientState, own, outcome: .own),
            try Row(SearchMethods.followIndex, others),
            try Row(SearchMethods.followIndex, own, outcome: .own),
            try Row(SearchMethods.unfollowIndex, others),
            try Row(SearchMethods.unfollowIndex, own, outcome: .own),
            try Row(SearchMethods.search, secret, only),
            try Row(SearchMethods.search, "", all, outcome: .own),
            try Row(SearchMethods.search, secret, all, outcome: .own),
            try Row(SearchMethods.query, "title == \"*\"", only),
            try Row(SearchMethods.query, "title == \"*\"", all, outcome: .own),
            try Row(SearchMethods.suggest, "what", only),
            try Row(SearchMethods.suggest, "wh", SearchOptions(), outcome: .own),
            try Row(SearchMethods.engaged, engagement),
            try Row(
                SearchMethods.open, ResultToOpen(app: victim, kind: .item, identifier: "i"), PlatformData()),
            try Row(SearchMethods.searchInApp, victim, "what", PlatformData()),
            try Row(SearchMethods.describe, "/etc/passwd", "public.text", DescribeOptions(app: victim)),
            try Row(SearchMethods.settle, outcome: .own),
            try Row(SearchMethods.statistics, outcome: .own),
        ]
    }

    @Test func theTableHasEveryMethodOfTheContract() throws {
        #expect(
            Set(try Self.table().map(\.name)) == Set(ContractTests.daemonMethods.map { "\($0.interface).\($0.name)" }))
    }

    /// The victim's activity and saved copy, an installed app, and a connection of the stranger.
    private func withVictim(
        _ body: (DaemonFixture, _ user: DaemonConnection, _ app: FakeApp, _ stranger: BusConnection) async throws
            -> Void
    ) async throws {
        try await withDaemon { daemon in
            try daemon.scratch.write("Reader.app/Info.plist", plist(id: installed, executable: "run"))
            try daemon.scratch.write("Reader.app/run", "#!/bin/sh\n", mode: 0o755)
            let user = try await daemon.client()
            _ = try await user.call(AppsMethods.add, daemon.scratch.file("Reader.app"))
            let app = FakeApp()
            let client = try await daemon.client(victim, app)
            var record = reading("v", title: secret, [.search, .handoff])
            record.persistentIdentifier = "p"
            app.answer(with: record)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            try await client.call(ConnectionMethods.ready)
            #expect(try await app.saves.next() == "v")
            let item = SearchableItem(uniqueIdentifier: "i", domainIdentifier: "d", attributes: titled(secret))
            try await client.call(SearchMethods.index, [item], IndexOptions())
            try await user.call(SearchMethods.settle)
            let connection = try await daemon.raw()
            let hello = HelloRequest(program: "stranger", app: stranger, launchToken: nil)
            let error = try await connection.errorName(
                ConnectionMethods.interface, "Hello", try ConnectionMethods.hello.encode(hello))
            #expect(error == nil)
            try await body(daemon, user, app, connection)
            await connection.close()
        }
    }

    /// What the user sees of the victim, and of all else that an app must not change.
    private func facts(_ user: DaemonConnection) async throws -> [String] {
        let current = try await user.call(ActivitiesMethods.listCurrent).filter { $0.app == victim }
        let saved = try await user.call(ActivitiesMethods.listSaved, AppOptions(app: victim))
        let apps = try await user.call(AppsMethods.list)
        var options = SearchOptions()
        options.app = victim
        options.patient = true
        let found = try await user.call(SearchMethods.search, "what", options).results
        return current.map { "\($0.record.id) \($0.record.title ?? "")" }
            + saved.map { "\($0.record.persistentIdentifier ?? "") \($0.record.title ?? "")" }
            + found.map { "\($0.kind) \($0.identifier) \($0.title)" }.sorted()
            + apps.map { "\($0.manifest.id) \($0.switches.handoff) \($0.switches.search)" }
            + [
                "\(try await user.call(SystemMethods.listConfig).sorted { $0.key < $1.key })",
                "\(try await user.call(DevicesMethods.list).count)",
                "\(try await user.call(ActivitiesMethods.listSaved, AppOptions(app: "baton.user")).count)",
            ]
    }

    @Test func anAppSeesAndChangesNothingThatIsAnothers() async throws {
        try await withVictim { _, user, app, connection in
            let before = try await facts(user)
            for known in ["v \(secret)", "p \(secret)", "item i \(secret)", "activity p \(secret)"] {
                #expect(before.contains(known))
            }
            for row in try Self.table() {
                do throws(BusCallError) {
                    let reply = try await connection.call(
                        path: BusNames.path, interface: row.interface, method: row.method, arguments: row.arguments,
                        timeout: TestSupport.Limits.wait)
                    #expect(row.outcome == .own, "\(row.name) is answered")
                    for text in reply.texts {
                        for foreign in [secret, victim, installed] {
                            #expect(!text.contains(foreign), "\(row.name) tells of another")
                        }
                    }
                } catch {
                    #expect(row.outcome != .own, "\(row.name): \(error)")
                    #expect(
                        error.name == "org.baton.Error.\(row.outcome.error)", "\(row.name): \(error)")
                    #expect(row.outcome != .refused || error.message.contains(stranger), "\(row.name)")
                    #expect(error.message.utf8.count < 512, "\(row.name)")
                    #expect(!error.message.contains(secret))
                }
                let now = try await facts(user)
                #expect(now == before, "after \(row.name)")
            }
            #expect(app.saves.waiting == 0, "the victim was asked on another's word")
            #expect(app.announced.waiting == 0 && app.activities.waiting == 0)
        }
    }

    /// There is one object. Nothing of an app has a path of its own that another could guess.
    @Test(arguments: [
        "/", "/org/baton", "/org/baton/Baton1/apps", "/org/baton/Baton1/org_example_victim", "/org/baton/App1",
        "/org/freedesktop/DBus",
    ])
    func otherObjectPathsLeadNowhere(_ path: String) async throws {
        try await withVictim { _, _, app, connection in
            for (interface, method) in [
                ("org.baton.Activities1", "ListCurrent"), ("org.baton.System1", "Status"),
                ("org.baton.App1", "SaveActivity"), ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"),
                ("org.freedesktop.DBus.Properties", "GetAll"),
            ] {
                let arguments: Variant? =
                    switch method {
                    case "SaveActivity": .tuple([.string("v")])
                    case "GetAll": .tuple([.string("org.baton.Activities1")])
                    default: nil
                    }
                do throws(BusCallError) {
                    let reply = try await connection.call(
                        path: path, interface: interface, method: method, arguments: arguments,
                        timeout: TestSupport.Limits.wait)
                    // GDBus itself answers for properties, of which there are none.
                    #expect(reply.texts.isEmpty, "\(path) \(interface).\(method)")
                } catch {
                    #expect(error.name?.hasPrefix("org.freedesktop.DBus.Error.") == true, "\(error)")
                }
            }
            #expect(app.saves.waiting == 0)
        }
    }

    /// Signals go to apps too: that something has changed, never what.
    @Test func signalsTellAnAppNothingOfOthers() async throws {
        try await withTwoDaemons { pair in
            let app = try await pair.here.raw()
            let signals = Arrivals<(member: String, texts: [String])>("signals")
            await app.subscribe(interface: nil) { signals.put(($0.member, $0.arguments.texts)) }
            let hello = HelloRequest(program: "stranger", app: stranger, launchToken: nil)
            _ = try await app.errorName(
                ConnectionMethods.interface, "Hello", try ConnectionMethods.hello.encode(hello))
            // One that has said nothing yet is nobody, too.
            let unknown = try await pair.here.raw()
            await unknown.subscribe(interface: nil) { signals.put(($0.member, $0.arguments.texts)) }
            let asked = Arrivals<[String]>("JoinRequested")
            await pair.user.onSignal(DevicesMethods.interface, DevicesMethods.joinRequested) {
                asked.put($0.arguments.texts)
            }
            let client = try await pair.here.client(victim)
            try await client.call(ActivitiesMethods.becomeCurrent, reading("v", title: secret), AppOptions())
            try await pair.join()
            // The user's own program is told who asks.
            #expect(try await asked.next().contains("There"))
            // What was sent before this answer has come.
            for connection in [app, unknown] {
                _ = try await connection.errorName(ConnectionMethods.interface, "Active", nil)
            }
            var members: Set<String> = []
            while signals.waiting > 0 {
                let signal = try await signals.next()
                members.insert(signal.member)
                #expect(signal.texts.isEmpty, "\(signal.member) says \(signal.texts)")
            }
            // Nothing of what the victim does, and of the devices and offers, which are the user's own.
            #expect(members.isSubset(of: [AppsMethods.changed, SystemMethods.stopping]), "\(members)")
            await app.close()
            await unknown.close()
        }
    }
}
