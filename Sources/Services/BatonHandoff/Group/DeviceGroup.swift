internal import FoundationEssentials

/// The user's devices as this one knows them: the signed list, and the epoch keys with which they recognise each other
/// before they say who they are.
struct DeviceGroup: Sendable {
    let list: DeviceList
    let signed: SignedList
    /// By epoch number: those of `list.epochs` that are known here.
    let keys: [Int: Secret]

    private static let epochLabel = "baton/1 epoch key"

    private init(_ list: DeviceList, _ signed: SignedList, keys: [Int: Secret]) {
        self.list = list
        self.signed = signed
        let wanted = Set(list.epochs.map(\.number))
        self.keys = keys.filter { wanted.contains($0.key) }
    }

    /// A group that was stored, or that came: nil if the form is wrong or a key is not the list's.
    init?(_ signed: SignedList, keys: [GroupUpdate.EpochKey]) {
        guard let list = signed.list, let newest = list.epochs.first else { return nil }
        let known = Self.matching(keys, list)
        guard known[newest.number] != nil else { return nil }
        self.init(list, signed, keys: known)
    }

    /// A new group of this device alone.
    static func founding(name: String, by identity: DeviceIdentity, now: Date, random: RandomSource) -> DeviceGroup {
        let key = Secret(random.bytes(32))
        let list = DeviceList(
            group: random.bytes(16).hexadecimal, version: 1,
            epochs: [.init(number: 1, hash: hash(of: key))],
            members: [.init(key: identity.key, name: name, joinedAt: now, since: 1)], removed: [])
        return DeviceGroup(list, SignedList(list, by: identity), keys: [1: key])
    }

    /// The keys, the newest first: what to prove, and which proofs to accept.
    var secrets: [Secret] { list.epochs.compactMap { keys[$0.number] } }

    /// As it is sent to a member, or stored.
    func update(hints: [String: [String]] = [:], endorsedBy identity: DeviceIdentity? = nil) -> GroupUpdate {
        GroupUpdate(
            list: identity.map { signed.endorsed(by: $0) } ?? signed,
            keys: list.epochs.compactMap { epoch in
                keys[epoch.number].map { .init(epoch: epoch.number, key: $0.exposed) }
            },
            hints: hints)
    }

    /// What a device that the list leaves out is told: the list as proof, and no key.
    func dismissal(endorsedBy identity: DeviceIdentity) -> GroupUpdate {
        GroupUpdate(list: signed.endorsed(by: identity), keys: [], hints: [:])
    }

    // MARK: Changes that this device makes

    func changed(by identity: DeviceIdentity, _ change: (inout DeviceList) -> Void) -> DeviceGroup {
        var list = list
        list.version += 1
        change(&list)
        return DeviceGroup(list, SignedList(list, by: identity), keys: keys)
    }

    func adding(key: Data, name: String, by identity: DeviceIdentity, now: Date) -> DeviceGroup {
        changed(by: identity) { list in
            let id = DeviceIdentity.id(of: key)
            list.members.removeAll { $0.key == key }
            list.removed.removeAll { $0.id == id }
            list.members.append(.init(key: key, name: name, joinedAt: now, since: list.version))
        }
    }

    func renaming(_ id: String, to name: String, by identity: DeviceIdentity) -> DeviceGroup {
        changed(by: identity) { list in
            for index in list.members.indices where list.members[index].id == id { list.members[index].name = name }
        }
    }

    /// Without a device, and with a new key that it does not get.
    func removing(_ id: String, by identity: DeviceIdentity, random: RandomSource) -> DeviceGroup {
        leaving(id, by: identity).withNewEpoch(by: identity, random: random, inSameVersion: true)
    }

    /// Without a device. One that leaves cannot make a key that it does not know: a member who stays does.
    func leaving(_ id: String, by identity: DeviceIdentity) -> DeviceGroup {
        changed(by: identity) { list in
            list.members.removeAll { $0.id == id }
            list.removed = DeviceList.newest(
                list.removed.filter { $0.id != id } + [.init(id: id, at: list.version)])
        }
    }

    func withNewEpoch(
        by identity: DeviceIdentity, random: RandomSource, inSameVersion: Bool = false
    ) -> DeviceGroup {
        let key = Secret(random.bytes(32))
        var list = list
        if !inSameVersion { list.version += 1 }
        let number = (list.epochs.first?.number ?? 0) + 1
        list.epochs = Array(
            ([.init(number: number, hash: Self.hash(of: key))] + list.epochs).prefix(DeviceList.maximumEpochs))
        var keys = keys
        keys[number] = key
        return DeviceGroup(list, SignedList(list, by: identity), keys: keys)
    }

    /// This device's own list on top of two that were made at the same time.
    func united(with other: DeviceGroup, by identity: DeviceIdentity, random: RandomSource) -> DeviceGroup {
        let list = list.united(with: other.list)
        let united = DeviceGroup(list, SignedList(list, by: identity), keys: keys)
        return united.withNewEpoch(by: identity, random: random, inSameVersion: true)
    }

    // MARK: Keys

    static func hash(of key: Secret) -> Data { Cryptography.sha256(Labelled.bytes(epochLabel, key.exposed)) }

    private static func matching(_ keys: [GroupUpdate.EpochKey], _ list: DeviceList) -> [Int: Secret] {
        var result: [Int: Secret] = [:]
        for epoch in list.epochs {
            for offered in keys.prefix(DeviceList.maximumEpochs)
            where offered.key.count == 32 && offered.epoch == epoch.number {
                let key = Secret(offered.key)
                if hash(of: key) == epoch.hash { result[epoch.number] = key }
            }
        }
        return result
    }

    /// This list with the keys that `other` knows and this does not, as far as they are this list's.
    func completed(from other: DeviceGroup) -> DeviceGroup {
        let known = Self.matching(other.keys.map { .init(epoch: $0.key, key: $0.value.exposed) }, list)
        return DeviceGroup(list, signed, keys: keys.merging(known) { own, _ in own })
    }

    /// A list without keys of its own, whose keys `other` may know.
    static func withKeys(of other: DeviceGroup, _ update: GroupUpdate) -> DeviceGroup? {
        DeviceGroup(
            update.list, keys: update.keys + other.keys.map { .init(epoch: $0.key, key: $0.value.exposed) })
    }
}
