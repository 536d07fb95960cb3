package import GLibKit

/// How the devices reach each other: TLS over TCP in the daemon, something in memory in tests.
package protocol LinkNetwork: Sendable {
    /// Listens on `host:port` addresses and gives each stream to `handler`, on the GLib thread.
    func listen(
        _ addresses: [String], handler: @escaping @Sendable (any FrameStream) -> Void
    ) async throws(GLibError) -> any LinkListening
    func dial(_ address: String, within limit: Duration) async throws(GLibError) -> any FrameStream
}

/// Open listening sockets.
package protocol LinkListening: Sendable {
    /// `host:port` of each, with the port that the system chose.
    func addresses() async -> [String]
    func stop() async
}
