import BatonHandoff
import FoundationEssentials
import GLibKit
import Synchronization

/// Addresses and streams of several devices in one process.
final class MemoryNetwork: Sendable {
    private struct State {
        var listeners: [String: @Sendable (any FrameStream) -> Void] = [:]
        var nextPort = 4000
        var nextExporter: UInt8 = 0
        var streams: [(dialler: MemoryStream, listener: MemoryStream)] = []
        var blocked: Set<String> = []
        var dials: [String] = []
        var dialWatchers: [CheckedContinuation<Void, Never>] = []
        var redirects: [String: String] = [:]
        var onStream: (@Sendable (MemoryStream, MemoryStream) -> Void)?
        var held: [CheckedContinuation<Void, Never>]?
    }
    private let state = Mutex(State())

    /// A device's view of it.
    func host(_ name: String) -> Host { Host(network: self, name: name) }

    struct Host: LinkNetwork {
        let network: MemoryNetwork
        let name: String

        func dial(_ address: String, within limit: Duration) async throws(GLibError) -> any FrameStream {
            try await network.dial(address, from: name)
        }

        func listen(
            _ addresses: [String], handler: @escaping @Sendable (any FrameStream) -> Void
        ) async throws(GLibError) -> any LinkListening {
            try network.listen(addresses, handler)
        }
    }

    private struct Listening: LinkListening {
        let network: MemoryNetwork
        let addresses: [String]
        func boundAddresses() async -> [String] { addresses }
        func stop() async { for address in addresses { network.state.withLock { $0.listeners[address] = nil } } }
    }

    private func listen(
        _ addresses: [String], _ handler: @escaping @Sendable (any FrameStream) -> Void
    ) throws(GLibError) -> any LinkListening {
        let bound: [String]? = state.withLock { state in
            var bound: [String] = []
            for address in addresses {
                var address = address
                if address.hasSuffix(":0") {
                    address = address.dropLast(1) + "\(state.nextPort)"
                    state.nextPort += 1
                }
                guard state.listeners[address] == nil else { return nil }
                state.listeners[address] = handler
                bound.append(address)
            }
            return bound
        }
        guard let bound else { throw GLibError(domain: "g-io-error-quark", code: 33, message: "in use") }
        return Listening(network: self, addresses: bound)
    }

    private func dial(_ address: String, from name: String) async throws(GLibError) -> any FrameStream {
        let watchers = state.withLock { state in
            state.dials.append(address)
            defer { state.dialWatchers = [] }
            return state.dialWatchers
        }
        for watcher in watchers { watcher.resume() }
        await waitIfHeld()
        let found: (@Sendable (any FrameStream) -> Void, MemoryStream, MemoryStream)? = state.withLock { state in
            guard !state.blocked.contains(name),
                let handler = state.listeners[state.redirects[address] ?? address]
            else { return nil }
            state.nextExporter &+= 1
            let pair = MemoryStream.pair(
                exporter: Data(repeating: state.nextExporter, count: 32), listenerAddress: address)
            state.streams.append(pair)
            return (handler, pair.dialler, pair.listener)
        }
        guard let (handler, dialler, listener) = found else {
            throw GLibError(domain: "g-io-error-quark", code: 39, message: "refused")
        }
        state.withLock { $0.onStream }?(dialler, listener)
        handler(listener)
        return dialler
    }

    // MARK: What a test does to it

    var listeningAddresses: [String] { state.withLock { $0.listeners.keys.sorted() } }
    var dials: [String] { state.withLock { $0.dials } }
    var streams: [(dialler: MemoryStream, listener: MemoryStream)] { state.withLock { $0.streams } }

    /// This device's dials fail.
    func block(_ name: String) { state.withLock { _ = $0.blocked.insert(name) } }
    func unblock(_ name: String) { state.withLock { _ = $0.blocked.remove(name) } }
    func redirect(_ address: String, to other: String?) { state.withLock { $0.redirects[address] = other } }

    /// Sees each new connection before its ends do.
    func onStream(_ body: (@Sendable (_ dialler: MemoryStream, _ listener: MemoryStream) -> Void)?) {
        state.withLock { $0.onStream = body }
    }

    /// Every connection is lost.
    func cutAll() {
        let streams = state.withLock { state in
            defer { state.streams = [] }
            return state.streams
        }
        for stream in streams { stream.dialler.cut() }
    }

    /// Dials wait until `release`: how two devices come to dial each other at once.
    func hold() { state.withLock { $0.held = [] } }
    func release() {
        let waiting = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for waiter in waiting { waiter.resume() }
    }

    private func waitIfHeld() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard state.held != nil else { return false }
                state.held?.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
    }

    func waitForDials(_ count: Int) async {
        while dials.count < count {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    if state.dials.count >= count { return true }
                    state.dialWatchers.append(continuation)
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }
}
