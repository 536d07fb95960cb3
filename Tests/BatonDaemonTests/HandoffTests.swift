import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let reader = "org.example.reader"

/// Two daemons that share, over loopback.
struct Pair {
    let here: DaemonFixture
    let there: DaemonFixture
    let user: DaemonConnection
    let otherUser: DaemonConnection
}

private func ownExecutable() -> String { ProcessIdentity.executable ?? "" }

private func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
}

func withTwoDaemons(_ body: (Pair) async throws -> Void) async throws {
    try await withDaemon { here in
        // Beside the tests' executable: an app that is this process needs another name of that file.
        let there = try DaemonFixture(in: folder(of: ownExecutable()))
        do {
            try await there.start()
            let user = try await here.client()
            let otherUser = try await there.client()
            try await user.call(SystemMethods.setConfig, "device-name", "Here")
            try await otherUser.call(SystemMethods.setConfig, "device-name", "There")
            try await body(Pair(here: here, there: there, user: user, otherUser: otherUser))
        } catch {
            await there.end()
            throw error
        }
        await there.end()
    }
}

extension Pair {
    func begin() async throws -> JoinInfo {
        let invitation = try await user.call(DevicesMethods.invite)
        return try await otherUser.call(DevicesMethods.join, invitation.invitation, JoinOptions())
    }

    func join() async throws {
        let join = try await begin()
        #expect(join.inviter == "Here")
        _ = try await user.until(DevicesMethods.interface, DevicesMethods.joinRequested) {
            try await user.call(DevicesMethods.pending).name
        }
        let joined = try await user.call(DevicesMethods.confirm, join.code)
        #expect(joined.name == "There")
        #expect(try await otherUser.call(DevicesMethods.awaitJoin, join.id).name == "Here")
    }

    /// The first offer that the other device sees.
    func offer() async throws -> OfferInfo {
        try await otherUser.until(HandoffMethods.interface, HandoffMethods.offersChanged) {
            try await otherUser.call(HandoffMethods.listOffers).first { $0.reachable && $0.opensWith != nil }
        }
    }

    /// The state of the first activity that this device sees.
    func fetchHere() async throws -> ActivityRecord {
        let offer = try await user.until(HandoffMethods.interface, HandoffMethods.offersChanged) {
            try await user.call(HandoffMethods.listOffers).first { $0.reachable }
        }
        return try await user.call(HandoffMethods.fetch, offer.offer)
    }

    /// Registers the app there, and connects this process as it.
    func installThere() async throws -> (app: FakeApp, client: DaemonConnection) {
        try there.scratch.write("Reader.app/Info.plist", plist(id: reader, executable: "run"))
        let linked = ScratchFolder.hardLink(ownExecutable(), as: there.scratch.file("Reader.app/run"))
        try #require(linked)
        _ = try await otherUser.call(AppsMethods.add, there.scratch.file("Reader.app"))
        let app = FakeApp()
        let client = try await there.client(reader, app)
        try await client.call(ConnectionMethods.ready)
        return (app, client)
    }
}

@Suite(.handshakes) struct HandoffTests {
    @Test func anActivityGoesFromOneDeviceToAnother() async throws {
        try await withTwoDaemons { pair in
            try await pair.join()
            let (receiver, _) = try await pair.installThere()
            let source = FakeApp()
            let client = try await pair.here.client(reader, source)
            var record = reading(title: "Chapter 1")
            (record.targetContentIdentifier, record.webpageURL) = ("chapters/1", "https://example.org/1")
            record.userInfo = Payload([.string("page"): .integer(1)]).canonicalData
            source.answer(with: record)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            let offer = try await pair.offer()
            #expect(offer.device == "Here")
            #expect(offer.opensWith == reader)
            // What goes over is the state of the moment, not of the offer.
            record.userInfo = Payload([.string("page"): .integer(2)]).canonicalData
            source.answer(with: record)
            let outcome = try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
            #expect(outcome.opened == reader)
            let announced = try await receiver.announced.next()
            #expect(announced.type == record.type)
            #expect(announced.origin == "Here")
            // What the receiving app chooses a window by.
            #expect(announced.platform.targetContentIdentifier == record.targetContentIdentifier)
            #expect(announced.platform.webpageURL == record.webpageURL)
            let arrived = try await receiver.activities.next()
            #expect(arrived.record.userInfo == record.userInfo)
            #expect(arrived.record.title == "Chapter 1")
            #expect(arrived.platform.origin == "Here")
            #expect(arrived.platform.cause == "handoff")
            let told = try await source.continued.next()
            #expect(told.id == record.id)
            #expect(told.device == "There")
        }
    }

    @Test func whatIsTooLargeIsSaidAndNotSent() async throws {
        try await withTwoDaemons { pair in
            try await pair.join()
            let (receiver, _) = try await pair.installThere()
            let source = FakeApp()
            let client = try await pair.here.client(reader, source)
            var record = reading()
            let text = String(repeating: "x", count: Payload.maximumSize)
            record.userInfo = Payload([.string("text"): .string(text)]).canonicalData
            source.answer(with: record)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            let offer = try await pair.offer()
            let error = await refusal {
                try await pair.otherUser.call(HandoffMethods.fetch, offer.offer)
            }
            #expect(error?.code == .tooLarge)
            #expect(error?.code.cocoaCode == 4611)
            let failed = await refusal {
                try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
            }
            #expect(failed?.code == .tooLarge)
            #expect(try await receiver.failures.next().code == .tooLarge)
            #expect(source.continued.waiting == 0)
        }
    }

    @Test func oneCallTooManyUnansweredClosesTheConnection() async throws {
        try await withTwoDaemons { pair in
            let join = try await pair.begin()
            let greedy = try await pair.there.raw()
            let closed = Arrivals<Void>("the end of the connection")
            await greedy.onClosed { closed.put(()) }
            let method = DevicesMethods.awaitJoin
            let arguments = try method.encode(join.id)
            // Nobody confirms, so none of them is answered.
            for _ in 0..<257 {
                pair.there.clientThread.task {
                    _ = try? await greedy.call(
                        path: BusNames.path, interface: method.interface, method: method.name, arguments: arguments,
                        timeout: Limits.wait)
                }
            }
            try await closed.next()
            _ = try await pair.otherUser.call(SystemMethods.status)
            try await pair.otherUser.call(DevicesMethods.cancelJoin, join.id)
        }
    }

    @Test func aWrongCodeLetsNobodyIn() async throws {
        try await withTwoDaemons { pair in
            let join = try await pair.begin()
            _ = try await pair.user.until(DevicesMethods.interface, DevicesMethods.joinRequested) {
                try await pair.user.call(DevicesMethods.pending).name
            }
            let wrong = join.code == "000000" ? "000001" : "000000"
            let error = await refusal {
                try await pair.user.call(DevicesMethods.confirm, wrong)
            }
            #expect(error?.code == .wrongCode)
            #expect(try await pair.user.call(DevicesMethods.list).filter { !$0.isSelf }.isEmpty)
            try await pair.otherUser.call(DevicesMethods.cancelJoin, join.id)
        }
    }
}
