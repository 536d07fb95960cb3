import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let reader = "org.example.reader"

/// Programs and daemons of released protocols against those of today.
@Suite(.handshakes, .serialized) struct KeptProtocolTests {
    // MARK: The contract

    /// `interface member(name:type:direction, …)`, methods and signals.
    private static func members(of xml: String) -> Set<String> {
        var members: [String] = []
        var interface = ""
        for line in xml.split(separator: "\n") {
            if let found = line.firstMatch(of: /<interface name="(.+?)"/) { interface = String(found.1) }
            if let found = line.firstMatch(of: /<(method|signal) name="(.+?)"/) {
                members.append("\(interface) \(found.1) \(found.2)")
            }
            if let found = line.firstMatch(of: /<arg name="(.+?)" type="(.+?)"( direction="(in|out)")?/) {
                members[members.count - 1] += " \(found.1):\(found.2):\(found.4 ?? "")"
            }
        }
        return Set(members)
    }

    /// A released interface is not changed: members are added, or the interface gets a new number.
    @Test(arguments: ["org.baton.Baton1.xml", "org.baton.App1.xml"])
    func noMemberOfAReleasedInterfaceIsLostOrChanged(_ file: String) throws {
        let kept = Self.members(of: try repositoryFile("Tests/Fixtures/protocol-1/\(file)"))
        let today = Self.members(of: try repositoryFile("data/dbus/\(file)"))
        #expect(kept.count >= 6)
        #expect(kept.subtracting(today) == [])
    }

