import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonHandoff

/// What a device makes of lists that others send.
struct DeviceListTests {
    let a = DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32)))
    let b = DeviceIdentity(seed: Secret(Data(repeating: 2, count: 32)))
    let c = DeviceIdentity(seed: Secret(Data(repeating: 3, count: 32)))
    let d = DeviceIdentity(seed: Secret(Data(repeating: 4, count: 32)))
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    /// a, b and c, as all three know it.
    var group: DeviceGroup {
        DeviceGroup.founding(name: "a", by: a, now: now, random: .system)
            .adding(key: b.key, name: "b", by: a, now: now).adding(key: c.key, name: "c", by: a, now: now)
    }

    func received(
        _ update: GroupUpdate, by group: DeviceGroup, as identity: DeviceIdentity? = nil, name: String = "b"
    ) -> DeviceGroup.Reception {
        group.receiving(update, as: identity ?? b, name: name, random: .system)
    }

    func changed(_ reception: DeviceGroup.Reception) throws -> (DeviceGroup, isOwn: Bool) {
        guard case .changed(let group, let isOwn) = reception else { throw BatonError(.internal, "\(reception)") }
        return (group, isOwn)
    }

    @Test func aNewerListOfAMemberIsTaken() throws {
        let old = group
        let new = old.adding(key: d.key, name: "d", by: c, now: now)
        let (taken, isOwn) = try changed(received(new.update(), by: old))
        #expect(!isOwn)
        #expect(taken.signed == new.signed)
        guard case .unchanged = received(old.update(), by: taken) else {
            Issue.record("an older list was taken")
            return
        }
        guard case .unchanged = received(new.update(), by: taken) else {
            Issue.record("the same list was taken")
            return
        }
    }

    @Test func onlyAMemberMakesLists() {
        let old = group
        for forged in [
            SignedList(old.adding(key: d.key, name: "d", by: d, now: now).list, by: d),
            old.adding(key: d.key, name: "d", by: a, now: now).signed.with(signatureOf: old.signed),
        ] {
            var update = old.update()
            update.list = forged
            guard case .invalid = received(update, by: old) else {
                Issue.record("taken")
                continue
            }
        }
        // A member who does not know the author believes the member who passes the list on.
        let chain = old.adding(key: d.key, name: "d", by: a, now: now)
        let byD = chain.renaming(d.id, to: "d2", by: d)
        guard case .invalid = received(byD.update(), by: old) else {
            Issue.record("taken")
            return
        }
        guard case .changed = received(byD.update(endorsedBy: c), by: old) else {
            Issue.record("not taken")
            return
        }
    }

    @Test func listsOfAnotherGroupOrOutOfFormAreNotTaken() {
        let old = group
        func isInvalid(_ change: (inout DeviceList) -> Void) -> Bool {
            let forged = old.changed(by: a, change)
            if case .invalid = received(forged.update(), by: old) { return true } else { return false }
        }
        #expect(isInvalid { $0.group = String(repeating: "0", count: 32) })
        #expect(isInvalid { $0.version = 1 << 53 })
        #expect(isInvalid { $0.version = -1 })
        #expect(isInvalid { $0.members.append($0.members[0]) })
        #expect(isInvalid { $0.members[0].key = Data([1]) })
        #expect(isInvalid { $0.members[0].since = $0.version + 1 })
        #expect(isInvalid { $0.epochs = [] })
        #expect(isInvalid { $0.epochs.append($0.epochs[0]) })
        #expect(isInvalid { $0.epochs[0].hash = Data(repeating: 0, count: 32) })
        #expect(
            isInvalid { list in
                list.members += (0..<33).map {
                    .init(key: Data(repeating: $0, count: 32), name: "x", joinedAt: now, since: 1)
                }
            })
        #expect(isInvalid { list in list.removed = (0..<65).map { _ in .init(id: d.id, at: 1) } })
        var update = old.adding(key: d.key, name: "d", by: a, now: now).update()
        update.list.body.append(contentsOf: Data("x".utf8))
        guard case .invalid = received(update, by: old) else {
            Issue.record("taken")
            return
        }
    }

    @Test func aRemovedDeviceBelievesASignedListAlone() {
        let old = group
        let without = old.removing(b.id, by: a, random: .system)
        guard case .removed = received(without.dismissal(endorsedBy: a), by: old) else {
            Issue.record("not removed")
            return
        }
        var forged = without.dismissal(endorsedBy: a)
        forged.list = SignedList(without.list, by: d)
        guard case .invalid = received(forged, by: old) else {
            Issue.record("removed by a stranger")
            return
        }
        // An old list from before it joined removes nobody.
        let before = DeviceGroup.founding(name: "a", by: a, now: now, random: .system)
        let with = before.adding(key: b.key, name: "b", by: a, now: now)
        guard case .unchanged = received(before.update(), by: with) else {
            Issue.record("removed by an old list")
            return
        }
    }

    @Test func aRemovalGivesAKeyThatTheRemovedDoesNotGet() throws {
        let old = group
        let without = old.removing(c.id, by: a, random: .system)
        #expect(without.list.epochs.map(\.number) == [2, 1])
        #expect(without.dismissal(endorsedBy: a).keys == [])
        let (taken, isOwn) = try changed(received(without.update(), by: old))
        #expect(!isOwn)
        #expect(taken.secrets.map(\.exposed) == without.secrets.map(\.exposed))
        // Without the key, or with another one, the list is of no use.
        var update = without.update()
        update.keys = []
        guard case .invalid = received(update, by: old) else {
            Issue.record("taken without its key")
            return
        }
        update.keys = [.init(epoch: 2, key: Data(repeating: 0, count: 32))]
        guard case .invalid = received(update, by: old) else {
            Issue.record("taken with a wrong key")
            return
        }
    }

    @Test func afterADeviceLeftTheOthersMakeAKey() throws {
        let old = group
        let farewell = old.leaving(c.id, by: c)
        #expect(farewell.list.epochs.first?.number == 1)
        let (taken, isOwn) = try changed(received(farewell.dismissal(endorsedBy: c), by: old))
        #expect(isOwn)
        #expect(taken.list.epochs.first?.number == 2)
        #expect(taken.list.member(c.id) == nil)
        #expect(taken.list.version == farewell.list.version + 1)
    }

    @Test func twoChangesAtOnceAreBothKeptAndAllComeToOneList() throws {
        let old = group
        let removal = old.removing(c.id, by: a, random: .system)
        let addition = old.adding(key: d.key, name: "d", by: b, now: now)
        let (atB, _) = try changed(received(removal.update(), by: addition))
        let (atA, _) = try changed(received(addition.update(), by: removal, as: a, name: "a"))
        for group in [atA, atB] {
            #expect(Set(group.list.members.map(\.id)) == [a.id, b.id, d.id])
            #expect(group.list.removal(of: c.id) != nil)
            #expect(group.list.epochs.first?.number == 3 || group.list.epochs.first?.number == 2)
        }
        // Each makes its own; of the two one wins, and neither makes another.
        let first = received(atA.update(), by: atB)
        let second = received(atB.update(), by: atA, as: a, name: "a")
        let ends = [first, second].map { reception -> Data? in
            switch reception {
            case .changed(let group, isOwn: false): group.signed.body
            default: nil
            }
        }
        #expect(ends.compactMap { $0 }.count == 1)
        #expect([atA.signed.body, atB.signed.body].contains(ends.compactMap { $0 }.first))
    }

    @Test func aDeviceCorrectsItsOwnName() throws {
        let old = group
        let renamed = old.renaming(b.id, to: "wrong", by: a)
        let (taken, isOwn) = try changed(received(renamed.update(), by: old))
        #expect(isOwn)
        #expect(taken.list.member(b.id)?.name == "b")
    }

    @Test func aRemovedDeviceCanJoinAgain() throws {
        let old = group
        let again = old.removing(c.id, by: a, random: .system).adding(key: c.key, name: "c", by: a, now: now)
        #expect(again.list.member(c.id) != nil)
        let (taken, _) = try changed(received(again.update(), by: old))
        #expect(taken.list.member(c.id) != nil)
        // The removal is older than the joining, and does not count any more.
        guard case .unchanged = received(old.removing(c.id, by: a, random: .system).update(), by: again) else {
            Issue.record("removed again")
            return
        }
    }

    @Test func onlyFourEpochsAndSixtyFourRemovalsAreKept() {
        var group = group
        for number in 0..<80 {
            let key = Data(repeating: UInt8(number), count: 32)
            group = group.adding(key: key, name: "x", by: a, now: now)
                .removing(DeviceIdentity.id(of: key), by: a, random: .system)
        }
        #expect(group.list.epochs.count == 4)
        #expect(group.secrets.count == 4)
        #expect(group.list.removed.count == 64)
        #expect(group.signed.list == group.list)
        #expect(DeviceGroup(group.signed, keys: group.update().keys) != nil)
    }
}

extension SignedList {
    /// This list under the signatures of another.
    fileprivate func with(signatureOf other: SignedList) -> SignedList {
        var result = self
        result.signatures = other.signatures
        return result
    }
}
