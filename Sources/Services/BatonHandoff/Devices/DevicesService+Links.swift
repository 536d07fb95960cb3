internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// A link from the moment its peer is known until it ends. Frames of a peer are handled in order, also while one link
// takes over from another: the old one is read to its end first.

extension DevicesService {
    /// A member dialled this device and has proved its key.
    func welcomeMember(
        _ peer: AuthenticatedPeer, _ opened: Handshake.Opened, _ number: Int
    ) async throws(BatonError) {
        // Membership and links may have changed during the handshake; from here to `.welcomed` nothing can come between.
        guard isRunning, isOther(peer.id) else {
            await opened.refuse(.untrusted)
            throw BatonError(.untrusted, "A device that asked is not the user's any more.")
        }
        if let old = current[peer.id].flatMap({ connections[$0] }), !yields(old, dialledBySelf: false) {
            await opened.refuse(.alreadyDone)
            throw BatonError(.alreadyDone, "There is a link already.")
        }
        makeRoom(for: peer.id)
        connections[number] = Connection(
            number: number, stream: peer.stream, peer: peer.id, isDialler: false, state: .welcomed, since: time.now())
        await awaitHello(of: number) { [version = peer.version, name] () async throws(BatonError) in
            try await opened.welcome(.init(version: version, name: name))
        }
    }

    /// A peer that dials again has given up what it dialled before and never used; and of links that are ending, it has a
    /// few. Else a member could take all descriptors.
    private func makeRoom(for peer: String) {
        let others = connections.values.filter { $0.peer == peer && $0.number != current[peer] }
        let extra = Set(others.map(\.number).sorted().dropLast(Connection.maximumEnding - 1))
        for old in others where extra.contains(old.number) || (old.state == .welcomed && !old.isDialler) {
            spawn { _ in await old.stream.close() }
        }
    }

    /// The dialler speaks first. A link is up here only then: until it speaks, it may give the channel up for another
    /// one without anything being lost.
    func awaitHello(of number: Int, after step: @escaping @Sendable () async throws(BatonError) -> Void) async {
        guard let connection = connections[number] else { return }
        let stream = connection.stream
        let first = try? await limited(Handshake.limit, "The other device said nothing.") {
            try await step()
            return try await Self.receiveFrame(stream)
        }
        guard let first, connections[number] != nil else { return await end(number) }
        let isNew = connections[number]?.state == .welcomed && establish(number)
        await serve(number, isNew: isNew, first: first)
    }

    /// A member that this device dialled has accepted.
    func linkDialled(_ peer: AuthenticatedPeer) async {
        guard isRunning, isOther(peer.id),
            current[peer.id].flatMap({ connections[$0] }).map({ yields($0, dialledBySelf: true) }) ?? true
        else { return await peer.stream.close() }
        let number = nextNumber()
        connections[number] = Connection(
            number: number, stream: peer.stream, peer: peer.id, isDialler: true, state: .welcomed, since: time.now())
        let isNew = establish(number)
        spawn { await $0.serve(number, isNew: isNew, first: nil) }
    }

    private func yields(_ old: Connection, dialledBySelf: Bool) -> Bool {
        old.yields(toOneDialledBySelf: dialledBySelf, selfID: identity.id, at: time.now())
    }

    /// Makes a channel the link of its peer, in one step. True if the peer had none.
    func establish(_ number: Int) -> Bool {
        guard let connection = connections[number] else { return false }
        let peer = connection.peer
        let old = current[peer].flatMap { connections[$0] }
        if let old, !yields(old, dialledBySelf: connection.isDialler) {
            // The better link came up meanwhile. The peer may have spoken here already: it is heard to the end.
            drain(number)
            return false
        }
        connections[number]?.state = .up
        connections[number]?.since = time.now()
        current[peer] = number
        diallers.removeValue(forKey: peer)?.task?.cancel()
        refusals[peer] = nil
        if let old { drain(old.number) }
        try? enqueue(hello(replaces: old != nil), on: number)
        if let group { try? enqueue(.group(group.update(hints: sharedHints(), endorsedBy: identity)), on: number) }
        return old == nil
    }

    private func hello(replaces: Bool) -> LinkFrame {
        .hello(
            .init(
                addresses: reachableAddresses().prefix(DevicesService.maximumAddresses).map(\.description),
                port: listeningPort, replaces: replaces))
    }

    /// Where this device listens has changed since the links were made.
    func tellAddresses() {
        for number in current.values { try? enqueue(hello(replaces: false), on: number) }
    }

    // MARK: Ending

    /// Says the last word on a channel; it closes when the peer has said its own, or when time is up.
    func drain(_ number: Int) {
        guard let connection = connections[number], connection.state != .dismissed else { return }
        if connection.state != .draining {
            connections[number]?.state = .draining
            try? enqueue(.moved, on: number)
        }
        startDrainTimer(number)
        closeIfDrained(number)
    }

    func startDrainTimer(_ number: Int) {
        guard let connection = connections[number], connection.drainTimer == nil else { return }
        connections[number]?.drainTimer = spawn { service in
            guard (try? await service.time.sleep(Connection.drainLimit)) != nil else { return }
            await connection.stream.close()
        }
    }

    func closeIfDrained(_ number: Int) {
        guard let connection = connections[number], connection.state == .draining, connection.isDrained else { return }
        spawn { _ in await connection.stream.close() }
    }

    /// The channel is over. Its place is taken by the next attempt to dial.
    func end(_ number: Int) async {
        guard let connection = connections.removeValue(forKey: number) else { return }
        connection.drainTimer?.cancel()
        connection.pingTimer?.cancel()
        connection.ended.finish(())
        let peer = connection.peer
        let wasLink = current[peer] == number
        if wasLink {
            current[peer] = nil
            if isOther(peer) { hints[peer, default: .init()].lastSeen = time.now() }
            // A link that breaks as soon as it is made must not be made at once again.
            let lasted = time.now().timeIntervalSince(connection.since) >= Backoff.last
            if lasted { backoffs[peer] = nil }
            dial(peer, pausing: !lasted)
        }
        await connection.stream.close()
        guard wasLink else { return }
        await observer?.linkDown(peer)
        if isOther(peer), let hint = hints[peer] { try? await store.save(hint, of: peer) }
    }
}
