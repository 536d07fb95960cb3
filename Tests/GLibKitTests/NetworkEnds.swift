import GLibKit
import TestSupport

/// A listener on loopback, and what has connected to it.
final class Ends: Sendable {
    let thread = GLibThread(name: "network")
    let network: TLSNetwork
    let accepted = Arrivals<TLSFrameStream>("a connection")
    let listener: TLSListener

    init(_ handshakeLimit: Duration) async throws {
        ProcessState.prepare()
        var network = TLSNetwork(thread: thread, time: .system(on: thread))
        network.handshakeLimit = handshakeLimit
        self.network = network
        let accepted = accepted
        listener = try await network.listen(["127.0.0.1:0"]) { accepted.put($0) }
    }

    var address: String { get async { await listener.addresses[0] } }
    var port: UInt16 { get async { UInt16(await address.split(separator: ":")[1])! } }

    /// Dials again where a handshake was too slow for the listener's limit, as devices do: on a machine that runs other
    /// tests besides, its threads come late.
    func connect() async throws -> (TLSFrameStream, TLSFrameStream) {
        for _ in 0..<4 {
            do {
                return (try await network.dial(await address, within: Limits.wait), try await accepted.next())
            } catch let error as GLibError where error.isLostInHandshake {}
        }
        return (try await network.dial(await address, within: Limits.wait), try await accepted.next())
    }
}

func withEnds(handshakeLimit: Duration = .seconds(2), _ body: (Ends) async throws -> Void) async throws {
    let ends = try await Ends(handshakeLimit)
    do {
        try await body(ends)
    } catch {
        await ends.listener.stop()
        ends.thread.stop()
        throw error
    }
    await ends.listener.stop()
    ends.thread.stop()
}
