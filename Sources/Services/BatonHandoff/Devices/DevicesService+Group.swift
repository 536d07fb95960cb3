package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// The list of devices: changing it, taking over others' changes, leaving.

extension DevicesService {
    /// Changes the list, stores it, then tells the linked members. `rekeys` where somebody goes.
    func change(
        rekeys: Bool, _ body: (inout DeviceGroup) -> Void
    ) async throws(BatonError) {
        let identity = try own()
        guard let state else { throw BatonError(.noSuchDevice, "This device shares with no other.") }
        var group = state.group
        body(&group)
        group.version += 1
        var keys = state.keys
        if rekeys {
            group.epoch += 1
            keys.insert(Secret(random.bytes(GroupState.keyLength)), at: 0)
        }
        try await install(try GroupState(signed: try SignedGroup(group, by: identity), keys: keys))
        await spread()
    }

    /// Puts a list in force: durable first. Links to who is no member are closed.
    private func install(_ new: GroupState) async throws(BatonError) {
        try await store.save(new)
        let gone = Set(state?.group.members.map(\.id) ?? []).subtracting(new.group.members.map(\.id))
        state = new
        for id in gone { await drop(id, telling: new.signed) }
        await settleMembership()
    }

    private func drop(_ id: String, telling list: SignedGroup?) async {
        dialling.removeValue(forKey: id)?.cancel()
        if let link = links[id] {
            // So that it knows; without the new key.
            if let list { try? await send(.group(list, key: nil), to: id) }
            links[id] = nil
            await link.stream.close()
            events.linkDown(id)
        }
        known[id] = nil
        events.forgotten(id)
    }

    /// Alone, or not a member any more: there is no group.
    private func settleMembership() async {
        let isMember = state.map { state in state.group.members.contains { $0.id == ownID } } ?? false
        if state != nil, !isMember || state?.group.members.count == 1 { await forgetGroup() }
        await updateListener()
        dialAll()
        events.changed()
    }

    func forgetGroup() async {
        let members = state?.group.members.map(\.id).filter { $0 != ownID } ?? []
        state = nil
        for id in members { await drop(id, telling: nil) }
        known = [:]
        do throws(BatonError) { try await store.save(nil) } catch { log(error.description) }
    }

    private func spread() async {
        guard let state else { return }
        for id in links.keys { try? await send(.group(state.signed, key: state.keys.first?.exposed), to: id) }
    }

    /// Takes over a list that another member made, if it counts against ours.
    func adopt(_ list: SignedGroup, key: Data?) async {
        guard let known = state else { return }
        do throws(BatonError) {
            guard try list.supersedes(known.signed) else { return }
            var keys = known.keys
            let group = try list.verified()
            if let key, key.count == GroupState.keyLength,
                keys.first.map({ Cryptography.equal($0.exposed, key) }) != true
            {
                keys.insert(Secret(key), at: 0)
            } else if group.epoch > known.group.epoch, group.contains(key: try own().key) {
                // A new epoch without its key: it comes with the next link.
                log("a list of a new epoch came without its key")
                return
            }
            try await install(try GroupState(signed: list, keys: keys))
            await spread()
        } catch {
            log("a list of devices was not taken over: \(error.message)")
        }
    }

    /// Removes a device: it is not trusted any more, and the key that it knows opens nothing.
    package func remove(_ id: String) async throws(BatonError) {
        let matches = (state?.group.members ?? []).filter { $0.id == id || (id.count >= 4 && $0.id.hasPrefix(id)) }
        guard matches.count == 1, let member = matches.first else {
            throw BatonError(
                .noSuchDevice,
                matches.isEmpty
                    ? "There is no device \(id.prefix(64)); `baton devices list` shows them."
                    : "Several devices begin with \(id.prefix(64)); give more of the id.")
        }
        guard member.id != ownID else {
            throw BatonError(.invalidArgument, "This is the device itself; use `baton devices leave`.")
        }
        try await change(rekeys: true) { group in group.members.removeAll { $0.id == member.id } }
    }

    /// Leaves the other devices: those that can be reached are told, then everything about them is forgotten.
    package func leave() async throws(BatonError) {
        cancelInvite()
        guard state != nil else {
            await updateListener()
            throw BatonError(.noSuchDevice, "This device shares with no other; there is nothing to leave.")
        }
        for id in links.keys { try? await send(.leave, to: id) }
        await forgetGroup()
        await updateListener()
        events.changed()
    }

    /// Another member has left: its key opens nothing from now on. Every member that hears of it does the same; of their
    /// lists, one wins everywhere (`SignedGroup.supersedes`).
    func left(_ id: String) async {
        guard state?.group.member(id) != nil else { return }
        do throws(BatonError) {
            try await change(rekeys: true) { group in group.members.removeAll { $0.id == id } }
        } catch { log(error.description) }
    }
}
