internal import ActivityModel
internal import FoundationEssentials

/// The versions of the link protocol that a device speaks.
struct VersionRange: Codable, Sendable, Hashable {
    var min: Int
    var max: Int

    static let spoken = VersionRange(min: 1, max: 1)

    /// The highest version that both speak.
    func common(with other: VersionRange) -> Int? {
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
enum HandshakeMessage: Sendable, Hashable {
    case open(Open)
    case answer(Answer)
    case identity(Identity)
    case signature(Signature)
    case welcome(Welcome)
    case refused(Refusal)

    /// What the dialler proves to know.
    enum Kind: String, Codable, Sendable {
        /// The group's epoch key.
        case member
        /// The secret of an invitation.
        case invitation
    }

    /// The form of this message is the same in all versions, so that an older device can be told that it is too old.
    struct Open: Codable, Sendable, Hashable {
        var kind: Kind
        var versions: VersionRange
        /// One a key, the newest first.
        var proofs: [Data]

        static let maximumProofs = 4
    }

    /// Also the same in all versions.
    struct Answer: Codable, Sendable, Hashable {
        /// Which of the dialler's proofs was right.
        var match: Int
        var versions: VersionRange
        var proof: Data
    }

    struct Identity: Codable, Sendable, Hashable {
        var key: Data
        /// The listener's; the dialler signs later, when it knows the listener's key.
        var signature: Data?
    }

    struct Signature: Codable, Sendable, Hashable { var signature: Data }

    /// The acceptance; to a joiner also with whom it will share.
    struct Welcome: Codable, Sendable, Hashable {
        var version: Int
        var name: String
        /// Names of the inviter's devices; for a joiner alone.
        var members: [String]?
    }

    struct Refusal: Codable, Sendable, Hashable { var code: String }

    /// Bytes of any message before the peer is known.
    static let maximumSize = 4096
}

extension HandshakeMessage: Codable {
    private enum Step: String, Codable { case open, answer, identity, signature, welcome, refused }
    private enum Key: CodingKey { case step }

    init(from decoder: any Decoder) throws {
        switch try decoder.container(keyedBy: Key.self).decode(Step.self, forKey: .step) {
        case .open: self = .open(try Open(from: decoder))
        case .answer: self = .answer(try Answer(from: decoder))
        case .identity: self = .identity(try Identity(from: decoder))
        case .signature: self = .signature(try Signature(from: decoder))
        case .welcome: self = .welcome(try Welcome(from: decoder))
        case .refused: self = .refused(try Refusal(from: decoder))
        }
    }

    func encode(to encoder: any Encoder) throws {
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
