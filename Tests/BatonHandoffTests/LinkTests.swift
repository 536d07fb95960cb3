import ActivityModel
import FoundationEssentials
import GLibKit
import Testing

@testable import BatonHandoff

/// How links are made, lost and made again.
@Suite(.timeLimit(.minutes(5)))
struct LinkTests {
    @Test func aLostLinkIsMadeAgain() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            fixture.network.cutAll()
            await a.recorder.waitForLoss(of: b)
            await b.recorder.waitForLoss(of: a)
            #expect(await a.service.devices().allSatisfy { $0.isSelf || !$0.reachable })
            await fixture.clock.waitForSleep(of: .milliseconds(500), count: 2)
            fixture.clock.advance(by: .milliseconds(500))
            await a.recorder.waitForLink(to: b)
            await b.recorder.waitForLink(to: a)
        }
    }

    @Test func aDeviceThatIsAwayIsTriedWithGrowingPauses() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            await fixture.stop(b)
            await a.recorder.waitForLoss(of: b)
            for pause in [0.5, 1, 2, 4, 8, 16, 32, 60, 60] {
                let pause = Duration.milliseconds(Int(pause * 1000))
                await fixture.clock.waitForSleep(of: pause)
                #expect(fixture.clock.sleeping == [pause])
                fixture.clock.advance(by: pause)
            }
            await fixture.clock.waitForSleep(of: .seconds(60))
            // Back at once when asked to, and no timer when linked.
            let again = try await fixture.device("b", random: .steady)
            await a.recorder.waitForLink(to: again)
            await a.service.reconnect()
        }
    }

    /// Both dial at the same time, over and over: one link stays, and nothing that was sent is lost or out of order.
    @Test func twoLinksBecomeOneWithoutLosingAnything() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            var expected: [String] = []
            for round in 0..<30 {
                let dials = fixture.network.dials.count
                fixture.network.cutAll()
                await a.recorder.waitForLoss(of: b)
                await b.recorder.waitForLoss(of: a)
                // How long each waits depends on who was refused before.
                while fixture.clock.sleeping.count < 2 { await Task.yield() }
                fixture.network.hold()
                fixture.clock.advance(by: .seconds(60))
                await fixture.network.waitForDials(dials + 2)
                fixture.network.release()
                async let up: Void = a.recorder.waitForLink(to: b)
                await b.recorder.waitForLink(to: a)
                await up
                for number in 0..<20 {
                    let name = "\(round).\(number)"
                    try await fixture.fetch(name, from: a, to: b)
                    try await fixture.fetch(name, from: b, to: a)
                    expected.append(name)
                    if number % 3 == round % 3 { await Task.yield() }
                }
                let last = expected[expected.count - 1]
                await a.recorder.next { $0 == .received(last, from: b.id) }
                await b.recorder.next { $0 == .received(last, from: a.id) }
                for device in [a, b] {
                    while let old = await device.service.connections.values.first(where: { $0.state != .up }) {
                        await old.ended.value()
                    }
                    #expect(await device.service.connections.count == 1)
                }
                #expect(
                    await a.service.connections.values.first?.isDialler != b.service.connections.values.first?.isDialler
                )
            }
            #expect(a.recorder.received(from: b) == expected)
            #expect(b.recorder.received(from: a) == expected)
            #expect(a.recorder.events.count { $0 == .up(b.id) } == 31)
            #expect(a.recorder.events.count { $0 == .down(b.id) } == 30)
        }
    }

    @Test func aSecondLinkOfTheSameDiallerTakesOver() {
        let stream = MemoryStream.pair().dialler
        let start = Date(timeIntervalSinceReferenceDate: 0)
        func connection(dialledBySelf: Bool) -> Connection {
            Connection(number: 1, stream: stream, peer: "m", isDialler: dialledBySelf, state: .up, since: start)
        }
        func yields(_ old: Bool, to new: Bool, after: TimeInterval, selfID: String) -> Bool {
            connection(dialledBySelf: old).yields(toOneDialledBySelf: new, selfID: selfID, at: start + after)
        }
        for id in ["a", "z"] {
            for dialled in [true, false] {
                #expect(yields(dialled, to: dialled, after: 0, selfID: id))
                #expect(yields(dialled, to: !dialled, after: 11, selfID: id))
            }
        }
        // Of two at once the one stays whose dialler has the smaller id.
        #expect(yields(false, to: true, after: 1, selfID: "a"))
        #expect(!yields(true, to: false, after: 1, selfID: "a"))
        #expect(!yields(false, to: true, after: 1, selfID: "z"))
        #expect(yields(true, to: false, after: 1, selfID: "z"))
    }

    @Test func aLinkThatAnswersNoPingIsClosed() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            // An answer keeps it.
            await a.service.reconnect()
            await fixture.clock.waitForSleep(of: .seconds(5))
            try await fixture.fetch("r", from: b, to: a)
            await a.recorder.next { $0 == .received("r", from: b.id) }
            fixture.clock.advance(by: .seconds(5))
            #expect(await a.service.linkedDevices() == [b.id])
            // Everything that is sent is swallowed: as after sleep, in another network.
            for pair in fixture.network.streams {
                pair.dialler.swallow()
                pair.listener.swallow()
            }
            await a.service.reconnect()
            await fixture.clock.waitForSleep(of: .seconds(5))
            fixture.clock.advance(by: .seconds(5))
            await a.recorder.waitForLoss(of: b)
        }
    }

    @Test func whatCannotBeReadEndsTheLinkAndUnknownKindsDoNot() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            try await a.service.send(.unknown("later"), to: b.id)
            try await fixture.fetch("r", from: a, to: b)
            await b.recorder.next { $0 == .received("r", from: a.id) }
            guard let stream = await a.service.connections.values.first?.stream else {
                Issue.record("no link")
                return
            }
            try await stream.send(Data(#"{"kind":"fetch"}"#.utf8))
            await b.recorder.waitForLoss(of: a)
        }
    }

    @Test func whatIsTooLargeIsNotSent() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            var offer = Offer(id: "o", app: "a", team: "t", type: "x", since: fixture.clock.now)
            offer.title = String(repeating: "x", count: LinkFrame.maximumSize)
            let frame = LinkFrame(.offers([offer]))
            await expectError(.tooLarge) { try await members[0].service.send(frame, to: members[1].id) }
            #expect(await members[0].service.linkedDevices() == [members[1].id])
        }
    }

    @Test func anAddressThatNowIsAnotherDevicesIsForgotten() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            guard let address = await a.service.hints[b.id]?.addresses.first,
                let other = await c.service.listeningAddresses().first
            else {
                Issue.record("no address")
                return
            }
            await fixture.stop(b)
            await a.recorder.waitForLoss(of: b)
            fixture.network.redirect(address, to: other)
            await a.service.reconnect()
            while await a.service.hints[b.id]?.addresses.contains(address) == true { await Task.yield() }
            #expect(await a.service.linkedDevices() == [c.id])
        }
    }
}
