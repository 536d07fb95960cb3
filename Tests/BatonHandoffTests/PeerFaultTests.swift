import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonHandoff

/// A peer that dies before, within and after every frame: both sides end in a defined state, say what happened, keep
/// nothing, and the next attempt works.
@Suite(.timeLimit(.minutes(5)))
struct PeerFaultTests {
    /// What the two ends of a join say, in their order; a test counts that these are all.
    static let joinFrames = [
        true: ["open", "identity", "signature", "join.request", "join.reveal", "join.done", "hello", "group"],
        false: ["answer", "identity", "welcome", "join.nonce", "join.group", "hello", "group"],
    ]
    static let memberFrames = [
        true: ["open", "identity", "signature", "hello", "group"],
        false: ["answer", "identity", "welcome", "hello", "group"],
    ]

    /// Kills an end of the next connection at one of its frames.
    private final class Fault: Sendable {
        private let state = Mutex((isUsed: false, kind: String?.none))
        /// The kind of the frame at which it happened; nil if it did not.
        var kind: String? { state.withLock { $0.kind } }

        init(_ network: MemoryNetwork, ofDialler: Bool, at index: Int, _ cut: MemoryStream.Cut) {
            network.onStream { [self] dialler, listener in
                let isFirst = state.withLock { state in
                    defer { state.isUsed = true }
                    return !state.isUsed
                }
                guard isFirst else { return }
                let end = ofDialler ? dialler : listener
                let count = Mutex(0)
                end.filter.withLock {
                    $0 = { [self, weak end] message in
                        let number = count.withLock { count in
                            defer { count += 1 }
                            return count
                        }
                        guard number == index else { return message }
                        let frame = try? JSONDecoder().decode(Frame.self, from: message)
                        state.withLock { $0.kind = frame?.step ?? frame?.kind ?? "?" }
                        end?.die(cut, message)
                        return nil
                    }
                }
            }
        }

        private struct Frame: Decodable {
            let kind: String?
            let step: String?
        }
    }

