package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// A join of this device that is under way.
struct Joining {
    let id: String
    var stream: (any FrameStream)?
    /// The inviter may count this device from here on, and its going as a failure.
    var isKnown = false
    let result = Outcome<Result<Device, BatonError>>()
}

// The joining side. One join at a time; its place is taken before anything is dialled.

extension DevicesService {
    /// How long the user may take to type the code: the invitation's life, and a little for the way.
    private static let waitLimit = Invitation.lifetime + .seconds(15)

    /// Asks to join the devices of whoever made the invitation.
    ///
    /// - Parameter address: where to try instead of the invitation's addresses.
    /// - Returns: with whom this device would share, and the code to type there. Nothing is shared before.
    /// - Throws: `alreadyDone` for a device that has others, `invitationInvalid`, `untrusted` when another device than
    ///   the inviter answers, `network`, `versionMismatch`, `tooMany`.
    package func join(_ text: String, address: String?) async throws(BatonError) -> PendingJoin {
        let invitation = try Invitation(text: text)
        let addresses = try Self.addresses(of: invitation, instead: address)
        guard isRunning else { throw BatonError(.internal, "Baton is stopping.") }
        guard !hasOthers else {
            throw BatonError(
                .alreadyDone, "This device shares with others already; `baton devices leave` ends that first.")
        }
        guard invitation.inviterID != identity.id else {
            throw BatonError(.invalidArgument, "This device made the invitation itself; use it on the new one.")
        }
        // One whose program has gone, perhaps: nobody else could cancel it.
        if let old = joining { await cancelJoin(old.id) }
        guard joining == nil else { throw BatonError(.tooMany, "This device is joining already.") }
        let id = random.bytes(8).hexadecimal
        joining = Joining(id: id)
        do throws(BatonError) {
            let (peer, welcome) = try await dialInviter(invitation, addresses, id)
            let code = try await agree(with: peer)
            guard joining?.id == id else { throw BatonError(.cancelled, "Joining was cancelled.") }
            let pending = PendingJoin(
                id: id, inviterName: Device.displayName(welcome.name), inviterID: peer.id,
                memberNames: (welcome.members ?? []).prefix(DeviceList.maximumMembers).map(Device.displayName),
                code: code.digits)
            spawn { await $0.awaitGroup(from: peer, id) }
            return pending
        } catch {
            await joining?.stream?.close()
            if joining?.id == id { joining = nil }
            throw error
        }
    }

    /// Waits until the code was typed on the inviting device.
    /// - Throws: `wrongCode` or `invitationInvalid` when the invitation is void, `cancelled`, `network`, `timedOut`.
    package func awaitJoin(_ id: String) async throws(BatonError) -> Device {
        if let joining, joining.id == id { return try await joining.result.value().get() }
        if let (last, result) = lastJoin, last == id { return try result.get() }
        throw BatonError(.invalidArgument, "No such join is under way.")
    }

    /// Gives a join up; the inviter is told.
    package func cancelJoin(_ id: String) async {
        guard let joining, joining.id == id else { return }
        endJoin(.failure(BatonError(.cancelled, "Joining was cancelled.")))
        guard let stream = joining.stream else { return }
        await sendLast(.join(.failed(code: BatonError.Code.cancelled.rawValue)), on: stream)
    }

    /// Settles the join, in one step; those who wait are answered.
    func endJoin(_ result: Result<Device, BatonError>) {
        guard let ended = joining else { return }
        joining = nil
        lastJoin = (ended.id, result)
        ended.result.finish(result)
    }

    private static func addresses(of invitation: Invitation, instead: String?) throws(BatonError) -> [String] {
        if let instead {
            guard let address = PeerAddress(instead) else {
                throw BatonError(.invalidArgument, "An address is HOST:PORT, with an IPv6 address in brackets.")
            }
            return [address.description]
        }
        guard !invitation.addresses.isEmpty else {
            throw BatonError(.invitationInvalid, "The invitation names no address; give one with --address HOST:PORT.")
        }
        return invitation.addresses.map(\.description)
    }

