package import ActivityModel
package import FoundationEssentials
internal import GLibKit

// Joining: an invitation on one side, a code typed there that the other side shows.

extension DevicesService {
    /// An invitation that is open: for ten minutes, one use, three failures.
    struct OpenInvitation {
        let invitation: Invitation
        let expiresAt: Date
        var failures = 0
        var expiry: Task<Void, Never>?
        var joiner: WaitingJoiner?
    }

    /// A device that has proved the invitation's secret and waits for its code.
    struct WaitingJoiner {
        let device: Device
        let stream: any FrameStream
        let code: CheckCode
        let number: Int
    }

    /// This device's own attempt to join another.
    struct JoinAttempt {
        let stream: any FrameStream
        let inviterKey: Data
        let result: Task<Device, any Error>
    }

    package struct Invited: Sendable {
        package let text: String
        package let expiresAt: Date
        package let addresses: [String]
    }

    // MARK: The inviter

    /// Opens an invitation; an older one is void.
    package func invite() async throws(BatonError) -> Invited {
        let identity = try own()
        guard (state?.group.members.count ?? 0) < DeviceGroup.maximumMembers else {
            throw BatonError(.tooMany, "There are \(DeviceGroup.maximumMembers) devices already; remove one first.")
        }
        cancelInvite()
        let secret = Secret(random.bytes(Invitation.secretLength))
        // Open before listening: the listener asks whether it is wanted.
        invitation = OpenInvitation(
            invitation: Invitation(inviterHash: Cryptography.sha256(identity.key), secret: secret, addresses: []),
            expiresAt: time.now().addingTimeInterval(TimeInterval(Invitation.lifetime.components.seconds)))
        await updateListener()
        guard listener != nil, let expires = invitation?.expiresAt else {
            cancelInvite()
            throw BatonError(
                .network, problems.first.map { "\($0.what); \($0.remedy)." } ?? "This device cannot listen.")
        }
        let complete = Invitation(
            inviterHash: Cryptography.sha256(identity.key), secret: secret, addresses: reachableAddresses())
        invitation = OpenInvitation(
            invitation: complete, expiresAt: expires,
            expiry: thread.task { [weak self, time] in
                guard (try? await time.sleep(Invitation.lifetime)) != nil else { return }
                await self?.voidInvitation("The invitation has expired.", of: .invitationInvalid)
            })
        return Invited(
            text: complete.text, expiresAt: expires, addresses: complete.addresses.map(\.description))
    }

    /// Where others can reach this device: what it listens on, with the machine's addresses in place of “every one”.
    private func reachableAddresses() -> [PeerAddress] {
        listeningOn.compactMap { PeerAddress($0) }.flatMap { address -> [PeerAddress] in
            switch address.host {
            case "0.0.0.0":
                NumericAddress.ofThisMachine().filter { !$0.contains(":") }.map {
                    PeerAddress(host: $0, port: address.port)
                }
            case "::":
                NumericAddress.ofThisMachine().filter { $0.contains(":") }.map {
                    PeerAddress(host: $0, port: address.port)
                }
            default: [address]
            }
        }
    }

    package func cancelInvite() {
        guard invitation != nil else { return }
        thread.task { [self] in await voidInvitation("The invitation was withdrawn.", of: .invitationInvalid) }
    }

    /// Ends the invitation; who waits is told why.
    func voidInvitation(_ why: String, of code: BatonError.Code) async {
        guard let open = invitation else { return }
        invitation = nil
        open.expiry?.cancel()
        if let joiner = open.joiner { await refuse(joiner.stream, BatonError(code, why)) }
        await updateListener()
        events.changed()
    }

    private func refuse(_ stream: any FrameStream, _ error: BatonError) async {
        try? await Wire.send(LinkFrame.joinRefused(error), to: stream, limit: Wire.handshakeLimit)
        await stream.close()
    }

    /// Somebody who knows the invitation's secret has connected and shown a key.
    func welcome(_ stream: any FrameStream, key: Data) async throws(BatonError) {
        let identity = try own()
        guard invitation != nil else { throw BatonError(.invitationInvalid, "The invitation is not open any more.") }
        guard invitation?.joiner == nil else {
            return await refuse(stream, BatonError(.tooMany, "Another device is joining at this moment; try again."))
        }
        let nonce = random.bytes(CheckCode.nonceLength)
        let (request, reveal) = try await limited(Handshake.limit, stream) { () async throws(BatonError) in
            guard case .joinRequest(let name, let commitment) = try await Self.receive(stream) else {
                throw BatonError(.untrusted, "A joining device left the order of the protocol.")
            }
            try await Wire.send(
                LinkFrame.joinNonce(
                    nonce: nonce, name: ownName, members: devices().filter { !$0.isSelf }.map(\.device.name)),
                to: stream, limit: Wire.handshakeLimit)
            guard case .joinReveal(let revealed) = try await Self.receive(stream) else {
                throw BatonError(.untrusted, "A joining device left the order of the protocol.")
            }
            return ((name: name, commitment: commitment), revealed)
        }
        guard reveal.count == CheckCode.nonceLength,
            Cryptography.equal(CheckCode.commitment(to: reveal), request.commitment)
        else {
            await failed()
            throw BatonError(.untrusted, "A joining device revealed another nonce than it had committed to.")
        }
        guard invitation != nil, invitation?.joiner == nil else {
            return await refuse(stream, BatonError(.invitationInvalid, "The invitation is not open any more."))
        }
        let joiner = WaitingJoiner(
            device: Device(
                id: DeviceIdentity.id(of: key), key: key, name: request.name, joinedAt: time.now(), addresses: []),
            stream: stream,
            code: CheckCode(
                joinerNonce: reveal, inviterNonce: nonce, joinerKey: key, inviterKey: identity.key,
                exporter: stream.exporter), number: nextNumber())
        invitation?.joiner = joiner
        events.joinRequested(Joiner(name: joiner.device.name, id: joiner.device.id))
        // The joiner says nothing more until it is accepted; that it goes away is noticed here.
        thread.task { [self] in
            let stored = try? await Self.receive(stream)
            await answered(joiner, stored)
        }
    }

