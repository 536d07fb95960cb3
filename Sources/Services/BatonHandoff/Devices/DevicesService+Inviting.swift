package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// An invitation that is open on this device.
struct Inviting {
    let number: Int
    let secret: Secret
    let expiresAt: Date
    var failures = 0
    var joiner: Joiner?
    var timer: Task<Void, Never>?

    /// The one device that is using it. Its place is taken before it is told anything, so two cannot.
    struct Joiner {
        let number: Int
        let stream: any FrameStream
        let key: Data
        let id: String
        var name = ""
        /// Once both sides have shown their nonces.
        var code: CheckCode?
    }

    var attemptsLeft: Int { Invitation.maximumFailures - failures }
}

// The inviting side of a join. One invitation is open at a time; a new one takes the place of the old.

extension DevicesService {
    private static let doneLimit = Duration.seconds(10)

    /// Opens an invitation, and the network with it. One that is open is void from now on.
    package func invite() async throws(BatonError) -> OpenedInvitation {
        guard isRunning else { throw BatonError(.internal, "Baton is stopping.") }
        guard group.map({ $0.list.members.count < DeviceList.maximumMembers }) ?? true else {
            throw BatonError(.tooMany, "There are \(DeviceList.maximumMembers) devices already; remove one first.")
        }
        await closeInvitation(.cancelled)
        let number = nextNumber()
        let (seconds, _) = Invitation.lifetime.components
        let secret = Secret(random.bytes(Invitation.secretLength))
        let expiresAt = time.now() + TimeInterval(seconds)
        invitation?.timer?.cancel()
        invitation = Inviting(number: number, secret: secret, expiresAt: expiresAt)
        invitation?.timer = spawn { service in
            guard (try? await service.time.sleep(Invitation.lifetime)) != nil else { return }
            if service.invitation?.number == number { await service.closeInvitation(.invitationInvalid) }
        }
        do throws(BatonError) { try await updateListening() } catch {
            if invitation?.number == number { await closeInvitation(.cancelled) }
            throw error
        }
        // Another one may have been opened meanwhile.
        guard invitation?.number == number else {
            throw BatonError(.cancelled, "A newer invitation replaced this one.")
        }
        let value = Invitation(
            inviterHash: Cryptography.sha256(identity.key), secret: secret, addresses: reachableAddresses())
        return OpenedInvitation(
            text: value.text, expiresAt: expiresAt, addresses: value.addresses.map(\.description))
    }

    /// Voids the open invitation, if there is one; a device that waits is told.
    package func cancelInvite() async { await closeInvitation(.cancelled) }

    /// The device that waits for its code to be typed here.
    package func pendingConfirmation() -> PendingConfirmation? {
        guard let invitation = openInvitation(), let joiner = invitation.joiner, joiner.code != nil else { return nil }
        return PendingConfirmation(
            id: joiner.id, name: joiner.name, expiresAt: invitation.expiresAt, attemptsLeft: invitation.attemptsLeft)
    }

    /// Lets the waiting device join, if this is the code that it shows.
    /// - Throws: `invitationInvalid` without an open invitation, `noSuchDevice` when none is waiting, `invalidArgument` for
    ///   what is no code (not counted), `wrongCode`; the third wrong one voids the invitation.
    package func confirm(_ text: String) async throws(BatonError) -> Device {
        guard let open = openInvitation() else {
            throw BatonError(.invitationInvalid, "No invitation is open; `baton devices invite` makes one.")
        }
        guard let joiner = open.joiner, let code = joiner.code else {
            throw BatonError(
                .noSuchDevice,
                "No device is waiting; use the invitation on the new device first (`baton devices join`).")
        }
        guard let typed = CheckCode.typed(text) else {
            throw BatonError(.invalidArgument, "The code is the six digits that the new device shows.")
        }
        guard code.matches(typed) else { throw await wrongCode() }
        // One use: from this step on nobody else can join by it.
        open.timer?.cancel()
        invitation = nil
        let ack = Outcome<Bool>()
        confirmed[joiner.number] = ack
        return try await admit(joiner, ack)
    }

    private func wrongCode() async -> BatonError {
        invitation?.failures += 1
        guard let left = invitation?.attemptsLeft, left > 0 else {
            await closeInvitation(.wrongCode)
            return BatonError(
                .wrongCode, "This is not the code, for the third time: the invitation is void. Make a new one.")
        }
        return BatonError(.wrongCode, "This is not the code that the new device shows; \(left) attempts are left.")
    }

    private func admit(_ joiner: Inviting.Joiner, _ ack: Outcome<Bool>) async throws(BatonError) -> Device {
        let changes: [DevicesChange]
        let update: GroupUpdate
        do throws(BatonError) {
            (changes, update) = try await changingGroup { () async throws(BatonError) in
                guard isRunning else { throw BatonError(.cancelled, "Baton is stopping.") }
                let base = group ?? .founding(name: name, by: identity, now: time.now(), random: random)
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
        try? await Self.send(.join(.group(update)), on: joiner.stream)
        let isDone = (try? await limited(Self.doneLimit, "The new device said nothing.") { await ack.value() }) ?? false
        confirmed[joiner.number] = nil
        // Whoever still waits for it, the time being up, waits no longer.
        ack.finish(false)
        guard isDone, let member = group?.list.member(joiner.id) else {
            await joiner.stream.close()
            throw BatonError(
                .network,
                "The new device did not say that it has joined. If it does not appear as reachable, remove it and join again."
            )
        }
        return device(member)
    }

    /// The open invitation; nil once its time is over, also when the machine slept past it.
    func openInvitation() -> Inviting? { invitation.flatMap { $0.expiresAt > time.now() ? $0 : nil } }

    func closeInvitation(_ code: BatonError.Code) async {
        guard let closed = invitation else { return }
        invitation = nil
        closed.timer?.cancel()
        if let joiner = closed.joiner {
            await fail(joiner, code)
            await tell([.noLongerAsking])
        }
        try? await updateListening()
    }

    private func fail(_ joiner: Inviting.Joiner, _ code: BatonError.Code) async {
        try? await Self.send(.join(.failed(code: code.rawValue)), on: joiner.stream)
        await joiner.stream.close()
    }

    static func send(_ frame: LinkFrame, on stream: any FrameStream) async throws(BatonError) {
        guard let message = try? JSONEncoder().encode(frame) else {
            throw BatonError(.internal, "A frame has no form.")
        }
        do throws(GLibError) { try await stream.send(message) } catch {
            throw BatonError(.network, "The connection to the other device was lost.", cause: error.description)
        }
    }

    // MARK: The device that joins

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
}
