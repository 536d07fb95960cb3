import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

/// Payloads through the door of D-Bus: they come back equal, or are refused with the place that is at fault.
@Suite(.timeLimit(.minutes(5))) struct PayloadTests {
    private func record(_ json: String) -> ActivityRecord {
        var record = ActivityRecord(id: "1", type: "org.example.payload")
        record.eligibility = [.search]
        record.userInfo = Data(json.utf8)
        return record
    }

    @Test func oddPayloadsComeBackEqual() async throws {
        try await withDaemon { daemon in
            let app = FakeApp()
            let client = try await daemon.client("org.example.payload", app)
            for odd in OddPayloads.taken {
                let sent = try Payload(canonical: Data(odd.json.utf8))
                app.answer(with: record(odd.json))
                try await client.call(ActivitiesMethods.becomeCurrent, record(odd.json), AppOptions())
                let current = try #require(await client.call(ActivitiesMethods.listCurrent).first)
                // Of 10,000 keys a failure would print every one.
                let isEqual = try current.record.payload() == sent
                #expect(isEqual, "\(odd.name), current")
                let saved = try #require(await client.call(ActivitiesMethods.listSaved, AppOptions()).first)
                let isSavedEqual = try saved.record.payload() == sent
                #expect(isSavedEqual, "\(odd.name), saved")
            }
        }
    }

    @Test func damagedPayloadsAreRefusedByTheirPlace() async throws {
        try await withDaemon { daemon in
            let client = try await daemon.client("org.example.payload", FakeApp())
            for odd in OddPayloads.refused {
                let error = await refusal {
                    try await client.call(ActivitiesMethods.becomeCurrent, record(odd.json), AppOptions())
                }
                #expect(error?.code == .invalidPayload, "\(odd.name)")
                #expect(
                    error?.message.contains(odd.place.map { " \($0)" } ?? " ") == true,
                    "\(odd.name): \(error?.message ?? "")")
            }
            for bytes: [UInt8] in [[0x7B, 0xFF, 0x7D], [0xFE, 0xFF, 0, 0x7B, 0, 0x7D], [], [0]] {
                var damaged = record("")
                damaged.userInfo = Data(bytes)
                let error = await refusal {
                    try await client.call(ActivitiesMethods.becomeCurrent, damaged, AppOptions())
                }
                #expect(error?.code == .invalidPayload)
            }
            #expect(try await client.call(ActivitiesMethods.listCurrent).isEmpty)
        }
    }

    /// Over 1 MiB the activity is current all the same, without its payload.
    @Test func aByteOverTheLimitLeavesThePayloadOut() async throws {
        try await withDaemon { daemon in
            let client = try await daemon.client("org.example.payload", FakeApp())
            let large = record("{\"a\":\"" + String(repeating: "x", count: 1024 * 1024 - 7) + "\"}")
            try await client.call(ActivitiesMethods.becomeCurrent, large, AppOptions())
            let current = try #require(await client.call(ActivitiesMethods.listCurrent).first)
            #expect(current.record.userInfo == nil)
            #expect(current.record.payloadSize == 1024 * 1024 + 1)
        }
    }

    /// What an app answers when it is asked is held to the same.
    @Test func aDamagedAnswerLeavesTheLastGoodState() async throws {
        try await withDaemon { daemon in
            let app = FakeApp()
            let client = try await daemon.client("org.example.payload", app)
            let good = record(#"{"a":1}"#)
            app.answer(with: record(#"{"a":{"$uuid":"none"}}"#))
            try await client.call(ActivitiesMethods.becomeCurrent, good, AppOptions())
            _ = try await app.saves.next()
            // Asked again: the first answer has been dealt with by then.
            try await client.call(ActivitiesMethods.needsSave, "1")
            _ = try await app.saves.next()
            let current = try #require(await client.call(ActivitiesMethods.listCurrent).first)
            #expect(current.record.userInfo == good.userInfo)
        }
    }
}