    private static func receive(_ stream: any FrameStream) async throws(BatonError) -> LinkFrame {
        try await Wire.receive(LinkFrame.self, from: stream, limit: Wire.linkLimit)
    }

    /// A failure: an attempt that had proved the secret and came to nothing, or a wrong code. Three void the invitation.
    private func failed() async {
        invitation?.failures += 1
        guard let failures = invitation?.failures, failures >= Invitation.maximumFailures else { return }
        await voidInvitation(
            "The invitation is void after \(Invitation.maximumFailures) failures; make a new one.",
            of: .invitationInvalid)
    }

    /// The joiner's last word: that it has stored the list. Anything else means that it went away.
    private func answered(_ joiner: WaitingJoiner, _ frame: LinkFrame?) async {
        if case .joinStored? = frame, state?.group.contains(key: joiner.device.key) == true {
            return await linked(joiner.device.id, joiner.stream)
        }
        await joiner.stream.close()
        guard invitation?.joiner?.number == joiner.number else { return }
        invitation?.joiner = nil
        await failed()
        events.changed()
    }

    package func pendingConfirmation() -> Joiner? {
        invitation?.joiner.map { Joiner(name: $0.device.name, id: $0.device.id) }
    }

    /// Lets the waiting device join, if the code is the one that it shows.
    package func confirm(_ text: String) async throws(BatonError) -> Device {
        guard let joiner = invitation?.joiner else {
            throw BatonError(
                .noSuchDevice,
                invitation == nil
                    ? "No invitation is open; make one with `baton devices invite`."
                    : "No device waits to join yet; run `baton devices join` with the invitation there first.")
        }
        guard let typed = CheckCode.typed(text) else {
            throw BatonError(.invalidArgument, "A code has six digits; type the one that the new device shows.")
        }
        guard joiner.code.matches(typed) else {
            await failed()
            let left = invitation.map { Invitation.maximumFailures - $0.failures } ?? 0
            throw BatonError(
                .wrongCode,
                left > 0
                    ? "This is not the code that \(joiner.device.name) shows; \(left) tries are left."
                    : "This is not the code either; the invitation is void. Make a new one with `baton devices invite`."
            )
        }
        // One use: closed before the first suspension, so that no second confirmation gets in.
        invitation?.expiry?.cancel()
        invitation = nil
        do throws(BatonError) {
            try await add(joiner.device)
            guard let state, let key = state.keys.first else { throw BatonError(.internal, "The list has no key.") }
            try await Wire.send(
                LinkFrame.joinAccepted(state.signed, key: key.exposed), to: joiner.stream, limit: Wire.linkLimit)
        } catch {
            await joiner.stream.close()
            throw error
        }
        return joiner.device
    }

    private func add(_ device: Device) async throws(BatonError) {
        let identity = try own()
        if state == nil {
            let own = Device(
                id: identity.id, key: identity.key, name: ownName, joinedAt: time.now(),
                addresses: reachableAddresses().map(\.description))
            let group = DeviceGroup(
                id: random.bytes(16).hexadecimal, version: 1, epoch: 1, members: [own, device])
            let new = try GroupState(
                signed: try SignedGroup(group, by: identity), keys: [Secret(random.bytes(GroupState.keyLength))])
            try await store.save(new)
            state = new
            await updateListener()
            events.changed()
        } else {
            try await change(rekeys: false) { group in
                group.members.removeAll { $0.id == device.id }
                group.members.append(device)
            }
        }
    }

    // MARK: The joiner

    package struct PendingJoin: Sendable {
        package let id: String
        package let inviterName: String
        package let inviterID: String
        package let memberNames: [String]
        package let code: String
    }

