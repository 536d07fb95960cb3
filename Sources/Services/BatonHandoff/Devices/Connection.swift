internal import FoundationEssentials
internal import GLibKit

/// A channel to a peer whose key is proved.
struct Connection {
    enum State: Sendable {
        /// This end listened and has accepted; the dialler has not spoken yet, and may still give the channel up.
        case welcomed
        /// The peer's link.
        case up
        /// No longer, or never, the link: what is under way is read and sent to its end.
        case draining
        /// The peer is no member any more: it is told so, and not heard.
        case dismissed
    }

    let number: Int
    let stream: any FrameStream
    let peer: String
    /// Whether this device dialled.
    let isDialler: Bool
    var state: State
    var since: Date
    var queue = OutgoingQueue()
    var isSending = false
    /// The peer has said its last frame here.
    var peerMoved = false
    var framesReceived = 0
    /// Closes it when its end takes too long.
    var drainTimer: Task<Void, Never>?
    /// Closes it when nothing answers a ping.
    var pingTimer: Task<Void, Never>?
    /// When nothing is under way on it any more.
    let ended = Outcome<Void>()

    /// Channels of one peer beside its link.
    static let maximumEnding = 4
    /// How long the end of a link may take.
    static let drainLimit = Duration.seconds(2)
    /// Two devices that dial each other at once are done within this time, the limit of a handshake; a second link later
    /// means that the peer has lost the first.
    static let simultaneous: TimeInterval = 10

    var isDrained: Bool { queue.isEmpty && !isSending && peerMoved }

    /// Whether a new link to the same peer takes the place of this one. Both ends come to the same answer.
    func yields(toOneDialledBySelf dialledBySelf: Bool, selfID: String, at now: Date) -> Bool {
        // Who dials again has lost the link that it had dialled.
        if dialledBySelf == isDialler { return true }
        if now.timeIntervalSince(since) > Self.simultaneous { return true }
        // Both dialled at once: the one whose dialler has the smaller id stays.
        let (new, old) = dialledBySelf ? (selfID, peer) : (peer, selfID)
        return new < old
    }
}
