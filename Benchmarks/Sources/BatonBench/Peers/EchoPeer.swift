import FoundationEssentials
import GLibKit
import Synchronization

/// Another process that sends every message back over the TLS streams that devices use: what one round trip costs bare.
final class EchoPeer: Sendable {
    static let role = "--echo"
    private let stream: TLSFrameStream
    private let pid: Int32

    private init(stream: TLSFrameStream, pid: Int32) {
        self.stream = stream
        self.pid = pid
    }

    static func start(_ bench: Bench) async throws -> EchoPeer {
        guard let own = ProcessIdentity.executable else { throw BenchError("/proc/self/exe cannot be read") }
        let pipe = try ReadyPipe()
        let pid = try Spawn.detached(
            [own, role], environment: bench.programEnvironment, folder: "/", output: true,
            readyDescriptor: pipe.writeEnd)
        bench.started(pid)
        guard let address = try await pipe.word(on: bench.thread, within: .seconds(15), time: bench.time) else {
            throw BenchError("the echo process ended at once")
        }
        let network = TLSNetwork(thread: bench.thread, time: bench.time)
        return EchoPeer(stream: try await network.dial(address, within: .seconds(15)), pid: pid)
    }

    func roundTrip(_ message: Data) async throws -> Double {
        let start = Clock.now
        try await stream.send(message)
        let answer = try await stream.receive(maximum: 65_536)
        let taken = Clock.now - start
        guard answer == message else { throw BenchError("the echo is not what was sent") }
        return taken
    }

    func stop(_ bench: Bench) async throws {
        let process = ProcessHandle(pid: pid)
        await stream.close()
        try await bench.awaitEnd(of: process, "the echo process")
        bench.ended(pid)
    }

    /// The other process: serves one stream to its end.
    static func serve(on thread: GLibThread) async throws {
        let network = TLSNetwork(thread: thread, time: .system(on: thread))
        let (streams, feed) = AsyncStream.makeStream(of: TLSFrameStream.self)
        let listener = try await network.listen(["127.0.0.1:0"]) { feed.yield($0) }
        guard let address = await listener.addresses.first else { throw BenchError("no address to listen on") }
        ReadyPipe.say(address, to: 3)
        for await stream in streams {
            while let message = try await stream.receive(maximum: 65_536) { try await stream.send(message) }
            break
        }
        await listener.stop()
    }
}
