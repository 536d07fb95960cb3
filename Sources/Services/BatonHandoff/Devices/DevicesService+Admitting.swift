internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// The device that uses the invitation, from its proof to its place on the list.

extension DevicesService {
    private static let doneLimit = Duration.seconds(10)

    /// A device has proved to know the invitation's secret, and its own key.
    func welcomeJoiner(
        _ peer: AuthenticatedPeer, _ opened: Handshake.Opened, _ number: Int
    ) async throws(BatonError) {
        // Taken in this step; another device is refused from here on.
        guard let open = openInvitation(), open.secret === opened.secret, open.joiner == nil else {
            await opened.refuse(.invitationInvalid)
            throw BatonError(.invitationInvalid, "The invitation is not open.")
        }
        let stream = peer.stream
        invitation?.joiner = Inviting.Joiner(number: number, stream: stream, key: peer.key, id: peer.id)
        let names = group?.list.members.map { Device.displayName($0.name) } ?? [name]
        let welcome = HandshakeMessage.Welcome(version: peer.version, name: name, members: names)
        let nonce = random.bytes(CheckCode.nonceLength)
        let identity = identity
        do throws(BatonError) {
            let (joinerName, code) = try await limited(Handshake.limit, "The new device said nothing.") {
                try await opened.welcome(welcome)
                return try await Self.agree(on: stream, nonce: nonce, joinerKey: peer.key, inviterKey: identity.key)
            }
            guard invitation?.joiner?.number == number else { return await stream.close() }
            invitation?.joiner?.name = joinerName
            invitation?.joiner?.code = code
        } catch {
            await joinerGone(number)
            throw error
        }
        if let pending = pendingConfirmation() { await tell([.askedToJoin(pending)]) }
        await hearJoiner(peer, number)
    }

    /// The inviter's part of agreeing on a code: it shows its nonce when the joiner's is fixed.
    private static func agree(
        on stream: any FrameStream, nonce: Data, joinerKey: Data, inviterKey: Data
    ) async throws(BatonError) -> (name: String, CheckCode) {
        let strange = BatonError(.handoffFailed, "The new device did not keep to the order of joining.")
        guard case .join(.request(let name, let commitment)) = try await receiveFrame(stream) else { throw strange }
        try await send(.join(.nonce(nonce)), on: stream)
        guard case .join(.reveal(let revealed)) = try await receiveFrame(stream),
            Cryptography.equal(CheckCode.commitment(to: revealed), commitment)
        else { throw strange }
        let code = CheckCode(
            joinerNonce: revealed, inviterNonce: nonce, joinerKey: joinerKey, inviterKey: inviterKey,
            exporter: stream.exporter)
        return (Device.displayName(name), code)
    }

    /// Until the joiner has stored the group, or is gone. Then its channel is a link.
    private func hearJoiner(_ peer: AuthenticatedPeer, _ number: Int) async {
        while let frame = try? await Self.receiveFrame(peer.stream) {
            switch frame {
            case .join(.done):
                guard let ack = confirmed[number], isOther(peer.id) else { return await joinerGone(number) }
                connections[number] = Connection(
                    number: number, stream: peer.stream, peer: peer.id, isDialler: false, state: .welcomed,
                    since: time.now())
                ack.finish(true)
                return await awaitHello(of: number, after: {})
            case .join: return await joinerGone(number)
            default: continue
            }
        }
        await joinerGone(number)
    }

    /// The joiner gave up, was lost, or did not keep to the protocol: a failure, of which an invitation bears three.
    private func joinerGone(_ number: Int) async {
        if let ack = confirmed[number] { return ack.finish(false) }
        guard let joiner = invitation?.joiner, joiner.number == number else { return }
        invitation?.joiner = nil
        invitation?.failures += 1
        await joiner.stream.close()
        await tell([.noLongerAsking])
        if let left = invitation?.attemptsLeft, left <= 0 { await closeInvitation(.invitationInvalid) }
    }

    // MARK: When the code was right

    func admit(_ joiner: Inviting.Joiner, _ ack: Outcome<Bool>) async throws(BatonError) -> Device {
        let changes: [DevicesChange]
        let update: GroupUpdate
        do throws(BatonError) {
            (changes, update) = try await changingGroup { () async throws(BatonError) in
                guard isRunning else { throw BatonError(.cancelled, "Baton is stopping.") }
                let base = group ?? .founding(name: name, by: identity, now: time.now(), random: random)
                // Another device may have invited meanwhile.
                guard base.list.members.count < DeviceList.maximumMembers else { throw Self.tooMany }
                let new = base.adding(key: joiner.key, name: joiner.name, by: identity, now: time.now())
                try await store.save(new)
                let changes = adopt(new)
                return (changes, new.update(hints: sharedHints()))
            }
        } catch {
            confirmed[joiner.number] = nil
            await fail(joiner, error.code)
            throw error
        }
        await groupChanged(changes)
        let stream = joiner.stream
        let isDone = try? await limited(Self.doneLimit, "The new device said nothing.") {
            try await Self.send(.join(.group(update)), on: stream)
            return await ack.value()
        }
        confirmed[joiner.number] = nil
        // Whoever still waits for it, the time being up, waits no longer.
        ack.finish(false)
        guard isDone == true, let member = group?.list.member(joiner.id) else {
            await joiner.stream.close()
            throw BatonError(
                .network,
                "The new device did not say that it has joined. If it does not appear as reachable, remove it and join again."
            )
        }
        return device(member)
    }

    func fail(_ joiner: Inviting.Joiner, _ code: BatonError.Code) async {
        await sendLast(.join(.failed(code: code.rawValue)), on: joiner.stream)
    }

    /// Says a last word to a peer that may not listen, and closes.
    func sendLast(_ frame: LinkFrame, on stream: any FrameStream) async {
        try? await limited(Connection.drainLimit, "The peer does not listen.") {
            try await Self.send(frame, on: stream)
        }
        await stream.close()
    }

    static func send(_ frame: LinkFrame, on stream: any FrameStream) async throws(BatonError) {
        guard let message = try? JSONEncoder().encode(frame) else {
            throw BatonError(.internal, "A frame has no form.")
        }
        do throws(GLibError) { try await stream.send(message) } catch {
            throw BatonError(.network, "The connection to the other device was lost.", cause: error.description)
        }
    }
}
