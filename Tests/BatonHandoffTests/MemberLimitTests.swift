import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonHandoff

/// What a member of the group that means ill, or is broken, can make another device do.
@Suite(.timeLimit(.minutes(5)))
struct MemberLimitTests {
    private func open() -> @Sendable () async -> Void {
        let gate = Outcome<Void>()
        return { await gate.value() }
    }

    /// Asking and taking back again and again: what was begun is counted until it has ended.
    @Test func askingAndTakingBackStartsNoMoreThanSixteen() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            let (a, b) = (devices[0], devices[1])
            let gate = Outcome<Void>()
            a.source.answer("o") { () throws(BatonError) in
                await gate.value()
                return PayloadSizeTests.record(10)
            }
            await a.handoff.publish([a.offer("o")])
            await b.device.service.observe(b.device.recorder)
            for number in 0..<100 {
                try await b.device.service.send(LinkFrame(.fetch(request: "r\(number)", offer: "o")), to: a.device.id)
                try await b.device.service.send(LinkFrame(.cancel(request: "r\(number)")), to: a.device.id)
                // As fast as they are taken.
                while await b.device.service.connections.values.contains(where: { !$0.queue.isEmpty }) {
                    await Task.yield()
                }
            }
            try await b.device.service.send(.ping, to: a.device.id)
            try await eventually("what was asked for") { a.source.most >= 16 }
            #expect(await a.handoff.serving.count == 16)
            #expect(a.source.most == 16)
            gate.finish(())
            try await eventually("the end of what was asked for") { await a.handoff.serving.isEmpty }
        }
    }

    /// An id of a request belongs to the device that asks: no other can take it first.
    @Test func twoDevicesMayNameTheirRequestsAlike() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b", "c")
            let a = devices[0]
            let gate = Outcome<Void>()
            a.source.answer("o") { () throws(BatonError) in
                await gate.value()
                return PayloadSizeTests.record(10)
            }
            await a.handoff.publish([a.offer("o")])
            for device in devices.dropFirst() {
                await device.device.service.observe(device.device.recorder)
                try await device.device.service.send(LinkFrame(.fetch(request: "r", offer: "o")), to: a.device.id)
            }
            for _ in 0..<2 { _ = try await a.source.asked.next() }
            gate.finish(())
            for device in devices.dropFirst() {
                await device.device.recorder.next { $0 == .received("other", from: a.device.id) }
            }
        }
    }

    /// An app that hangs when it is told must not hold up the link, nor be told a thousand times.
    @Test func anAppThatHangsHoldsUpNoLink() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            let (a, b) = (devices[0], devices[1])
            let gate = Outcome<Void>()
            a.source.tellingWaits.withLock { $0 = { await gate.value() } }
            await a.handoff.publish([a.offer("o")])
            for number in 0..<100 {
                try await b.device.service.send(
                    LinkFrame(.continued(request: "\(number)", offer: "o")), to: a.device.id)
            }
            await b.handoff.publish([b.offer("later")])
            try await a.waitForOffer("later")
            _ = try await a.source.told.next()
            #expect(a.source.told.waiting == 0)
            gate.finish(())
            try await eventually("the end of the telling") { await a.handoff.telling.isEmpty }
        }
    }

    @Test func offersKeepToTheirBounds() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            let (a, b) = (devices[0], devices[1])
            func changed(_ id: String, _ change: (inout Offer) -> Void) -> Offer {
                var offer = a.offer(id)
                change(&offer)
                return offer
            }
            let long = String(repeating: "x", count: 256)
            let offers = [
                changed("good") { $0.targetContentIdentifier = String(repeating: "x", count: 1024) },
                changed("good") { $0.title = "twice" }, changed("") { _ in },
                changed("app") { $0.app = long }, changed("team") { $0.team = long },
                changed("type") { $0.type = long },
                changed("since") { $0.since = Date(timeIntervalSinceReferenceDate: 1e300) },
                changed("until") { $0.expiresAt = Date(timeIntervalSinceReferenceDate: -1e300) },
                changed("title") {
                    $0.title = "e" + String(repeating: "\u{301}", count: 100_000)
                    $0.targetContentIdentifier = String(repeating: "x", count: 1025)
                },
            ]
            try await a.device.service.send(LinkFrame(.offers(offers)), to: b.device.id)
            try await b.waitForOffer("title")
            let listed = await b.handoff.offers()
            #expect(Set(listed.map(\.offer.id)) == ["good", "title"])
            #expect(listed.count == 2)
            #expect(listed.allSatisfy { ($0.offer.title?.unicodeScalars.count ?? 0) <= 1024 })
            #expect(listed.first { $0.offer.id == "good" }?.offer.title == nil)
            #expect(listed.first { $0.offer.id == "good" }?.offer.targetContentIdentifier?.utf8.count == 1024)
            #expect(listed.first { $0.offer.id == "title" }?.offer.targetContentIdentifier == nil)
            // An id over its bound ends the link.
            try await a.device.service.send(
                LinkFrame(.offers([a.offer(String(repeating: "x", count: 65))])), to: b.device.id)
            await b.device.recorder.waitForLoss(of: a.device)
        }
    }

    @Test func ofOffersThatFillMoreThanAFrameTheNewestGo() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            let page = "https://example.org/" + String(repeating: "/", count: ActivityRecord.maximumText - 20)
            let offers = (0..<64).map { number in
                var offer = devices[0].offer("\(number)")
                offer.webpageURL = page
                offer.title = String(repeating: "\"", count: 1024)
                return offer
            }
            await devices[0].handoff.publish(offers)
            try await devices[1].waitForOffer("0")
            #expect(await devices[1].handoff.offers().count >= 16)
        }
    }

    @Test func whatAPeerCausesDoesNotFillTheLog() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            let stranger = DeviceIdentity(seed: Secret(Data(repeating: 9, count: 32)))
            let group = try #require(await a.service.group)
            for number in 0..<200 {
                let list = SignedList(group.renaming(a.id, to: "\(number)", by: stranger).list, by: stranger)
                try await a.service.send(.group(GroupUpdate(list: list, keys: [], hints: [:])), to: b.id)
                while await a.service.connections.values.contains(where: { !$0.queue.isEmpty }) { await Task.yield() }
            }
            try await fixture.fetch("last", from: a, to: b)
            await b.recorder.next { $0 == .received("last", from: a.id) }
            #expect(fixture.messages.withLock { $0 }.count { $0.contains("not taken") } == LogLimit.maximum)
        }
    }

    @Test func equalLinesAreCountedAndOthersAreWritten() {
        var limit = LogLimit()
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let written = (0..<100).flatMap { _ in limit.lines(for: "x", at: start) }
        #expect(written.count == LogLimit.maximum)
        #expect(limit.lines(for: "y", at: start) == ["y"])
        #expect(limit.lines(for: "x", at: start + 60) == ["x (90 times more within a minute)", "x"])
        // A clock that was set back does not silence it for good.
        #expect(limit.lines(for: "x", at: start - 1000) == ["x"])
        for number in 0..<1000 { #expect(limit.lines(for: "\(number)", at: start) == ["\(number)"]) }
    }

    /// New addresses again and again: the others are told of some of them at once, and of the last when the time is up.
    @Test func newAddressesAreNotPassedOnWithoutEnd() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            let groups = Mutex(0)
            for pair in fixture.network.streams {
                for end in [pair.dialler, pair.listener] {
                    end.filter.withLock {
                        $0 = { message in
                            if String(decoding: message, as: UTF8.self).contains(#""kind":"group""#) {
                                groups.withLock { $0 += 1 }
                            }
                            return message
                        }
                    }
                }
            }
            for number in 1...300 {
                let hello = LinkFrame.Hello(addresses: ["192.0.2.1:\(number)"], port: number, replaces: false)
                try await b.service.send(.hello(hello), to: a.id)
                while await b.service.connections.values.contains(where: { !$0.queue.isEmpty }) { await Task.yield() }
            }
            try await eventually("the last address") {
                await a.service.hints[b.id]?.addresses.contains("192.0.2.1:300") == true
            }
            #expect(groups.withLock { $0 } <= HintShares.maximum + 1)
            while fixture.clock.sleeping.isEmpty { await Task.yield() }
            fixture.clock.advance(by: .seconds(61))
            try await eventually("the last address at the third") {
                await c.service.hints[b.id]?.addresses.contains("192.0.2.1:300") == true
            }
        }
    }

    /// A member that dials again and again without ever using a link.
    @Test func aMemberHoldsAFewChannels() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            let address = await a.service.listeningAddresses()[0]
            let secrets = await a.service.group?.secrets ?? []
            // Later than the other link's beginning, so that each new one takes over.
            fixture.clock.advance(by: .seconds(11))
            var streams: [any FrameStream] = []
            for _ in 0..<40 {
                let stream = try await fixture.network.host("x").dial(address, within: .seconds(1))
                let result = try await Handshake.dial(
                    stream, as: b.identity, .member, secrets: secrets, isTrusted: { _ in true })
                guard case .welcomed = result else {
                    Issue.record("refused")
                    break
                }
                streams.append(stream)
                #expect(await a.service.connections.count <= 2 + Connection.maximumEnding)
            }
            #expect(await a.service.linkedDevices() == [b.id])
            for stream in streams { await stream.close() }
            try await a.expectNothingLeft(links: 1, "forty channels")
        }
    }

    @Test func anErrorsMessageMovesNoCursor() throws {
        let text = #"{"kind":"failure","request":"r","code":"TooLarge","message":"a\u001b[2Jb\r\n\u202ec"}"#
        guard case .handoff(.failure(_, let error)) = try WireForm.read(LinkFrame.self, from: Data(text.utf8)) else {
            Issue.record("not a failure")
            return
        }
        #expect(error.message == "a[2Jbc")
        // What is sent is what a receiver takes, whatever it is made of.
        let long = BatonError(.internal, "e" + String(repeating: "\u{301}\u{1F600}", count: 5000))
        let bytes = try JSONEncoder().encode(LinkFrame(.failure(request: "r", long)))
        #expect(throws: Never.self) { try WireForm.read(LinkFrame.self, from: bytes) }
    }
}
