package import GLibKit

/// How this device reaches others and is reached: TLS over TCP, and whatever carries frames later.
package protocol LinkNetwork: Sendable {
    /// Opens a channel to `host:port`, its own handshake finished, within a time.
    func dial(_ address: String, within limit: Duration) async throws(GLibError) -> any FrameStream
    /// Accepts channels at these addresses; port 0 is the system's choice. `handler` takes each on the GLib thread.
    func listen(
        _ addresses: [String], handler: @escaping @Sendable (any FrameStream) -> Void
    ) async throws(GLibError) -> any LinkListening
}

/// Sockets that listen.
package protocol LinkListening: Sendable {
    /// `host:port` of each, with the port that the system chose.
    func boundAddresses() async -> [String]
    func stop() async
}

/// TLS 1.3 over TCP.
package struct TLSLinkNetwork: LinkNetwork {
    private let network: TLSNetwork

    package init(thread: GLibThread, time: TimeSource) {
        var network = TLSNetwork(thread: thread, time: time)
        network.handshakeLimit = Handshake.firstProofLimit
        self.network = network
    }

    package func dial(_ address: String, within limit: Duration) async throws(GLibError) -> any FrameStream {
        try await network.dial(address, within: limit)
    }

    package func listen(
        _ addresses: [String], handler: @escaping @Sendable (any FrameStream) -> Void
    ) async throws(GLibError) -> any LinkListening {
        Listening(listener: try await network.listen(addresses) { handler($0) })
    }

    private struct Listening: LinkListening {
        let listener: TLSListener
        func boundAddresses() async -> [String] { await listener.addresses }
        func stop() async { await listener.stop() }
    }
}
