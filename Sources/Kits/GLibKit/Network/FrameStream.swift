package import FoundationEssentials

/// A pair of byte-message streams to a peer, whatever carries it. A message is whole or the stream is broken.
package protocol FrameStream: Sendable {
    /// Bytes that only the two ends of this channel know (RFC 9266 `tls-exporter`), 32 of them: what proofs are bound to.
    var exporter: Data { get }
    /// The other end as `host:port`, for logs and remembered addresses.
    var remoteAddress: String { get }
    /// Whether this end dialled.
    var isDialler: Bool { get }
    /// Sends one message; returns when it is handed to the transport.
    func send(_ message: Data) async throws(GLibError)
    /// The next message; nil after a clean end. One caller at a time.
    /// - Throws: when the peer announces more than `maximum` bytes (the stream is then closed), or is cut.
    func receive(maximum: Int) async throws(GLibError) -> Data?
    /// Ends the stream; a waiting `receive` returns. Idempotent.
    func close() async
}
