internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// The listening sockets: there while an invitation is open or the user has another device, and not otherwise.

extension DevicesService {
    private var wantsListening: Bool { isRunning && (invitation != nil || hasOthers) }

    /// Listens elsewhere from now on, if this device listens at all.
    package func listen(on addresses: [String]) async {
        // It names addresses at which nobody will listen.
        await closeInvitation(.cancelled)
        configuration.listenAddresses = addresses
        lastPort = nil
        await listeningTurn.take()
        let old = listening
        listening = nil
        bound = []
        await old?.stop()
        listeningTurn.give()
        try? await updateListening()
    }

    /// Opens or closes the sockets. Called after every change of what is wanted; the calls take turns, so the last one
    /// has seen the last wish.
    func updateListening() async throws(BatonError) {
        await listeningTurn.take()
        defer { listeningTurn.give() }
        if wantsListening, listening == nil { try await openListening() }
        // Not else: the wish may have gone while the sockets were opened.
        if !wantsListening, let old = listening {
            listening = nil
            bound = []
            await old.stop()
        }
    }

    private func openListening() async throws(BatonError) {
        let wanted = configuration.listenAddresses
        let handler: @Sendable (any FrameStream) -> Void = { [weak self, thread] stream in
            thread.task { [weak self] in if let self { await self.take(stream) } else { await stream.close() } }
        }
        do throws(GLibError) {
            let opened: any LinkListening
            do throws(GLibError) {
                opened = try await network.listen(atLastPort(wanted), handler: handler)
            } catch {
                // The last port may be another program's now.
                guard lastPort != nil else { throw error }
                opened = try await network.listen(wanted, handler: handler)
            }
            listening = opened
            bound = await opened.boundAddresses()
            listeningFailure = nil
            tellAddresses()
        } catch {
            listeningFailure = error.isAddressInUse ? "the port is in use" : "the sockets could not be opened"
            log("devices: cannot listen: \(error)")
            throw BatonError(
                .network,
                "Baton cannot listen for other devices: \(listeningFailure ?? ""). See `baton config get port`.",
                cause: error.description)
        }
        if let port = listeningPort, port != lastPort {
            lastPort = port
            // Only so that the port stays the same; without it the others still learn the new one when dialled.
            try? await store.save(port: port)
        }
    }

    /// The first of several alone: an IPv6 socket for every address takes the port of IPv4 as well.
    private func atLastPort(_ addresses: [String]) -> [String] {
        guard let lastPort, let first = addresses.first, first.hasSuffix(":0") else { return addresses }
        return [first.dropLast(1) + "\(lastPort)"] + addresses.dropFirst()
    }

    /// Where this device can be reached.
    func reachableAddresses() -> [PeerAddress] {
        LocalAddresses.reachable(bound, local: configuration.localAddresses())
    }

    // MARK: Those who come

    /// A channel that someone opened. Who has no first proof in time, or comes in a crowd, is told nothing.
    private func take(_ stream: any FrameStream) async {
        let number = nextNumber()
        guard wantsListening, admission.enter(number, from: stream.remoteAddress) else {
            await stream.close()
            return
        }
        strangers[number] = stream
        spawn { await $0.meet(stream, number) }
    }

    private func meet(_ stream: any FrameStream, _ number: Int) async {
        do throws(BatonError) {
            let identity = identity
            let opened = try await limited(Handshake.firstProofLimit, "No proof came.") { [self] in
                try await Handshake.listen(stream, as: identity, secrets: { await self.secrets(for: $0) })
            }
            let peer = try await limited(Handshake.limit, "The handshake took too long.") { [self] in
                try await opened.identify(refusal: { await self.refusal(ofKey: $0, opened) })
            }
            leaveStrangers(number)
            switch peer.kind {
            case .member: try await welcomeMember(peer, opened, number)
            case .invitation: try await welcomeJoiner(peer, opened, number)
            }
        } catch {
            // Strangers are nobody's error; a member's device says on its own side what went wrong.
            leaveStrangers(number)
            await stream.close()
        }
    }

    func leaveStrangers(_ number: Int) {
        strangers[number] = nil
        admission.leave(number)
    }

    private func secrets(for kind: HandshakeMessage.Kind) -> [Secret] {
        switch kind {
        case .member: hasOthers ? group?.secrets ?? [] : []
        case .invitation: openInvitation().map { [$0.secret] } ?? []
        }
    }

    /// Why this device does not say who it is to the owner of this key.
    private func refusal(ofKey key: Data, _ opened: Handshake.Opened) -> BatonError.Code? {
        let id = DeviceIdentity.id(of: key)
        guard id != identity.id else { return .invalidArgument }
        switch opened.handshake.kind {
        case .member: return isOther(id) ? nil : .untrusted
        case .invitation:
            guard let invitation = openInvitation(), invitation.secret === opened.secret else {
                return .invitationInvalid
            }
            return invitation.joiner == nil ? nil : .tooMany
        }
    }
}