    @Test(arguments: [true, false], MemoryStream.Cut.allCases)
    func aJoinSurvivesTheDeathOfEitherEndAtAnyFrame(_ ofDialler: Bool, _ cut: MemoryStream.Cut) async throws {
        for (index, kind) in try #require(Self.joinFrames[ofDialler]).enumerated() {
            try await Fixture.run { fixture in
                let a = try await fixture.device("a", random: .steady)
                let b = try await fixture.device("b", random: .steady)
                let fault = Fault(fixture.network, ofDialler: ofDialler, at: index, cut)
                await tryToJoin(b, a)
                // What follows the join itself may come a little later.
                try await eventually("the fault at \(kind)") { fault.kind != nil }
                #expect(fault.kind == kind)
                if await b.service.hasOthers {
                    try await fixture.untilLinked(a, b)
                } else {
                    // The inviter may list it already: the user tries again, with a new invitation.
                    try await fixture.join(b, to: a)
                }
                for device in [a, b] {
                    #expect(Set(await device.service.devices().map(\.device.id)) == [a.id, b.id])
                    try await device.expectNothingLeft(links: 1, "a death at \(kind)")
                }
                try await fixture.fetch("r", from: a, to: b)
                await b.recorder.next { $0 == .received("r", from: a.id) }
            }
        }
    }

    /// As the two users would; each step may fail.
    private func tryToJoin(_ b: TestDevice, _ a: TestDevice) async {
        do throws(BatonError) {
            let invitation = try await a.service.invite()
            let pending = try await b.service.join(invitation.text, address: nil)
            while await a.service.pendingConfirmation() == nil, await b.service.joining != nil { await Task.yield() }
            if await a.service.pendingConfirmation() != nil { _ = try? await a.service.confirm(pending.code) }
            _ = try await b.service.awaitJoin(pending.id)
        } catch {
            #expect([.network, .invitationInvalid, .handoffFailed].contains(error.code), "\(error)")
            #expect(!error.message.isEmpty)
        }
    }

    @Test(arguments: [true, false], MemoryStream.Cut.allCases)
    func membersLinkAgainAfterTheDeathOfEitherEndAtAnyFrame(_ ofDialler: Bool, _ cut: MemoryStream.Cut) async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            for (index, kind) in try #require(Self.memberFrames[ofDialler]).enumerated() {
                // One of them dials, so that the order is the same each time.
                fixture.network.block("b")
                let fault = Fault(fixture.network, ofDialler: ofDialler, at: index, cut)
                fixture.network.cutAll()
                try await eventually("the fault at \(kind)") { [clock = fixture.clock] in
                    if fault.kind == nil, await a.service.strangers.isEmpty, let next = clock.sleeping.first {
                        clock.advance(by: next)
                    }
                    return fault.kind != nil
                }
                #expect(fault.kind == kind)
                fixture.network.unblock("b")
                try await fixture.untilLinked(a, b)
                for device in members { try await device.expectNothingLeft(links: 1, "a death at \(kind)") }
                try await fixture.fetch("\(index)", from: a, to: b)
                await b.recorder.next { $0 == .received("\(index)", from: a.id) }
            }
        }
    }

    /// Every other frame of a link, with somebody waiting for what it should have brought.
    @Test(arguments: ["offers", "fetch", "state", "failure", "continued", "cancel", "ping", "pong", "hello", "group"])
    func aLinkThatDiesAtAFrameFailsWhatWaits(_ kind: String) async throws {
        for cut in MemoryStream.Cut.allCases {
            try await Fixture.run { fixture in
                let devices = try await fixture.handoffDevices("a", "b")
                let (a, b) = (devices[0], devices[1])
                a.source.answer("good", with: PayloadSizeTests.record(200_000))
                a.source.answer("slow") { () throws(BatonError) in
                    try? await fixture.clock.source.sleep(.seconds(30))
                    throw BatonError(.timedOut, "slow")
                }
                await a.handoff.publish(["good", "slow", "bad"].map(a.offer))
                try await b.waitForOffer("bad")
                let isCut = Mutex(false)
                for pair in fixture.network.streams {
                    for end in [pair.dialler, pair.listener] {
                        end.filter.withLock {
                            $0 = { [weak end] message in
                                guard !isCut.withLock({ $0 }),
                                    String(decoding: message, as: UTF8.self).contains("\"kind\":\"\(kind)\"")
                                else { return message }
                                isCut.withLock { $0 = true }
                                end?.die(cut, message)
                                return nil
                            }
                        }
                    }
                }
                try await provoke(kind, cut, fixture, a, b)
                try await eventually("the cut at \(kind)") { isCut.withLock { $0 } }
                for pair in fixture.network.streams {
                    pair.dialler.filter.withLock { $0 = nil }
                    pair.listener.filter.withLock { $0 = nil }
                }
                try await fixture.untilLinked(a.device, b.device)
                #expect(await b.handoff.pending.isEmpty)
                try await b.waitForOffer("good")
                #expect(try await b.handoff.fetch("good").userInfo?.count == 200_000)
                for device in devices { try await device.device.expectNothingLeft(links: 1, "a death at \(kind)") }
            }
        }
    }

    /// Does what sends a frame of a kind, and expects that whoever waits is told.
    private func provoke(
        _ kind: String, _ cut: MemoryStream.Cut, _ fixture: Fixture, _ a: HandoffDevice, _ b: HandoffDevice
    ) async throws {
        switch kind {
        case "offers": await a.handoff.publish(["good", "slow"].map(a.offer))
        case "fetch":
            await expectError(.connectionUnavailable) { _ = try await b.handoff.fetch("good") }
        case "state":
            if cut == .after {
                #expect(try await b.handoff.fetch("good").userInfo?.count == 200_000)
            } else {
                await expectError(.connectionUnavailable) { _ = try await b.handoff.fetch("good") }
            }
        case "failure":
            await expectError(cut == .after ? .noSuchActivity : .connectionUnavailable) {
                _ = try await b.handoff.fetch("bad")
            }
        case "continued": _ = try await b.handoff.continue("good", activationToken: nil, environment: [:])
        case "cancel":
            async let late: Void = expectError(.timedOut) { _ = try await b.handoff.fetch("slow") }
            await fixture.clock.waitForSleep(of: HandoffService.fetchLimit)
            await fixture.clock.waitForSleep(of: .seconds(30))
            fixture.clock.advance(by: HandoffService.fetchLimit)
            await late
        case "ping", "pong": await a.device.service.reconnect()
        case "hello": await a.device.service.listen(on: ["127.0.0.1:0"])
        case "group": try await a.device.service.rename("a2")
        default: Issue.record("unknown: \(kind)")
        }
    }
}
