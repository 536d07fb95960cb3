import ActivityModel
import FoundationEssentials
import GLibKit
import Testing

@testable import BatonHandoff

@Suite(.timeLimit(.minutes(5)))
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
            for _ in 0..<2 { await expectError(.wrongCode) { _ = try await a.service.confirm(wrong) } }
            await expectError(.invitationInvalid) { _ = try await a.service.confirm(wrong) }
            await expectError(.invitationInvalid) { _ = try await a.service.confirm(pending.code) }
            await expectError(.wrongCode) { _ = try await b.service.awaitJoin(pending.id) }
            #expect(fixture.network.listeningAddresses == [])
            #expect(await a.service.devices().count == 1)
            #expect(await b.service.devices().count == 1)
        }
    }
}

extension JoiningTests {
    @Test func anInvitationEndsAfterTenMinutes() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let invitation = try await a.service.invite()
            #expect(invitation.expiresAt == fixture.clock.now + 600)
            let pending = try await b.service.join(invitation.text, address: nil)
            await a.recorder.waitForJoiner()
            fixture.clock.advance(by: .seconds(600))
            await expectError(.invitationInvalid) { _ = try await b.service.awaitJoin(pending.id) }
            await expectError(.invitationInvalid) { _ = try await a.service.confirm(pending.code) }
            #expect(fixture.network.listeningAddresses == [])
            await expectError(.network) { _ = try await b.service.join(invitation.text, address: nil) }
            // Another one keeps the network open: then it is the invitation that is refused.
            _ = try await a.service.invite()
            await expectError(.invitationInvalid) {
                _ = try await b.service.join(invitation.text, address: fixture.network.listeningAddresses[0])
            }
        }
    }

    @Test func anInvitationWorksOnce() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let c = try await fixture.device("c")
            let invitation = try await a.service.invite()
            let pending = try await b.service.join(invitation.text, address: nil)
            await a.recorder.waitForJoiner()
            await expectError(.tooMany) { _ = try await c.service.join(invitation.text, address: nil) }
            // That somebody else tried does not harm the one that waits.
            _ = try await a.service.confirm(pending.code)
            _ = try await b.service.awaitJoin(pending.id)
            await expectError(.invitationInvalid) { _ = try await c.service.join(invitation.text, address: nil) }
            await expectError(.alreadyDone) { _ = try await b.service.join(invitation.text, address: nil) }
        }
    }

    @Test func aJoinerThatLeavesThreeTimesVoidsTheInvitation() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let invitation = try await a.service.invite()
            for _ in 0..<3 {
                let pending = try await b.service.join(invitation.text, address: nil)
                await a.recorder.waitForJoiner()
                await b.service.cancelJoin(pending.id)
                await expectError(.cancelled) { _ = try await b.service.awaitJoin(pending.id) }
                await a.recorder.next { $0 == .change(.noLongerAsking) }
                await expectError(
                    await a.service.pendingConfirmation() == nil && a.recorder.events.count < 6
                        ? .noSuchDevice : .invitationInvalid
                ) { _ = try await a.service.confirm("123456") }
            }
            await expectError(.network) { _ = try await b.service.join(invitation.text, address: nil) }
        }
    }

    @Test func aNewInvitationTakesThePlaceOfTheOld() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let old = try await a.service.invite()
            let pending = try await b.service.join(old.text, address: nil)
            await a.recorder.waitForJoiner()
            let new = try await a.service.invite()
            await expectError(.cancelled) { _ = try await b.service.awaitJoin(pending.id) }
            await expectError(.invitationInvalid) { _ = try await b.service.join(old.text, address: new.addresses[0]) }
            _ = try await b.service.join(new.text, address: nil)
            await a.service.cancelInvite()
            #expect(fixture.network.listeningAddresses == [])
        }
    }

    @Test func nonsenseIsRefusedBeforeAnythingIsDialled() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let invitation = try await a.service.invite()
            await expectError(.noSuchDevice) { _ = try await a.service.confirm("123456") }
            await expectError(.invitationInvalid) { _ = try await b.service.confirm("123456") }
            await expectError(.invitationInvalid) { _ = try await b.service.join("hello", address: nil) }
            await expectError(.invalidArgument) { _ = try await b.service.join(invitation.text, address: "here") }
            await expectError(.invalidArgument) { _ = try await a.service.join(invitation.text, address: nil) }
            await expectError(.invalidArgument) { _ = try await b.service.awaitJoin("none") }
            #expect(fixture.network.dials == [])
            await expectError(.network) { _ = try await b.service.join(invitation.text, address: "127.0.0.1:9") }
        }
    }

    /// Who has the whole invitation text but another key cannot pass for the inviter.
    @Test func anotherDeviceThatAnswersIsNotTakenForTheInviter() async throws {
        try await Fixture.run { fixture in
            let b = try await fixture.device("b")
            let (inviter, thief) = (identity(1), identity(2))
            let secret = Secret(Data(repeating: 5, count: 16))
            let listening = try await fixture.network.host("thief").listen(["127.0.0.1:0"]) { stream in
                fixture.thread.task {
                    let opened = try? await Handshake.listen(stream, as: thief, secrets: { _ in [secret] })
                    _ = try? await opened?.identify(refusal: { _ in nil })
                    await stream.close()
                }
            }
            let addresses = await listening.boundAddresses().compactMap(PeerAddress.init)
            let text = Invitation(
                inviterHash: Cryptography.sha256(inviter.key), secret: secret, addresses: addresses
            ).text
            await expectError(.untrusted) { _ = try await b.service.join(text, address: nil) }
            await listening.stop()
        }
    }

    /// A joiner that shows another nonce than it had fixed could choose the code.
    @Test func aRevealedNonceMustBeTheOneThatWasFixed() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let invitation = try await a.service.invite()
            let (stream, _) = try await proveInvitation(invitation, fixture)
            try await DevicesService.send(
                .join(.request(name: "x", commitment: CheckCode.commitment(to: Data(repeating: 1, count: 32)))),
                on: stream)
            guard case .join(.nonce) = try await DevicesService.receiveFrame(stream) else {
                Issue.record("no nonce")
                return
            }
            try await DevicesService.send(.join(.reveal(Data(repeating: 2, count: 32))), on: stream)
            #expect(try await stream.receive(maximum: 4096) == nil)
            await a.recorder.next { $0 == .change(.noLongerAsking) }
            #expect(await a.service.pendingConfirmation() == nil)
            await expectError(.noSuchDevice) { _ = try await a.service.confirm("123456") }
        }
    }

    /// Whoever has only the invitation, and not the code, gets nothing.
    @Test func nobodyIsListedWithoutTheCode() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let invitation = try await a.service.invite()
            let (stream, _) = try await proveInvitation(invitation, fixture)
            try await DevicesService.send(.join(.done), on: stream)
            #expect(try await stream.receive(maximum: 4096) == nil)
            #expect(await a.service.devices().count == 1)
        }
    }

    @Test func aJoinerThatNeverSaysItIsDoneIsTold() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let invitation = try await a.service.invite()
            let (stream, me) = try await proveInvitation(invitation, fixture)
            let nonce = Data(repeating: 1, count: 32)
            try await DevicesService.send(
                .join(.request(name: "x\u{202E}\ny", commitment: CheckCode.commitment(to: nonce))), on: stream)
            guard case .join(.nonce(let theirs)) = try await DevicesService.receiveFrame(stream) else {
                Issue.record("no nonce")
                return
            }
            try await DevicesService.send(.join(.reveal(nonce)), on: stream)
            await a.recorder.waitForJoiner()
            #expect(await a.service.pendingConfirmation()?.name == "xy")
            let code = CheckCode(
                joinerNonce: nonce, inviterNonce: theirs, joinerKey: me.key, inviterKey: a.identity.key,
                exporter: stream.exporter)
            async let result: Void = expectError(.network) { _ = try await a.service.confirm(code.digits) }
            guard case .join(.group(let update)) = try await DevicesService.receiveFrame(stream) else {
                Issue.record("no group")
                return
            }
            #expect(update.list.list?.members.count == 2)
            await fixture.clock.waitForSleep(of: .seconds(10))
            fixture.clock.advance(by: .seconds(10))
            await result
            // It is listed, since it may have stored the group; the user removes it or tries again.
            #expect(await a.service.devices().count == 2)
        }
    }

    @Test func theCodeMayBeTypedWithSpaces() {
        #expect(CheckCode.typed(" 123 456\n") == "123456")
        #expect(CheckCode.typed("123-456") == "123456")
        #expect(CheckCode.typed("12345") == nil)
        #expect(CheckCode.typed("1234567") == nil)
        #expect(CheckCode.typed("١٢٣٤٥٦") == nil)
        #expect(CheckCode.typed("12345a") == nil)
    }

    @Test func everyPartOfACodeChangesIt() {
        let parts = (0..<5).map { Data(repeating: UInt8($0), count: 32) }
        func code(_ parts: [Data]) -> String {
            CheckCode(
                joinerNonce: parts[0], inviterNonce: parts[1], joinerKey: parts[2], inviterKey: parts[3],
                exporter: parts[4]
            ).digits
        }
        for index in parts.indices {
            var changed = parts
            changed[index][31] ^= 1
            #expect(code(changed) != code(parts))
        }
        #expect(code(parts) == code(parts))
        #expect(CheckCode.commitment(to: parts[0]) != CheckCode.commitment(to: parts[1]))
    }

    private func identity(_ byte: UInt8) -> DeviceIdentity {
        DeviceIdentity(seed: Secret(Data(repeating: byte, count: 32)))
    }

    /// A joiner by hand, up to the inviter's welcome.
    private func proveInvitation(
        _ opened: OpenedInvitation, _ fixture: Fixture
    ) async throws -> (any FrameStream, DeviceIdentity) {
        let invitation = try Invitation(text: opened.text)
        let stream = try await fixture.network.host("x").dial(opened.addresses[0], within: .seconds(1))
        let me = identity(77)
        let result = try await Handshake.dial(
            stream, as: me, .invitation, secrets: [invitation.secret], isTrusted: { _ in true })
        guard case .welcomed = result else { throw BatonError(.refused, "refused") }
        return (stream, me)
    }
}
