import ActivityModel
import FoundationEssentials
import GLibKit
import Testing

@testable import BatonHandoff

/// Three devices and what they know of each other.
@Suite(.timeLimit(.minutes(5)))
struct GroupTests {
    @Test func allMembersLearnOfANewOneAndLinkToIt() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            for device in members {
                #expect(Set(await device.service.devices().map(\.device.id)) == Set(members.map(\.id)))
                #expect(await device.service.linkedDevices().count == 2)
            }
            func isToldOfC(_ event: Recorder.Event) -> Bool {
                if case .change(.joined(let new)) = event { new.name == "c" } else { false }
            }
            while !members[1].recorder.events.contains(where: isToldOfC) { await Task.yield() }
            // No timer runs while all are linked.
            while fixture.clock.sleeping != [] { await Task.yield() }
            try await fixture.fetch("r", from: members[2], to: members[1])
            await members[1].recorder.next { $0 == .received("r", from: members[2].id) }
        }
    }

    @Test func aRemovedDeviceIsAloneAndTheOthersHaveANewKey() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            let before = await a.service.group
            await expectError(.noSuchDevice) { try await a.service.remove("nothing") }
            await expectError(.invalidArgument) { try await a.service.remove(a.id) }
            try await a.service.remove(String(c.id.prefix(12)))
            await c.recorder.waitUntilAlone()
            await b.recorder.waitForRemoval(of: c)
            #expect(await c.service.devices().map(\.device.id) == [c.id])
            #expect(await c.service.group == nil)
            let (ofA, ofB) = (await a.service.group, await b.service.group)
            #expect(ofA?.list == ofB?.list)
            #expect(ofA?.list.epochs.first?.number == (before?.list.epochs.first?.number ?? 0) + 1)
            #expect(ofA?.secrets.first?.exposed == ofB?.secrets.first?.exposed)
            #expect(before?.secrets.first?.exposed != ofA?.secrets.first?.exposed)
            await expectError(.connectionUnavailable) { try await fixture.fetch("r", from: a, to: c) }
            #expect(await a.service.linkedDevices() == [b.id])
        }
    }

    @Test func aDeviceThatWasAwayCatchesUp() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            await fixture.stop(b)
            await a.recorder.waitForLoss(of: b)
            try await a.service.remove(c.id)
            try await a.service.rename("a2")
            let again = try await fixture.device("b", random: .steady)
            await again.recorder.waitForLink(to: a)
            await again.recorder.waitForRemoval(of: c)
            #expect(await again.service.name(of: a.id) == "a2")
            #expect(await again.service.group?.list == a.service.group?.list)
        }
    }

    @Test func aRemovedDeviceThatWasAwayIsRefusedAndForgetsNothing() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, c) = (members[0], members[2])
            await fixture.stop(c)
            await a.recorder.waitForLoss(of: c)
            try await a.service.remove(c.id)
            let again = try await fixture.device("c", random: .steady)
            for pause in [500, 1000] {
                await fixture.clock.waitForSleep(of: .milliseconds(pause), count: 2)
                #expect(await again.service.refusals == [:])
                fixture.clock.advance(by: .milliseconds(pause))
            }
            while await again.service.refusals.count < 2 { await Task.yield() }
            let status = await again.service.devices().first { $0.device.id == a.id }
            #expect(status?.refusal == .untrusted)
            #expect(await again.service.devices().count == 3)
            #expect(await again.service.findings().count == 2)
            // Not asked again.
            #expect(await again.service.diallers.isEmpty)
            try await again.service.leave()
            #expect(await again.service.devices().count == 1)
            // It can be invited again, with the same key.
            try await fixture.join(again, to: a)
            #expect(await a.service.devices().count == 3)
        }
    }

    @Test func aDeviceThatLeavesIsForgottenAndForgets() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            let old = await a.service.group
            try await c.service.leave()
            await a.recorder.waitForRemoval(of: c)
            await b.recorder.waitForRemoval(of: c)
            #expect(await c.service.devices().count == 1)
            await expectError(.alreadyDone) { try await c.service.leave() }
            // Both make a key that c does not know, and agree on one.
            while await a.service.group?.signed.body != b.service.group?.signed.body { await Task.yield() }
            let new = await a.service.group
            #expect((new?.list.epochs.first?.number ?? 0) > (old?.list.epochs.first?.number ?? 0))
            #expect(await new?.secrets.first?.exposed == b.service.group?.secrets.first?.exposed)
            try await a.service.leave()
            await b.recorder.waitForRemoval(of: a)
            await fixture.stop(b)
            #expect(fixture.network.listeningAddresses == [])
        }
    }

    @Test func everythingIsThereAfterARestart() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let ports = fixture.network.listeningAddresses
            for member in members { await fixture.stop(member) }
            #expect(fixture.network.listeningAddresses == [])
            let a = try await fixture.device("a", random: .steady)
            let b = try await fixture.device("b", random: .steady)
            #expect(fixture.network.listeningAddresses == ports)
            await a.recorder.waitForLink(to: b)
            await b.recorder.waitForLink(to: a)
            try await fixture.fetch("r", from: a, to: b)
            await b.recorder.next { $0 == .received("r", from: a.id) }
            #expect(await a.service.devices().first { !$0.isSelf }?.lastSeen != nil)
        }
    }

    @Test func aNewNameReachesAllAndStays() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            await expectError(.invalidArgument) { try await members[0].service.rename("") }
            await expectError(.invalidArgument) { try await members[0].service.rename("a\nb") }
            try await members[0].service.rename("desk")
            while await members[1].service.name(of: members[0].id) != "desk" { await Task.yield() }
            await fixture.stop(members[0])
            let again = try await fixture.device("a", random: .steady)
            #expect(await again.service.devices().first?.device.name == "desk")
        }
    }

    @Test func changesMadeApartAreBothKept() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b", "c")
            let (a, b, c) = (members[0], members[1], members[2])
            await fixture.stop(c)
            await a.recorder.waitForLoss(of: c)
            await b.recorder.waitForLoss(of: c)
            await fixture.stop(b)
            await a.recorder.waitForLoss(of: b)
            try await a.service.remove(c.id)
            fixture.network.block("b")
            fixture.network.block("a")
            let b2 = try await fixture.device("b", random: .steady)
            // One more change there, so that its version is higher.
            for name in ["x", "y", "z"] { try await b2.service.rename(name) }
            let d = try await fixture.device("d")
            try await fixture.join(d, to: b2)
            fixture.network.unblock("a")
            fixture.network.unblock("b")
            await a.service.reconnect()
            await a.recorder.waitForLink(to: b2)
            await b2.recorder.waitForRemoval(of: c)
            await a.recorder.waitForJoin(of: "d")
            while await a.service.group?.signed.body != b2.service.group?.signed.body { await Task.yield() }
            #expect(Set(await a.service.devices().map(\.device.name)) == ["a", "z", "d"])
        }
    }

    @Test func resetForgetsTheIdentityToo() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            try await members[0].service.reset()
            await members[1].recorder.waitForRemoval(of: members[0])
            await fixture.stop(members[0])
            let again = try await fixture.device("a")
            #expect(again.id != members[0].id)
        }
    }
}
