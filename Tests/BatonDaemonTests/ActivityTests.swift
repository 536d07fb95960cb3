import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let one = "org.example.one"
private let two = "org.example.two"

@Suite struct ActivityTests {
    @Test func anAppIsAskedForItsStateAndAnswers() async throws {
        try await withDaemon { daemon in
            let app = FakeApp()
            let client = try await daemon.client(one, app)
            let user = try await daemon.client()
            app.answer(with: reading(title: "from the save"))
            try await client.call(ActivitiesMethods.becomeCurrent, reading(title: "first"), AppOptions())
            #expect(try await app.saves.next() == "1")
            let current = try await user.until(ActivitiesMethods.interface, ActivitiesMethods.currentChanged) {
                try await user.call(ActivitiesMethods.listCurrent).first { $0.record.title == "from the save" }
            }
            #expect(current.app == one)
            app.answer(with: reading(title: "later"))
            try await client.call(ActivitiesMethods.needsSave, "1")
            #expect(try await app.saves.next() == "1")
            _ = try await user.until(ActivitiesMethods.interface, ActivitiesMethods.currentChanged) {
                try await user.call(ActivitiesMethods.listCurrent).first { $0.record.title == "later" }
            }
            try await client.call(ActivitiesMethods.resignCurrent, "1")
            #expect(try await app.saves.next() == "1")
            #expect(try await user.call(ActivitiesMethods.listCurrent).isEmpty)
        }
    }

    @Test func aLostConnectionWithdrawsWhatWasCurrent() async throws {
        try await withDaemon { daemon in
            let client = try await daemon.client(one)
            let user = try await daemon.client()
            try await client.call(ActivitiesMethods.becomeCurrent, reading(), AppOptions())
            #expect(try await user.call(ActivitiesMethods.listCurrent).count == 1)
            await client.close()
            try await user.until(ActivitiesMethods.interface, ActivitiesMethods.currentChanged) {
                try await user.call(ActivitiesMethods.listCurrent).isEmpty ? () : nil
            }
        }
    }

    @Test func savedActivitiesSurviveARestart() async throws {
        try await withDaemon { daemon in
            let client = try await daemon.client(one)
            var record = reading(title: "kept", [.search])
            record.persistentIdentifier = "p"
            record.userInfo = Payload([.string("page"): .integer(7)]).canonicalData
            record.expirationDate = Date(timeIntervalSinceReferenceDate: 4_000_000_000)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            try await daemon.restart()
            let user = try await daemon.client()
            #expect(try await user.call(ActivitiesMethods.listCurrent).isEmpty)
            let saved = try await user.call(ActivitiesMethods.listSaved, AppOptions())
            #expect(saved.map(\.app) == [one])
            record.payloadSize = record.userInfo?.count
            #expect(saved.first?.record == record)
            #expect(saved.first?.expiresAt == record.expirationDate)
        }
    }

    @Test func anAppSeesAndDeletesItsOwnAlone() async throws {
        try await withDaemon { daemon in
            let first = try await daemon.client(one)
            let second = try await daemon.client(two)
            let user = try await daemon.client()
            for client in [first, second] {
                var record = reading(title: "t", [.search])
                record.persistentIdentifier = "p"
                try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            }
            #expect(try await second.call(ActivitiesMethods.listSaved, AppOptions()).map(\.app) == [two])
            #expect(try await second.call(ActivitiesMethods.listCurrent).map(\.app) == [two])
            let other = AppOptions(app: one)
            for work: @Sendable () async throws -> Void in [
                { _ = try await second.call(ActivitiesMethods.listSaved, other) },
                { _ = try await second.call(ActivitiesMethods.deleteSaved, ["p"], other) },
                { _ = try await second.call(ActivitiesMethods.deleteAllSaved, other) },
                { try await second.call(ActivitiesMethods.becomeCurrent, reading("2"), other) },
                { _ = try await second.call(SystemMethods.status) },
                { _ = try await second.call(HandoffMethods.listOffers) },
                { _ = try await second.call(DevicesMethods.list) },
            ] {
                let error = await refusal { try await work() }
                #expect(error?.code == .notAllowed)
            }
            #expect(try await second.call(ActivitiesMethods.deleteSaved, ["p"], AppOptions()) == 1)
            #expect(try await user.call(ActivitiesMethods.listSaved, AppOptions()).map(\.app) == [one])
            #expect(Set(try await user.call(ActivitiesMethods.listCurrent).map(\.app)) == [one, two])
            #expect(try await user.call(ActivitiesMethods.deleteAllSaved, other) == 1)
            #expect(try await user.call(ActivitiesMethods.listSaved, AppOptions()).isEmpty)
        }
    }

    @Test(arguments: ["[1]", "no JSON", "\"text\"", String(repeating: "{\"a\":", count: 300)])
    func aPayloadThatIsNoObjectIsRefused(_ text: String) async throws {
        try await withDaemon { daemon in
            let client = try await daemon.client(one)
            var record = reading()
            record.userInfo = Data(text.utf8)
            let bad = record
            let error = await refusal {
                try await client.call(ActivitiesMethods.becomeCurrent, bad, AppOptions())
            }
            #expect(error?.code == .invalidPayload)
            #expect(try await client.call(ActivitiesMethods.listCurrent).isEmpty)
        }
    }

    @Test func anIdWithAManifestIsNotForOtherPrograms() async throws {
        try await withDaemon { daemon in
            let id = "org.example.installed"
            try daemon.scratch.write("Reader.app/Info.plist", plist(id: id, executable: "run"))
            try daemon.scratch.write("Reader.app/run", "#!/bin/sh\n", mode: 0o755)
            let user = try await daemon.client()
            let app = try await user.call(AppsMethods.add, daemon.scratch.file("Reader.app"))
            #expect(app.manifest.id == id)
            let error = await refusal { try await daemon.client(id) }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains(id) == true)
        }
    }
}