    static func refusal(_ code: BatonError.Code) -> BatonError {
        switch code {
        case .tooMany:
            BatonError(code, "Another device is using this invitation now; if it is not yours, make a new invitation.")
        case .wrongCode:
            BatonError(code, "The wrong code was typed three times on the other device; make a new invitation there.")
        case .cancelled: BatonError(code, "Joining was cancelled on the other device.")
        case .invitationInvalid:
            BatonError(
                code,
                "The invitation is not open: it lasts ten minutes and works once. Make a new one on the other device.")
        default: BatonError(code, "The other device could not let this one join.")
        }
    }

    /// The joiner's part of agreeing on a code: its nonce is fixed before it sees the inviter's.
    private func agree(with peer: AuthenticatedPeer) async throws(BatonError) -> CheckCode {
        let nonce = random.bytes(CheckCode.nonceLength)
        let (identity, name, stream) = (identity, name, peer.stream)
        return try await limited(Handshake.limit, "The inviting device did not answer in time.") {
            try await Self.send(
                .join(.request(name: name, commitment: CheckCode.commitment(to: nonce))), on: stream)
            guard case .join(.nonce(let theirs)) = try await Self.receiveFrame(stream) else {
                throw BatonError(.handoffFailed, "The inviting device did not keep to the order of joining.")
            }
            try await Self.send(.join(.reveal(nonce)), on: stream)
            return CheckCode(
                joinerNonce: nonce, inviterNonce: theirs, joinerKey: identity.key, inviterKey: peer.key,
                exporter: stream.exporter)
        }
    }

    private func awaitGroup(from peer: AuthenticatedPeer, _ id: String) async {
        do throws(BatonError) {
            let stream = peer.stream
            let message = try await limited(Self.waitLimit, "The code was not typed in time.") {
                while true {
                    if case .join(let message) = try await Self.receiveFrame(stream) { return message }
                }
            }
            switch message {
            case .group(let update): try await take(update, from: peer, id)
            case .failed(let code): throw Self.refusal(BatonError.Code(received: code))
            default: throw BatonError(.handoffFailed, "The inviting device did not keep to the order of joining.")
            }
        } catch {
            await peer.stream.close()
            if joining?.id == id { endJoin(.failure(error)) }
        }
    }

    /// The code was right: the group is stored before the inviter is told that it is.
    private func take(_ update: GroupUpdate, from peer: AuthenticatedPeer, _ id: String) async throws(BatonError) {
        guard let new = DeviceGroup.joining(update, inviterKey: peer.key, as: identity),
            let inviter = new.list.member(peer.id)
        else { throw BatonError(.handoffFailed, "The inviting device sent a device list that is not right.") }
        let number = nextNumber()
        let changes = try await changingGroup { () async throws(BatonError) -> [DevicesChange] in
            guard joining?.id == id, !hasOthers else { throw BatonError(.cancelled, "Joining was cancelled.") }
            let address = PeerAddress(peer.stream.remoteAddress).map { [$0.description] } ?? []
            try await store.save(new, hint: (peer.id, DeviceStore.Hint(addresses: address)))
            // Cancelled while it was stored: the inviter lists this device, which can be removed there.
            guard joining?.id == id, isRunning else {
                try await store.forgetGroup()
                throw BatonError(.cancelled, "Joining was cancelled.")
            }
            connections[number] = Connection(
                number: number, stream: peer.stream, peer: peer.id, isDialler: true, state: .welcomed,
                since: time.now())
            try enqueue(.join(.done), on: number)
            let changes = adopt(new, linking: number)
            remember([peer.stream.remoteAddress], of: peer.id)
            endJoin(.success(device(inviter)))
            return changes
        }
        spawn { await $0.serve(number, isNew: true, first: nil) }
        await learn(hints: update.hints)
        if let hint = hints[peer.id] { try? await store.save(hint, of: peer.id) }
        await groupChanged(changes)
    }
}