    @Test func aChangedMemberIsFound() {
        let kept = #"<interface name="a"><method name="M">"# + "\n" + #"<arg name="x" type="s" direction="in"/>"#
        let changed = kept.replacing(#"type="s""#, with: #"type="i""#)
        #expect(Self.members(of: kept) != Self.members(of: changed))
    }

    // MARK: Kept clients, today's daemon

    /// Every reply has the form that it had then. Written once, with `BATON_WRITE_FIXTURES`, when the protocol is released.
    private func play(
        _ steps: inout [KeptConversation.Step], on connection: BusConnection, of daemon: DaemonFixture
    ) async throws {
        let records = ProcessInfo.processInfo.environment["BATON_WRITE_FIXTURES"] != nil
        for index in steps.indices {
            let step = steps[index]
            var (answer, error): ([KeptValue]?, String?)
            let arguments = try step.variant()
            do {
                let reply = try await connection.call(
                    path: BusNames.path, interface: step.interface, method: step.method,
                    arguments: arguments, timeout: TestSupport.Limits.wait)
                answer = try (0..<reply.count).map { try KeptValue(reply[$0]) }
            } catch let failure as BusCallError {
                error = failure.name ?? "\(failure)"
            }
            if step.answer == nil && step.error == nil {
                guard records else {
                    Issue.record("\(step.call) has no kept answer")
                    continue
                }
                (steps[index].answer, steps[index].error) = (answer, error)
                continue
            }
            #expect(error == step.error, "\(step.call)")
            guard let kept = step.answer, let answer else { continue }
            #expect(kept.count == answer.count, "\(step.call)")
            for (kept, now) in zip(kept, answer) {
                #expect(kept.faults(of: now, mayLack: Set(step.mayLack ?? [])) == [], "\(step.call)")
            }
        }
    }

    /// An app's object by the kept XML, answering as the kept app did; what it is asked is compared with what one was
    /// asked then.
    private func export(
        _ kept: KeptConversation, on connection: BusConnection, asked: Arrivals<String>
    ) async throws {
        let xml = try repositoryFile("Tests/Fixtures/protocol-1/org.baton.App1.xml")
        try await connection.export(path: BusNames.appPath, xml: xml) { call in
            guard let step = kept.daemon.first(where: { $0.method == call.method }) else {
                return call.fail("org.baton.Error.Internal", "not kept")
            }
            do {
                for (index, argument) in step.arguments.enumerated() {
                    let now = try KeptValue(call.arguments[index])
                    #expect(argument.faults(of: now, mayLack: Set(step.mayLack ?? [])) == [], "\(step.call)")
                }
                let answer = try (step.answer ?? []).map { try $0.variant() }
                call.reply(answer.isEmpty ? nil : .tuple(answer))
            } catch { Issue.record(error) }
            asked.put(step.method)
        }
    }

    private func installReader(on daemon: DaemonFixture) throws {
        try daemon.scratch.write("apps/Reader.app/Info.plist", plist(id: reader, executable: "run"))
        try daemon.scratch.write("apps/Reader.app/run", "#!/bin/sh\n", mode: 0o755)
    }

    @Test func aKeptAppIsServed() async throws {
        try await withDaemon { daemon in
            var kept = try KeptConversation.load(1)
            let connection = try await daemon.raw()
            let asked = Arrivals<String>("a call of the app")
            try await export(kept, on: connection, asked: asked)
            try await play(&kept.app, on: connection, of: daemon)
            #expect(try await asked.next() == "SaveActivity")
            await connection.close()
            if ProcessInfo.processInfo.environment["BATON_WRITE_FIXTURES"] != nil { try kept.save(1) }
        }
    }

    @Test func aKeptProgramOfTheUsersIsServed() async throws {
        try await withDaemon { daemon in
            var kept = try KeptConversation.load(1)
            // There before the daemon looks; a folder that is added is read a little later.
            await daemon.stop()
            try installReader(on: daemon)
            try await daemon.start()
            let connection = try await daemon.raw()
            let asked = Arrivals<String>("a call of the app")
            try await export(kept, on: connection, asked: asked)
            try await play(&kept.user, on: connection, of: daemon)
            await connection.close()
            if ProcessInfo.processInfo.environment["BATON_WRITE_FIXTURES"] != nil { try kept.save(1) }
        }
    }

    /// The calls that come only with a second device.
    @Test func aKeptAppContinuesAndIsContinued() async throws {
        try await withTwoDaemons { pair in
            try await pair.join()
            let kept = try KeptConversation.load(1)
            // Known as the user's before there is an app that runs the same file.
            let user = try await pair.there.raw()
            var known = kept.user.filter { $0.method == "Status" }
            try await play(&known, on: user, of: pair.there)
            try pair.there.scratch.write("Reader.app/Info.plist", plist(id: reader, executable: "run"))
            let linked = ScratchFolder.hardLink(
                ProcessIdentity.executable ?? "", as: pair.there.scratch.file("Reader.app/run"))
            try #require(linked)
            _ = try await pair.otherUser.call(AppsMethods.add, pair.there.scratch.file("Reader.app"))

            let (app, asked) = (try await pair.there.raw(), Arrivals<String>("a call of the app there"))
            try await export(kept, on: app, asked: asked)
            var greeting = Array(kept.app.prefix(2))
            try await play(&greeting, on: app, of: pair.there)

            let (publisher, told) = (try await pair.here.raw(), Arrivals<String>("a call of the app here"))
            try await export(kept, on: publisher, asked: told)
            var publishing = Array(kept.app.prefix(4))
            try await play(&publishing, on: publisher, of: pair.here)
            let offer = try await pair.offer()

            let listed = try #require(kept.examples.first { $0.method == "ListOffers" })
            let reply = try await user.call(
                path: BusNames.path, interface: listed.interface, method: listed.method, arguments: .tuple([]),
                timeout: TestSupport.Limits.wait)
            let faults = try listed.answer?[0].faults(of: KeptValue(reply[0]), mayLack: Set(listed.mayLack ?? []))
            #expect(faults == [])
            _ = try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
            #expect(try await asked.next() == "WillContinueActivity")
            #expect(try await asked.next() == "ContinueActivity")
            while try await told.next() != "ActivityWasContinued" {}
            for connection in [app, publisher, user] { await connection.close() }
        }
    }

    // MARK: Today's client, a kept daemon

    private enum Change: CaseIterable { case asKept, withUnknownKeys, withoutOptionalKeys }

    @Test(arguments: Change.allCases) private func aKeptDaemonIsUnderstood(_ change: Change) async throws {
        try await withStandIn(change) { daemon, client in
            #expect(try await client.connect().protocol == 1)
            let isWhole = change != .withoutOptionalKeys
            #expect(try await client.call(SystemMethods.status).socket.isEmpty == false)
            #expect(try await client.call(SystemMethods.diagnose).first?.remedy == "r")
            #expect(try await client.call(SystemMethods.listConfig)["device-name"] != nil)
            _ = try await client.call(SystemMethods.getConfig, "device-name")
            try await client.call(SystemMethods.setConfig, "device-name", "x")
            let app = try #require(try await client.call(AppsMethods.list).first)
            #expect(app.manifest.id == reader && app.manifest.name == "Reader")
            #expect(try await client.call(AppsMethods.problems).first?.message == "m")
            #expect(try await client.call(AppsMethods.add, "/opt/Reader.app").manifest.version == (isWhole ? "1" : nil))
            #expect(try await client.call(AppsMethods.show, reader).manifest.id == reader)
            try await client.call(AppsMethods.setSwitch, reader, "search", true)
            try await client.call(AppsMethods.remove, reader)
            let current = try #require(try await client.call(ActivitiesMethods.listCurrent).first)
            #expect(current.record.type == "org.example.reader.reading")
            #expect(current.record.title == (isWhole ? "A book" : nil))
            #expect(try await client.call(ActivitiesMethods.listSaved, AppOptions(app: reader)).first?.key == "book-1")
            #expect(try await client.call(ActivitiesMethods.deleteSaved, ["a"], AppOptions()) >= 0)
            #expect(try await client.call(ActivitiesMethods.deleteAllSaved, AppOptions()) >= 0)
            let offer = try #require(try await client.call(HandoffMethods.listOffers).first)
            #expect(offer.reachable && offer.title == (isWhole ? "A book" : nil))
            #expect(try await client.call(HandoffMethods.fetch, "0f1e").id == "reading")
            #expect(try await client.call(HandoffMethods.continue, "0f1e", PlatformData()).opened == "browser")
            #expect(try await client.call(DevicesMethods.list).contains { $0.isSelf })
            #expect(try await client.call(DevicesMethods.invite).invitation.hasPrefix("baton:"))
            #expect(try await client.call(DevicesMethods.pending).name == (isWhole ? "Laptop" : nil))
            #expect(try await client.call(DevicesMethods.confirm, "123456").name == "Laptop")
            #expect(try await client.call(DevicesMethods.join, "baton:x", JoinOptions()).code == "123456")
            #expect(try await client.call(DevicesMethods.awaitJoin, "j").id == "d2")
            try await client.call(DevicesMethods.rename, "x")
            try await client.call(DevicesMethods.cancelInvite)
            try await client.call(SystemMethods.reset)
            try await client.call(SystemMethods.stop)
        }
    }

    /// What a kept daemon asked of an app is what an app of today answers.
    @Test func aKeptDaemonAsksAnAppOfToday() async throws {
        let app = FakeApp()
        app.answer(with: reading("reading", title: "A book"))
        try await withStandIn(.asKept, app) { daemon, client in
            try await client.connect()
            let connection = try #require(daemon.client)
            for step in try KeptConversation.load(1).daemon {
                let reply = try await connection.call(
                    path: BusNames.appPath, interface: step.interface, method: step.method,
                    arguments: step.variant(), timeout: TestSupport.Limits.wait)
                #expect(reply.count == step.answer?.count, "\(step.call)")
                for (index, kept) in (step.answer ?? []).enumerated() {
                    let faults = kept.faults(
                        of: try KeptValue(reply[index]),
                        mayLack: [
                            "webpageURL", "persistentIdentifier", "userInfo", "keywords", "requiredKeys",
                            "expirationDate", "supportsContinuationStreams", "facets",
                        ])
                    #expect(faults == [], "\(step.call)")
                }
            }
            #expect(try await app.failures.next().code == .timedOut)
            #expect(try await app.activities.next().record.title == "A book")
        }
    }

    private func withStandIn(
        _ change: Change, _ app: FakeApp? = nil, _ body: (StandInDaemon, DaemonConnection) async throws -> Void
    ) async throws {
        ProcessState.prepare()
        try await withScratchFolder { scratch in
            let instance = try Instance(folder: scratch.path, environment: [:], userID: ProcessIdentity.user)
            let (thread, clients) = (GLibThread(name: "stand-in"), GLibThread(name: "clients"))
            let daemon = try StandInDaemon(1, on: thread) { step, answer in
                switch change {
                case .asKept: answer
                case .withUnknownKeys: answer.withUnknownKeys()
                case .withoutOptionalKeys: answer.without(Set(step.mayLack ?? []))
                }
            }
            try await daemon.start(at: instance.socket)
            let client = DaemonConnection(
                thread: clients, instance: instance, identity: ClientIdentity(program: "tests"), starter: nil,
                time: .system(on: clients))
            if let app { await client.setAppHandler(app) }
            do { try await body(daemon, client) } catch { Issue.record(error) }
            await client.close()
            await daemon.stop()
            clients.stop()
            thread.stop()
        }
    }
}
