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
    /// Opens an invitation, and the network with it. One that is open is void from now on.
    package func invite() async throws(BatonError) -> OpenedInvitation {
        await closeInvitation(.cancelled)
        guard isRunning else { throw BatonError(.internal, "Baton is stopping.") }
        guard group.map({ $0.list.members.count < DeviceList.maximumMembers }) ?? true else { throw Self.tooMany }
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

    static var tooMany: BatonError {
        BatonError(.tooMany, "There are \(DeviceList.maximumMembers) devices already; remove one first.")
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
    ///   what is no code (not counted), `wrongCode`; `invitationInvalid` for the third wrong one, which voids the invitation.
    package func confirm(_ text: String) async throws(BatonError) -> Device {
        guard let open = openInvitation() else {
            throw BatonError(.invitationInvalid, "No invitation is open; `baton devices invite` makes one.")
        }
        guard let joiner = open.joiner, let code = joiner.code else {
            throw BatonError(
                .noSuchDevice,
                "No device is waiting; use the invitation on the new device first.")
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
                .invitationInvalid, "This is not the code, for the third time: the invitation is void. Make a new one.")
        }
        return BatonError(
            .wrongCode,
            "This is not the code that the new device shows; \(left == 1 ? "1 attempt is" : "\(left) attempts are") left."
        )
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
}
