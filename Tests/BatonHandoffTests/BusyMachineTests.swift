import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonHandoff

/// A machine that is too busy to be in time is no reason to trouble the user.
@Suite(.timeLimit(.minutes(5)))
struct BusyMachineTests {
    /// The inviter has heard nothing in two seconds, and closes: the joiner tries again by itself.
    @Test func aJoinThatCameTooLateIsTriedAgain() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a", random: .steady)
            let b = try await fixture.device("b", random: .steady)
            let invitation = try await a.service.invite()
            let dialled = Mutex(0)
            fixture.network.onStream { dialler, _ in
                let number = dialled.withLock { count in
                    count += 1
                    return count
                }
                if number < 3 { dialler.swallow() }
            }
            async let joining = b.service.join(invitation.text, address: nil)
            for round in 1...2 {
                await fixture.clock.waitForSleep(of: Handshake.firstProofLimit)
                fixture.clock.advance(by: Handshake.firstProofLimit)
                await fixture.clock.waitForSleep(of: DevicesService.joinPause)
                #expect(dialled.withLock { $0 } == round)
                fixture.clock.advance(by: DevicesService.joinPause)
            }
            let pending = try await joining
            await a.recorder.waitForJoiner()
            // None of it counts as a failure.
            #expect(await a.service.pendingConfirmation()?.attemptsLeft == Invitation.maximumFailures)
            _ = try await a.service.confirm(pending.code)
            _ = try await b.service.awaitJoin(pending.id)
        }
    }

    @Test func aJoinIsTriedThreeTimesAndNoMore() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let invitation = try await a.service.invite()
            fixture.network.onStream { dialler, _ in dialler.swallow() }
            async let joining: Void = expectError(.invitationInvalid) {
                _ = try await b.service.join(invitation.text, address: nil)
            }
            for _ in 0..<3 {
                await fixture.clock.waitForSleep(of: Handshake.firstProofLimit)
                fixture.clock.advance(by: Handshake.firstProofLimit)
                await fixture.clock.waitForSleep(of: DevicesService.joinPause)
                fixture.clock.advance(by: DevicesService.joinPause)
            }
            await joining
            #expect(fixture.network.dials.count == 3)
            try await b.expectNothingLeft(links: 0, "a join")
        }
    }

    /// What is said at once is an answer, and tried no second time; neither is what the inviter may have counted.
    @Test func anAnswerIsNotAskedForAgain() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let b = try await fixture.device("b")
            let old = try await a.service.invite()
            let new = try await a.service.invite()
            await expectError(.invitationInvalid) { _ = try await b.service.join(old.text, address: new.addresses[0]) }
            #expect(fixture.network.dials.count == 1)
            fixture.network.onStream { dialler, listener in
                let count = Mutex(0)
                // The inviter's welcome never comes.
                listener.filter.withLock {
                    $0 = { message in
                        let number = count.withLock { count in
                            count += 1
                            return count
                        }
                        return number < 3 ? message : nil
                    }
                }
            }
            async let joining: Void = expectError(.timedOut) { _ = try await b.service.join(new.text, address: nil) }
            await fixture.clock.waitForSleep(of: Handshake.limit, count: 2)
            fixture.clock.advance(by: Handshake.limit)
            await joining
            #expect(fixture.network.dials.count == 2)
        }
    }

    /// The time counts while this process runs.
    @Test func aSleepThatEndedLateGoesOn() async throws {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        for (late, expected) in [(0.0, [2.0]), (0.05, [2.0]), (1.5, [2.0, 1.5]), (60, [2.0, 2.0]), (-30, [2.0])] {
            let state = Mutex((now: start, slept: [Double]()))
            let time = TimeSource(
                now: { state.withLock { $0.now } },
                sleep: { duration in
                    state.withLock { state in
                        state.slept.append((duration / .seconds(1) * 1000).rounded() / 1000)
                        state.now += duration / .seconds(1) + (state.slept.count == 1 ? late : 0)
                    }
                })
            try await time.whileRunning.sleep(.seconds(2))
            #expect(state.withLock { $0.slept } == expected)
        }
    }
}
