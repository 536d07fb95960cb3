internal import ActivityModel
package import FoundationEssentials

/// One message between two devices that know each other.
package enum LinkFrame: Sendable {
    /// The first frame of each side: where it listens.
    case hello(Hello)
    /// The sender's device list, when a link begins and when the list changes.
    case group(GroupUpdate)
    /// The last frame of this link: another one to the same peer takes over.
    case moved
    case ping
    case pong
    /// What offers and continuations say.
    case handoff(HandoffMessage)
    case join(JoinMessage)
    /// A kind that this version does not know: passed over.
    case unknown(String)

    package init(_ message: HandoffMessage) { self = .handoff(message) }

    package struct Hello: Codable, Sendable, Hashable {
        /// `host:port`, where the sender says it listens; hints.
        package var addresses: [String]
        /// The port it listens on, for the host that the receiver sees.
        package var port: Int?
        /// Whether the sender has an older link to the receiver, to be read to its end first.
        package var replaces: Bool

        /// The port, if it is one: 1 to 65535.
        var usablePort: UInt16? { port.flatMap { UInt16(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil } }
    }

    /// Bytes of one frame.
    package static let maximumSize = 2 * 1024 * 1024
    static let maximumID = 64
    /// Bytes of an error's message.
    static let maximumMessage = 1024
}

/// What a joiner and its inviter say to each other, in this order, until one says `failed`.
package enum JoinMessage: Sendable, Hashable {
    /// The joiner: its name, and a commitment to its nonce.
    case request(name: String, commitment: Data)
    /// The inviter's nonce.
    case nonce(Data)
    /// The joiner's nonce. Both now have the check code.
    case reveal(Data)
    /// The inviter's user typed the right code: here is the group.
    case group(GroupUpdate)
    /// The joiner has stored the group.
    case done
    /// Either: no more of this.
    case failed(code: String)
}

/// A device list on its way, with what belongs to it.
package struct GroupUpdate: Codable, Sendable, Hashable {
    package var list: SignedList
    /// Epoch keys, the newest first; none for a device that the list leaves out.
    package var keys: [EpochKey]
    /// Where members were last reached, by their ids.
    package var hints: [String: [String]]

    /// An epoch key in clear: only ever inside a link, or in `state.db`.
    package struct EpochKey: Codable, Sendable, Hashable {
        package var epoch: Int
        package var key: Data
    }
}