    /// Asks to join the device that made the invitation: says with whom this device will share, and the code to type
    /// there.
    package func join(_ text: String, address: String?) async throws(BatonError) -> PendingJoin {
        let identity = try own()
        guard state == nil else {
            throw BatonError(
                .alreadyDone, "This device shares with others already; `baton devices leave` first.")
        }
        let invitation = try Invitation(text: text)
        guard invitation.inviterID != identity.id else {
            throw BatonError(.invitationInvalid, "This invitation was made on this device; use it on the other one.")
        }
        let stream = try await reach(invitation, address)
        do throws(BatonError) {
            let nonce = random.bytes(CheckCode.nonceLength)
            let answer = try await limited(Handshake.limit, stream) { () async throws(BatonError) in
                let key = try await Handshake.dial(
                    stream, kind: .invitation, keys: [invitation.secret], identity: identity,
                    trusts: { Cryptography.equal(Cryptography.sha256($0), invitation.inviterHash) }, refusal: { _ in })
                try await Wire.send(
                    LinkFrame.joinRequest(name: ownName, commitment: CheckCode.commitment(to: nonce)), to: stream,
                    limit: Wire.handshakeLimit)
                let frame = try await Self.receive(stream)
                if case .joinRefused(let error) = frame { throw error }
                guard case .joinNonce(let theirs, let name, let members) = frame, theirs.count == CheckCode.nonceLength
                else { throw BatonError(.untrusted, "The inviting device left the order of the protocol.") }
                try await Wire.send(LinkFrame.joinReveal(nonce: nonce), to: stream, limit: Wire.handshakeLimit)
                return (key: key, nonce: theirs, name: name, members: members)
            }
            let code = CheckCode(
                joinerNonce: nonce, inviterNonce: answer.nonce, joinerKey: identity.key, inviterKey: answer.key,
                exporter: stream.exporter)
            let id = random.bytes(8).hexadecimal
            let key = answer.key
            joins[id] = JoinAttempt(
                stream: stream, inviterKey: key,
                result: Task(executorPreference: thread) { [self] in try await finish(stream, inviter: key) })
            return PendingJoin(
                id: id, inviterName: answer.name, inviterID: DeviceIdentity.id(of: answer.key),
                memberNames: answer.members, code: code.digits)
        } catch {
            await stream.close()
            if error.code == .connectionUnavailable {
                throw BatonError(
                    .invitationInvalid,
                    "The other device did not accept the invitation: it has expired, was used, or is void. Make a new one "
                        + "there with `baton devices invite`.")
            }
            throw error
        }
    }

    private func reach(_ invitation: Invitation, _ address: String?) async throws(BatonError) -> any FrameStream {
        let addresses: [String]
        if let address {
            guard let parsed = PeerAddress(address) else {
                throw BatonError(.invalidArgument, "“\(address.prefix(64))” is no address; write HOST:PORT.")
            }
            addresses = [parsed.description]
        } else {
            addresses = invitation.addresses.map(\.description)
        }
        var reason = "the invitation names no address; give one with --address HOST:PORT"
        for address in addresses {
            do throws(GLibError) {
                return try await network.dial(address, within: Self.dialLimit)
            } catch { reason = error.message }
        }
        throw BatonError(
            .network,
            "The inviting device could not be reached at \(addresses.joined(separator: ", ")): \(reason). "
                + "Both must be on one network; --address HOST:PORT names another place to try.")
    }

    /// Waits for the code to be typed on the other device, then stores what it sends before saying so.
    private func finish(_ stream: any FrameStream, inviter: Data) async throws(BatonError) -> Device {
        do throws(BatonError) {
            let frame = try await limited(Invitation.lifetime, stream) { () async throws(BatonError) in
                try await Self.receive(stream)
            }
            if case .joinRefused(let error) = frame { throw error }
            guard case .joinAccepted(let list, let key) = frame, list.signer == inviter,
                key.count == GroupState.keyLength
            else { throw BatonError(.untrusted, "The inviting device left the order of the protocol.") }
            let new = try GroupState(signed: list, keys: [Secret(key)])
            guard new.group.contains(key: try own().key),
                let device = new.group.members.first(where: { $0.key == inviter })
            else { throw BatonError(.untrusted, "The inviting device sent a list without this one.") }
            guard state == nil else { throw BatonError(.alreadyDone, "This device has joined others meanwhile.") }
            try await store.save(new)
            state = new
            await remember(device.id, name: device.name, address: stream.remoteAddress)
            try await Wire.send(LinkFrame.joinStored, to: stream, limit: Wire.handshakeLimit)
            await linked(device.id, stream)
            await updateListener()
            try? await send(hello, to: device.id)
            dialAll()
            events.changed()
            return device
        } catch {
            await stream.close()
            throw error.code == .connectionUnavailable
                ? BatonError(.refused, "The other device ended the joining; no code, or a wrong one, was typed there.")
                : error
        }
    }

    /// The end of an attempt to join: the inviter, or why it came to nothing.
    package func awaitJoin(_ id: String) async throws(BatonError) -> Device {
        guard let attempt = joins[id] else {
            throw BatonError(.noSuchDevice, "There is no joining under way by this id.")
        }
        let result = await attempt.result.result
        joins[id] = nil
        switch result {
        case .success(let device): return device
        case .failure(let error):
            throw error as? BatonError ?? BatonError(.internal, "Joining ended with an unknown error.")
        }
    }

    package func cancelJoin(_ id: String) async {
        guard let attempt = joins.removeValue(forKey: id) else { return }
        await attempt.stream.close()
    }
}
