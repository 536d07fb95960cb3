import ActivityModel
import BatonHandoff
import FoundationEssentials
import Testing

@Suite(.timeLimit(.minutes(2)))
struct JoiningTests {
    @Test func aNewDeviceJoinsWithTheCodeThatItShows() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            #expect(fixture.network.listeningAddresses == [])
            let invitation = try await a.service.invite()
            #expect(fixture.network.listeningAddresses == invitation.addresses)
            let pending = try await b.service.join(invitation.text, address: nil)
            #expect(pending.inviterName == "a")
            #expect(pending.inviterID == a.id)
            #expect(pending.memberNames == ["a"])
            #expect(pending.code.utf8.count == 6)
            await a.recorder.waitForJoiner()
            #expect(await a.service.pendingConfirmation()?.name == "b")
            // Nothing is shared before the code was typed.
            #expect(await a.service.devices().count == 1)
            let joined = try await a.service.confirm(pending.code)
            #expect(joined.id == b.id)
            #expect(try await b.service.awaitJoin(pending.id).id == a.id)
            await a.recorder.waitForLink(to: b)
            await b.recorder.waitForLink(to: a)
            for device in [a, b] {
                let devices = await device.service.devices()
                #expect(Set(devices.map(\.device.id)) == [a.id, b.id])
                #expect(devices.allSatisfy { $0.reachable })
            }
            try await fixture.fetch("r1", from: a, to: b)
            try await fixture.fetch("r2", from: b, to: a)
            await b.recorder.next { $0 == .received("r1", from: a.id) }
            await a.recorder.next { $0 == .received("r2", from: b.id) }
        }
    }

    @Test func threeWrongCodesVoidTheInvitation() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let invitation = try await a.service.invite()
            let pending = try await b.service.join(invitation.text, address: nil)
            await a.recorder.waitForJoiner()
            let wrong = pending.code == "123456" ? "654321" : "123456"
            await expectError(.invalidArgument) { _ = try await a.service.confirm("12345") }
            for _ in 0..<3 { await expectError(.wrongCode) { _ = try await a.service.confirm(wrong) } }
            await expectError(.invitationInvalid) { _ = try await a.service.confirm(pending.code) }
            await expectError(.wrongCode) { _ = try await b.service.awaitJoin(pending.id) }
            #expect(fixture.network.listeningAddresses == [])
            #expect(await a.service.devices().count == 1)
            #expect(await b.service.devices().count == 1)
        }
    }
}
