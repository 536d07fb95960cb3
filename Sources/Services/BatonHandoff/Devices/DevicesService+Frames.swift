package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// What goes over a link and what comes: bounded queues out, one frame after the other in.

extension DevicesService {
    // MARK: Sending

    /// Sends a frame to a device, after those that wait.
    /// - Throws: `connectionUnavailable` without a link, `tooLarge`, `tooMany` when the device does not keep up; its link
    ///   is then closed.
    package func send(_ frame: LinkFrame, to device: String) async throws(BatonError) {
        guard let number = current[device] else {
            throw BatonError(.connectionUnavailable, "\(name(of: device) ?? "The device") cannot be reached now.")
        }
        try enqueue(frame, on: number)
    }

    func enqueue(_ frame: LinkFrame, on number: Int) throws(BatonError) {
        guard connections[number] != nil else { throw BatonError(.connectionUnavailable, "The link is gone.") }
        guard let message = try? JSONEncoder().encode(frame) else {
            throw BatonError(.internal, "A frame has no form.")
        }
        guard message.count <= LinkFrame.maximumSize else {
            throw BatonError(.tooLarge, "A message to another device holds more than \(LinkFrame.maximumSize) bytes.")
        }
        guard connections[number]?.queue.append(message) == true else {
            log("devices: a device does not take what is sent to it; its link is closed")
            let stream = connections[number]?.stream
            spawn { _ in await stream?.close() }
            throw BatonError(.tooMany, "The other device does not keep up; the link to it was closed.")
        }
        guard connections[number]?.isSending == false else { return }
        connections[number]?.isSending = true
        spawn { await $0.sendQueued(number) }
    }

    private func sendQueued(_ number: Int) async {
        while let stream = connections[number]?.stream, let message = connections[number]?.queue.next() {
            do throws(GLibError) { try await stream.send(message) } catch {
                // The reader notices and ends the link.
                await stream.close()
                break
            }
        }
        connections[number]?.isSending = false
        closeIfDrained(number)
    }

    // MARK: Receiving

    static func receiveFrame(_ stream: any FrameStream) async throws(BatonError) -> LinkFrame {
        let received: Data?
        do throws(GLibError) { received = try await stream.receive(maximum: LinkFrame.maximumSize) } catch {
            throw BatonError(.network, "The connection to the other device was lost.", cause: error.description)
        }
        guard let received else { throw BatonError(.network, "The other device closed the connection.") }
        return try WireForm.read(LinkFrame.self, from: received)
    }

    /// Reads a link until it ends.
    func serve(_ number: Int, isNew: Bool, first: LinkFrame?) async {
        guard let connection = connections[number] else { return }
        if isNew { await observer?.linkUp(connection.peer) }
        if let first { await handle(first, on: number) }
        while connections[number] != nil {
            do throws(BatonError) {
                await handle(try await Self.receiveFrame(connection.stream), on: number)
            } catch {
                if error.code == .handoffFailed { log("devices: a link ended: \(error.message)") }
                break
            }
        }
        await end(number)
    }

    private func handle(_ frame: LinkFrame, on number: Int) async {
        guard let connection = connections[number], connection.state != .dismissed else { return }
        connections[number]?.framesReceived += 1
        switch frame {
        case .hello(let hello):
            await learn(hello, on: number)
            if hello.replaces { await readOthersToTheEnd(of: connection) }
        case .group(let update): await receive(update, on: number)
        case .moved:
            connections[number]?.peerMoved = true
            startDrainTimer(number)
            closeIfDrained(number)
        case .ping: try? enqueue(.pong, on: number)
        case .handoff(let message): await observer?.received(message, from: connection.peer)
        case .pong, .join, .unknown: break
        }
    }

    private func readOthersToTheEnd(of connection: Connection) async {
        guard current[connection.peer] == connection.number else { return }
        let others = connections.values.filter { $0.peer == connection.peer && $0.number != connection.number }
        _ = try? await limited(Connection.drainLimit, "An old link did not end.") {
            for other in others { await other.ended.value() }
        }
    }
}
