package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Changing the group, by this device's user or by another device. Whoever changes it holds the turn; a new list is stored
// before it counts, and counts before it is sent.

extension DevicesService {
    /// Gives this device another name, on all devices.
    package func rename(_ wanted: String) async throws(BatonError) {
        let plain = Device.displayName(wanted)
        guard !wanted.isEmpty, plain == wanted else {
            throw BatonError(.invalidArgument, "A device's name has at most 64 characters, and no control characters.")
        }
        let changes = try await changingGroup { () async throws(BatonError) -> [DevicesChange] in
            try await store.save(name: plain)
            name = plain
            guard let group, group.list.member(identity.id)?.name != plain else { return [.updated] }
            let new = group.renaming(identity.id, to: plain, by: identity)
            try await store.save(new)
            return adopt(new)
        }
        await tell(changes)
    }

    /// Removes another device. It keeps nothing that opens the group later: the others have a new key.
    /// - Parameter id: a device's id, or its first characters, eight at least.
    package func remove(_ id: String) async throws(BatonError) {
        let changes = try await changingGroup { () async throws(BatonError) -> [DevicesChange] in
            let found = group?.list.members.filter { $0.id == id || id.utf8.count >= 8 && $0.id.hasPrefix(id) } ?? []
            guard let group, let member = found.first, found.count == 1 else {
                throw BatonError(.noSuchDevice, "There is no such device; `baton devices list` shows those there are.")
            }
            guard member.id != identity.id else {
                throw BatonError(.invalidArgument, "This is the device itself; `baton devices leave` takes it out.")
            }
            let new = group.removing(member.id, by: identity, random: random)
            try await store.save(new)
            return adopt(new)
        }
        await groupChanged(changes)
    }

    /// Takes this device out of the group: the others are told if they can be reached, and everything about them is
    /// forgotten here.
    package func leave() async throws(BatonError) {
        let ending = try await changingGroup { () async throws(BatonError) -> [Outcome<Void>] in
            guard let group, hasOthers else { throw BatonError(.alreadyDone, "This device shares with no other.") }
            let farewell = group.leaving(identity.id, by: identity)
            try await store.forgetGroup()
            let ending = connections.values.map(\.ended)
            for number in connections.keys { dismiss(number, with: farewell) }
            forgetGroup()
            return ending
        }
        await groupChanged([.alone(byOthers: false)])
        // The others close when they have read it.
        for link in ending { await link.value() }
    }

    /// Leaves, and forgets who this device was. Only `stop` may follow.
    package func reset() async throws(BatonError) {
        await cancelInvite()
        if hasOthers { try await leave() }
        try await changingGroup { () async throws(BatonError) in
            group = nil
            try await store.eraseAll()
        }
    }

    // MARK: A list that a peer sent

    func receive(_ update: GroupUpdate, on number: Int) async {
        guard let peer = connections[number]?.peer else { return }
        var changes: [DevicesChange] = []
        await groupTurn.take()
        // The peer may have been removed, or this device have left, while it waited for its turn.
        if let group, isOther(peer) {
            switch group.receiving(update, as: identity, name: name, random: random) {
            case .unchanged: break
            case .invalid(let why): log("devices: a device list was not taken: \(why)")
            case .removed: changes = await forgetGroup(removedBy: number)
            case .changed(let new, let isOwn):
                do throws(BatonError) {
                    try await store.save(new)
                    changes = adopt(new, from: number, isOwn: isOwn)
                } catch { log("devices: \(error.message)") }
            }
        }
        groupTurn.give()
        if isOther(peer) { await learn(hints: update.hints) }
        if !changes.isEmpty { await groupChanged(changes) }
    }

    private func forgetGroup(removedBy number: Int) async -> [DevicesChange] {
        do throws(BatonError) { try await store.forgetGroup() } catch { log("devices: \(error.message)") }
        for number in connections.keys { cut(number) }
        forgetGroup()
        return [.alone(byOthers: true)]
    }

    private func forgetGroup() {
        group = nil
        hints = [:]
        refusals = [:]
        backoffs = [:]
        lastPort = nil
        for peer in diallers.keys { stopDialling(peer) }
    }

    // MARK: From the old list to the new, in one step

    /// - Parameters:
    ///   - new: stored already.
    ///   - source: the channel that it came by, which need not be told unless the list was changed on the way.
    ///   - linking: a channel to a new member, which becomes its link.
    func adopt(_ new: DeviceGroup, from source: Int? = nil, isOwn: Bool = true, linking: Int? = nil) -> [DevicesChange]
    {
        let before = Set(group?.list.members.map(\.id) ?? [identity.id])
        let after = Set(new.list.members.map(\.id))
        group = new
        refusals = [:]
        for connection in connections.values {
            if !after.contains(connection.peer) {
                // The source said itself that it leaves.
                if connection.number == source { cut(connection.number) } else { dismiss(connection.number, with: new) }
            } else if connection.state == .up, isOwn || connection.number != source {
                try? enqueue(.group(new.update(hints: sharedHints(), endorsedBy: identity)), on: connection.number)
            }
        }
        for gone in before.subtracting(after) {
            stopDialling(gone)
            hints[gone] = nil
            hintShares.removeValue(forKey: gone)?.timer?.cancel()
            backoffs[gone] = nil
        }
        if let linking { _ = establish(linking) }
        dialOthers()
        let joined = new.list.members.filter { !before.contains($0.id) && $0.id != identity.id }
        return [.updated] + before.subtracting(after).sorted().map { .removed($0) } + joined.map { .joined(device($0)) }
    }

    /// Tells a peer why this link ends, and hears it no more.
    private func dismiss(_ number: Int, with list: DeviceGroup) {
        try? enqueue(.group(list.dismissal(endorsedBy: identity)), on: number)
        unlink(number)
        startDrainTimer(number)
    }

    private func cut(_ number: Int) {
        unlink(number)
        let stream = connections[number]?.stream
        spawn { _ in await stream?.close() }
    }

    /// From now on nothing of the user's goes to this peer, and nothing of it is heard.
    private func unlink(_ number: Int) {
        guard let connection = connections[number] else { return }
        connections[number]?.state = .dismissed
        guard current[connection.peer] == number else { return }
        current[connection.peer] = nil
        spawn { await $0.observer?.linkDown(connection.peer) }
    }

    /// After a change of who belongs: outside the turn, since those who are told may ask for another change.
    func groupChanged(_ changes: [DevicesChange]) async {
        try? await updateListening()
        await tell(changes)
    }
}
