package import FoundationEssentials

/// The versions of the link protocol that a device speaks.
package struct VersionRange: Codable, Sendable, Hashable {
    package var min: Int
    package var max: Int

    package static let spoken = VersionRange(min: 1, max: 1)

    /// The highest version that both speak.
    package func common(with other: VersionRange) -> Int? {
        let highest = Swift.min(max, other.max)
        return highest >= Swift.max(min, other.min) ? highest : nil
    }
}

/// What the two ends of a new channel say until each knows the other, in this order:
///
/// ```
/// dialler                      listener
/// open(kind, proofs)    ->
///                       <-     answer(match, proof)
/// identity(key)         ->
///                       <-     identity(key, signature)      or refused(code)
/// signature             ->
///                       <-     welcome                       or refused(code)
/// ```
package enum HandshakeMessage: Sendable, Hashable {
    case open(Open)
    case answer(Answer)
    case identity(Identity)
    case signature(Signature)
    case welcome(Welcome)
    case refused(Refusal)

    /// What the dialler proves to know.
    package enum Kind: String, Codable, Sendable {
        /// The group's epoch key.
        case member
        /// The secret of an invitation.
        case invitation
    }

    /// The form of this message is the same in all versions, so that an older device can be told that it is too old.
    package struct Open: Codable, Sendable, Hashable {
        package var kind: Kind
        package var versions: VersionRange
        /// One a key, the newest first.
        package var proofs: [Data]

        package static let maximumProofs = 4
    }

    /// Also the same in all versions.
    package struct Answer: Codable, Sendable, Hashable {
        /// Which of the dialler's proofs was right.
        package var match: Int
        package var versions: VersionRange
        package var proof: Data
    }

    package struct Identity: Codable, Sendable, Hashable {
        package var key: Data
        /// The listener's; the dialler signs later, when it knows the listener's key.
        package var signature: Data?
    }

    package struct Signature: Codable, Sendable, Hashable { package var signature: Data }

    /// The acceptance; to a joiner also with whom it will share.
    package struct Welcome: Codable, Sendable, Hashable {
        package var version: Int
        package var name: String
        /// Names of the inviter's devices; for a joiner alone.
        package var members: [String]?

        /// With names cut so that the message is no longer than it may be.
        func fitting() -> Welcome {
            var result = self
            var scalars = 256
            while scalars > 4, let size = try? JSONEncoder().encode(HandshakeMessage.welcome(result)).count,
                size > HandshakeMessage.maximumSize
            {
                scalars /= 2
                result.members = members?.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(scalars))) }
            }
            return result
        }
    }

    package struct Refusal: Codable, Sendable, Hashable { package var code: String }

    /// Bytes of any message before the peer is known.
    package static let maximumSize = 4096
}

extension HandshakeMessage: Codable {
    private enum Step: String, Codable { case open, answer, identity, signature, welcome, refused }
    private enum Key: CodingKey { case step }

    package init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: Key.self).decode(Step.self, forKey: .step) {
        case .open: self = .open(try Open(from: decoder))
        case .answer: self = .answer(try Answer(from: decoder))
        case .identity: self = .identity(try Identity(from: decoder))
        case .signature: self = .signature(try Signature(from: decoder))
        case .welcome: self = .welcome(try Welcome(from: decoder))
        case .refused: self = .refused(try Refusal(from: decoder))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let step: Step
        switch self {
        case .open(let body):
            step = .open
            try body.encode(to: encoder)
        case .answer(let body):
            step = .answer
            try body.encode(to: encoder)
        case .identity(let body):
            step = .identity
            try body.encode(to: encoder)
        case .signature(let body):
            step = .signature
            try body.encode(to: encoder)
        case .welcome(let body):
            step = .welcome
            try body.encode(to: encoder)
        case .refused(let body):
            step = .refused
            try body.encode(to: encoder)
        }
        try container.encode(step, forKey: .step)
    }
}
