import FoundationEssentials
import GLibKit
import Synchronization

/// One end of a pair of frame streams in memory.
final class MemoryStream: FrameStream {
    let exporter: Data
    let remoteAddress: String
    let isDialler: Bool
    fileprivate let incoming: Pipe
    fileprivate let outgoing: Pipe
    /// Sees what is sent here, and may change it or drop it.
    let filter = Mutex<(@Sendable (Data) -> Data?)?>(nil)

    /// Messages on their way in one direction.
    final class Pipe: Sendable {
        struct State {
            var messages: [Data] = []
            var isClosed = false
            /// It ended in the middle of a message.
            var isBroken = false
            var waiter: CheckedContinuation<Data?, Never>?
        }
        let state = Mutex(State())

        func put(_ message: Data) -> Bool {
            let waiter: CheckedContinuation<Data?, Never>?? = state.withLock { state in
                if state.isClosed { return nil }
                if let waiter = state.waiter {
                    state.waiter = nil
                    return .some(waiter)
                }
                state.messages.append(message)
                return .some(nil)
            }
            guard let waiter else { return false }
            waiter?.resume(returning: message)
            return true
        }

        func take() async -> Data? {
            await withCheckedContinuation { continuation in
                let ready: Data?? = state.withLock { state in
                    if !state.messages.isEmpty { return .some(state.messages.removeFirst()) }
                    if state.isClosed { return .some(nil) }
                    precondition(state.waiter == nil, "one receive at a time")
                    state.waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        }

        /// What was put before is still taken.
        func close(dropping: Bool = false, broken: Bool = false) {
            let waiter = state.withLock { state in
                state.isClosed = true
                state.isBroken = state.isBroken || broken
                if dropping { state.messages = [] }
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume(returning: nil)
        }
    }

    init(exporter: Data, remoteAddress: String, isDialler: Bool, incoming: Pipe, outgoing: Pipe) {
        self.exporter = exporter
        self.remoteAddress = remoteAddress
        self.isDialler = isDialler
        self.incoming = incoming
        self.outgoing = outgoing
    }

    /// - Parameter listenerExporter: another one than the dialler's when someone stands between.
    static func pair(
        exporter: Data = Data(repeating: 7, count: 32), listenerExporter: Data? = nil,
        diallerAddress: String = "127.0.0.1:50000", listenerAddress: String = "127.0.0.1:4000"
    ) -> (dialler: MemoryStream, listener: MemoryStream) {
        let (a, b) = (Pipe(), Pipe())
        return (
            MemoryStream(
                exporter: exporter, remoteAddress: listenerAddress, isDialler: true, incoming: a, outgoing: b),
            MemoryStream(
                exporter: listenerExporter ?? exporter, remoteAddress: diallerAddress, isDialler: false, incoming: b,
                outgoing: a)
        )
    }

    func send(_ message: Data) async throws(GLibError) {
        var message = message
        if let filter = filter.withLock({ $0 }) {
            guard let changed = filter(message) else { return }
            message = changed
        }
        guard outgoing.put(message) else { throw GLibError(domain: "g-io-error-quark", code: 18, message: "closed") }
    }

    func receive(maximum: Int) async throws(GLibError) -> Data? {
        guard let message = await incoming.take() else {
            guard !incoming.state.withLock({ $0.isBroken }) else {
                throw GLibError(domain: "g-io-error-quark", code: 18, message: "ended in a message")
            }
            return nil
        }
        guard message.count <= maximum else {
            await close()
            throw GLibError(domain: "g-io-error-quark", code: 0, message: "too long")
        }
        return message
    }

    func close() async {
        incoming.close(dropping: true)
        outgoing.close()
    }

    /// As if the cable were cut: what is under way is lost.
    func cut() {
        incoming.close(dropping: true)
        outgoing.close(dropping: true)
    }
}

extension MemoryStream {
    /// As if this end's process had been killed: before a message, within it, or after it.
    enum Cut: CaseIterable {
        case before, within, after
    }

    func die(_ cut: Cut, _ message: Data) {
        if cut == .after { _ = outgoing.put(message) }
        incoming.close(dropping: true)
        outgoing.close(broken: cut == .within)
    }

    /// From now on nothing arrives of what is sent here.
    func swallow() { filter.withLock { $0 = { _ in nil } } }
}
