internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Reaching the inviter, until it has said who it is and that this device is welcome to ask.

extension DevicesService {
    private static let joinDialLimit = Duration.seconds(5)
    /// How often each address is tried, with what pause between, and until when.
    private static let joinRounds = 3
    static let joinPause = Duration.milliseconds(500)
    private static let joinPatience: TimeInterval = 20

    /// Tries each address; again where time may have been the reason, for a machine that is busy with other things is no
    /// reason to trouble the user.
    func dialInviter(
        _ invitation: Invitation, _ addresses: [String], _ id: String
    ) async throws(BatonError) -> (AuthenticatedPeer, HandshakeMessage.Welcome) {
        var failure = BatonError(
            .network,
            "The inviting device could not be reached. Are both on one network? Its address can be given with --address HOST:PORT."
        )
        let start = time.now()
        for _ in 0..<Self.joinRounds {
            var mayBeTime = false
            for address in addresses {
                let attempt = try await attemptJoin(invitation, address, id)
                if let welcomed = attempt.welcomed { return welcomed }
                failure = attempt.failure ?? failure
                mayBeTime = mayBeTime || attempt.mayBeTime
            }
            guard mayBeTime, time.now().timeIntervalSince(start) < Self.joinPatience else { break }
            try? await time.sleep(Self.joinPause)
            guard joining?.id == id else { throw BatonError(.cancelled, "Joining was cancelled.") }
        }
        throw failure
    }

    private struct JoinAttempt {
        var welcomed: (AuthenticatedPeer, HandshakeMessage.Welcome)?
        /// Nil where nothing answered.
        var failure: BatonError?
        var mayBeTime = false
    }

    private func attemptJoin(
        _ invitation: Invitation, _ address: String, _ id: String
    ) async throws(BatonError) -> JoinAttempt {
        let start = time.now()
        let stream: any FrameStream
        do throws(GLibError) { stream = try await network.dial(address, within: Self.joinDialLimit) } catch {
            // Nobody is there; anything else may be a handshake that took too long.
            return JoinAttempt(mayBeTime: error.isTimedOut || error.isLostInHandshake)
        }
        guard joining?.id == id else {
            await stream.close()
            throw BatonError(.cancelled, "Joining was cancelled.")
        }
        joining?.stream = stream
        var attempt = JoinAttempt()
        do throws(BatonError) {
            let identity = identity
            let result = try await limited(Handshake.limit, "The inviting device did not answer in time.") { [self] in
                try await Handshake.dial(
                    stream, as: identity, .invitation, secrets: [invitation.secret],
                    isTrusted: { await self.isInviter($0, invitation, id) })
            }
            switch result {
            case .welcomed(let peer, let welcome): return JoinAttempt(welcomed: (peer, welcome))
            case .refused(let code, _): attempt.failure = Self.refusal(code)
            }
        } catch {
            // Whoever knows no open invitation with this secret says nothing and closes, at once. One that closes as late
            // as a listener does that has heard nothing may not have come to read.
            let isSilence = error.code == .network || error.code == .handoffFailed
            attempt.failure = isSilence ? Self.refusal(.invitationInvalid) : error
            let isLate = Duration.seconds(time.now().timeIntervalSince(start)) >= Handshake.firstProofLimit
            attempt.mayBeTime = isLate && (isSilence || error.code == .timedOut) && joining?.isKnown == false
        }
        await stream.close()
        if joining?.id == id { joining?.stream = nil }
        return attempt
    }

    /// Whether this is the key of who made the invitation. What follows is this device's signature.
    private func isInviter(_ key: Data, _ invitation: Invitation, _ id: String) -> Bool {
        guard Cryptography.equal(Cryptography.sha256(key), invitation.inviterHash) else { return false }
        if joining?.id == id { joining?.isKnown = true }
        return true
    }
}
