internal import FoundationEssentials

// What becomes of this device's group when a peer sends its own.

extension DeviceGroup {
    enum Reception: Sendable {
        /// Nothing new.
        case unchanged
        /// The group from now on; `isOwn` where this device made a new list on top of what came.
        case changed(DeviceGroup, isOwn: Bool)
        /// The user's other devices have removed this one.
        case removed
        /// Not for this group, not signed by a member, or damaged.
        case invalid(String)
    }

    /// - Parameters:
    ///   - name: this device's own name; a list that has another one is corrected.
    func receiving(
        _ update: GroupUpdate, as identity: DeviceIdentity, name: String, random: RandomSource
    ) -> Reception {
        guard update.list.body != signed.body else { return .unchanged }
        guard let incoming = update.list.list else { return .invalid("the list's form is wrong") }
        guard incoming.group == list.group else { return .invalid("the list is another group's") }
        guard update.list.isSigned(byMemberOf: list) else { return .invalid("no member signed the list") }
        guard incoming.version - list.version <= DeviceList.maximumStep else {
            return .invalid("the list's version is too far ahead")
        }
        guard let own = list.member(identity.id) else { return .invalid("this device is no member") }

        let isNewer = (incoming.version, update.list.hash.hexadecimal) > (list.version, signed.hash.hexadecimal)
        // The signed list is the proof; it needs no key, and gets none.
        if incoming.member(identity.id) == nil {
            let isRemoval = incoming.removal(of: identity.id).map { $0 >= own.since } ?? isNewer
            return isRemoval ? .removed : .unchanged
        }
        if !isNewer, list.covers(incoming) { return .unchanged }
        guard let theirs = DeviceGroup.withKeys(of: self, update) else { return .invalid("the list's key is missing") }

        let (winner, loser) = isNewer ? (theirs, self) : (self, theirs)
        var result = winner.completed(from: loser)
        var isOwn = false
        if !winner.list.covers(loser.list) {
            result = result.united(with: loser, by: identity, random: random)
            isOwn = true
        }
        // Two devices may each have invited the last one that there was room for.
        guard result.list.members.count <= DeviceList.maximumMembers else {
            return .invalid("together there would be over \(DeviceList.maximumMembers) devices")
        }
        guard let listed = result.list.member(identity.id) else { return .removed }
        // A device that left knows the key; those who stay need one that it does not.
        let lost = list.members.contains { result.list.member($0.id) == nil }
        if lost, result.list.epochs.first?.number ?? 0 <= list.epochs.first?.number ?? 0 {
            result = result.withNewEpoch(by: identity, random: random)
            isOwn = true
        }
        if listed.name != name {
            result = result.renaming(identity.id, to: name, by: identity)
            isOwn = true
        }
        return .changed(result, isOwn: isOwn)
    }

    /// The group that an inviter sent, if it is right: signed by the inviter, and with both of us in it.
    static func joining(_ update: GroupUpdate, inviterKey: Data, as identity: DeviceIdentity) -> DeviceGroup? {
        guard let group = DeviceGroup(update.list, keys: update.keys),
            group.list.version < DeviceList.maximumVersion / 2, group.list.member(withKey: inviterKey) != nil,
            group.list.member(withKey: identity.key) != nil,
            update.list.signatures.contains(where: { $0.key == inviterKey }),
            update.list.isSigned(byMemberOf: group.list.only(inviterKey))
        else { return nil }
        return group
    }
}

extension DeviceList {
    /// The list with one member alone: for asking whether that one signed.
    fileprivate func only(_ key: Data) -> DeviceList {
        var result = self
        result.members = members.filter { $0.key == key }
        return result
    }
}
