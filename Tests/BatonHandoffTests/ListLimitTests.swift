import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonHandoff

/// Lists that a member made to do harm, and the largest that there can be.
struct ListLimitTests {
    let a = DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32)))
    let b = DeviceIdentity(seed: Secret(Data(repeating: 2, count: 32)))
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000)

    var group: DeviceGroup {
        DeviceGroup.founding(name: "a", by: a, now: now, random: .system).adding(key: b.key, name: "b", by: a, now: now)
    }

    private func receives(_ change: (inout DeviceList) -> Void) -> DeviceGroup.Reception {
        let group = group
        let new = group.changed(by: a, change)
        return group.receiving(new.update(), as: b, name: "b", random: .system)
    }

    private func isInvalid(_ change: (inout DeviceList) -> Void) -> Bool {
        if case .invalid = receives(change) { true } else { false }
    }

    /// At the end of the numbers a list could never be changed again, on no device.
    @Test func noListUsesTheNumbersUp() {
        #expect(isInvalid { $0.version = DeviceList.maximumVersion - 1 })
        #expect(isInvalid { $0.version += DeviceList.maximumStep })
        #expect(!isInvalid { $0.version += DeviceList.maximumStep - 1 })
        #expect(isInvalid { $0.epochs[0].number = DeviceList.maximumVersion - 1 })
        #expect(isInvalid { $0.epochs[0].number = $0.version + 1 })
        // Nor does an inviter's.
        var list = group.list
        list.version = DeviceList.maximumVersion - 1
        let update = GroupUpdate(list: SignedList(list, by: a), keys: group.update().keys, hints: [:])
        #expect(DeviceGroup.joining(update, inviterKey: a.key, as: b) == nil)
    }

    @Test func nobodyIsAMemberAndRemoved() {
        #expect(isInvalid { $0.removed = [.init(id: a.id, at: $0.version)] })
        let stranger = String(repeating: "0", count: 64)
        #expect(isInvalid { $0.removed = [.init(id: stranger, at: 1), .init(id: stranger, at: 2)] })
        #expect(!isInvalid { $0.removed = [.init(id: stranger, at: 1)] })
    }

    /// Such a date would end the process that shows it.
    @Test func noDateIsOutsideOfAllTimes() {
        #expect(isInvalid { $0.members[0].joinedAt = Date(timeIntervalSinceReferenceDate: 1e300) })
        #expect(isInvalid { $0.members[0].joinedAt = Date(timeIntervalSinceReferenceDate: -1e300) })
    }

    @Test func theLargestListOfAllIsReadAndSentAndStored() throws {
        // A name of 64 characters with as many marks as are kept.
        let name = Device.displayName(String(repeating: "\u{1D15E}\u{1D165}\u{1D165}\u{1D165}", count: 100))
        #expect(name.utf8.count <= DeviceList.maximumName)
        let members = (0..<DeviceList.maximumMembers).map { number in
            let key = DeviceIdentity(seed: Secret(Data(repeating: UInt8(number + 1), count: 32))).key
            return DeviceList.Member(
                key: key, name: String(repeating: "\u{1F600}", count: DeviceList.maximumName / 4),
                joinedAt: now + 0.123456,
                since: 1_000_000)
        }
        let list = DeviceList(
            group: String(repeating: "0", count: 32), version: 1_000_000,
            epochs: (0..<DeviceList.maximumEpochs).map { .init(number: 999_999 - $0, hash: Data(count: 32)) },
            members: members,
            removed: (0..<DeviceList.maximumRemovals).map {
                .init(id: String(repeating: "f", count: 62) + "\(10 + $0)", at: 999_999)
            })
        let signed = SignedList(list, by: a)
        #expect(signed.list == list)
        let addresses = (0..<6).map { String(repeating: "a", count: 250) + ".example:6553\($0)" }
        let update = GroupUpdate(
            list: signed.endorsed(by: b), keys: (0..<4).map { .init(epoch: 999_999 - $0, key: Data(count: 32)) },
            hints: Dictionary(uniqueKeysWithValues: members.map { ($0.id, addresses) }))
        #expect(try JSONEncoder().encode(LinkFrame.group(update)).count < LinkFrame.maximumSize / 4)
    }

    /// A welcome names the inviter's devices, and is no longer than a first message may be.
    @Test func aWelcomeOfManyNamesIsReadByTheJoiner() throws {
        let names = (0..<DeviceList.maximumMembers).map { _ in String(repeating: "\u{1F600}\u{301}", count: 128) }
        let welcome = HandshakeMessage.Welcome(version: 1, name: names[0], members: names).fitting()
        #expect(welcome.members?.count == DeviceList.maximumMembers)
        #expect(welcome.members?.allSatisfy { !$0.isEmpty } == true)
        #expect(try JSONEncoder().encode(HandshakeMessage.welcome(welcome)).count <= HandshakeMessage.maximumSize)
        let few = HandshakeMessage.Welcome(version: 1, name: "a", members: ["a", "b"])
        #expect(few.fitting() == few)
    }
}
