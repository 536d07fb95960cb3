package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Links: dialling, accepting, one a pair of devices, what comes in on them.

extension DevicesService {
    static let dialLimit = Duration.seconds(5)
    static let firstPause = Duration.milliseconds(500)
    static let longestPause = Duration.seconds(60)

    // MARK: Dialling

    /// Reaches for every member that is not linked.
    func dialAll() {
        guard !isStopped, let state, let identity else { return }
        for member in state.group.members
        where member.id != identity.id && links[member.id] == nil && dialling[member.id] == nil {
            dialling[member.id] = thread.task { [self] in
                await reach(member.id)
                await stoppedDialling(member.id)
            }
        }
    }

    private func stoppedDialling(_ id: String) {
        dialling[id] = nil
        // A link that was lost at once found this task still there.
        if links[id] == nil { dialAll() }
    }

    /// Tries until there is a link: at once, then ever more slowly. The timer runs only while the device is away.
    private func reach(_ id: String) async {
        var pause = Self.firstPause
        while !Task.isCancelled, !isStopped, links[id] == nil, let member = state?.group.member(id) {
            for address in addresses(of: member) where links[id] == nil {
                if await dial(address, id) { return }
            }
            // Jittered, so that two devices which try each other do not keep meeting in the middle.
            guard (try? await time.sleep(pause * (0.75 + random.fraction() / 2))) != nil else { return }
            pause = min(pause * 2, Self.longestPause)
        }
    }

    private func dial(_ address: String, _ id: String) async -> Bool {
        guard let stream = try? await network.dial(address, within: Self.dialLimit) else { return false }
        do throws(BatonError) {
            guard let state, let identity else { throw BatonError(.cancelled, "No group any more.") }
            let foreign = Box<SignedGroup>()
            let keys = state.keys
            let key: Data
            do throws(BatonError) {
                key = try await limited(Handshake.limit, stream) { () async throws(BatonError) in
                    try await Handshake.dial(
                        stream, kind: .member, keys: keys, identity: identity,
                        trusts: { DeviceIdentity.id(of: $0) == id }, refusal: { foreign.value = $0 })
                }
            } catch {
                // The refusal alone proves nothing; the signed list that came with it may.
                if let list = foreign.value { await adopt(list, key: nil) }
                throw error
            }
            _ = key
            await remember(id, address: address)
            await linked(id, stream)
            return true
        } catch {
            log("device \(id.prefix(8)) was dialled in vain: \(error.code)")
            await stream.close()
            return false
        }
    }

    /// Runs a step of the handshake, and closes the stream when its time is up: whoever waits on it then fails.
    func limited<T: Sendable>(
        _ limit: Duration, _ stream: any FrameStream, _ body: () async throws(BatonError) -> T
    ) async throws(BatonError) -> T {
        let timer = thread.task { [time] in
            if (try? await time.sleep(limit)) != nil { await stream.close() }
        }
        defer { timer.cancel() }
        return try await body()
    }

    // MARK: Accepting

    func accept(_ stream: any FrameStream) async {
        let source = PeerAddress(stream.remoteAddress)?.host ?? stream.remoteAddress
        guard !isStopped, let identity, strangers.values.reduce(0, +) < Self.maximumStrangers,
            strangers[source, default: 0] < Self.maximumStrangersPerAddress
        else { return await stream.close() }
        strangers[source, default: 0] += 1
        var isCounted = true
        func count() {
            guard isCounted else { return }
            isCounted = false
            strangers[source, default: 1] -= 1
            if strangers[source] == 0 { strangers[source] = nil }
        }
        defer { count() }
        do throws(BatonError) {
            let kind = try await limited(Handshake.proofLimit, stream) { () async throws(BatonError) in
                try await Handshake.firstProof(stream) { keys(for: $0) }
            }
            count()
            let key = try await limited(Handshake.limit, stream) { () async throws(BatonError) in
                try await Handshake.identify(
                    stream, identity: identity,
                    trusts: { kind == .invitation || state?.group.contains(key: $0) == true },
                    group: kind == .member ? state?.signed : nil)
            }
            switch kind {
            case .member: await linked(DeviceIdentity.id(of: key), stream)
            case .invitation: try await welcome(stream, key: key)
            }
        } catch {
            // Who proved nothing is told nothing.
            log("a connection was refused: \(error.code)")
            await stream.close()
        }
    }

    private func keys(for kind: Handshake.Kind) -> [Secret] {
        switch kind {
        case .member: state?.keys ?? []
        case .invitation: invitation.map { [$0.invitation.secret] } ?? []
        }
    }

    // MARK: One link a pair

    /// How long two links are taken for the same moment: both sides dialled each other.
    private static let sameMoment: TimeInterval = 10

    /// Takes a link into use, or closes it in favour of the one there is.
    func linked(_ id: String, _ stream: any FrameStream) async {
        guard !isStopped, let identity, state?.group.member(id) != nil else { return await stream.close() }
        if let other = links[id] {
            // Of two that were made at once, both sides keep the one that the smaller id dialled. A later one replaces
            // an earlier: its dialler knows that the earlier is dead.
            let isPreferred = stream.isDialler == (identity.id < id)
            let sameMoment = time.now().timeIntervalSince(other.since) < Self.sameMoment
            if sameMoment && !isPreferred && other.stream.isDialler != stream.isDialler { return await stream.close() }
            links[id] = nil
            await other.stream.close()
        }
        let link = Link(number: nextNumber(), stream: stream, since: time.now())
        links[id] = link
        thread.task { [self] in await read(link, from: id) }
        await remember(id)
        guard links[id]?.number == link.number else { return }
        try? await send(hello, to: id)
        if let state { try? await send(.group(state.signed, key: state.keys.first?.exposed), to: id) }
        events.linkUp(id)
        events.changed()
    }

    private func read(_ link: Link, from id: String) async {
        do throws(BatonError) {
            while links[id]?.number == link.number {
                let frame = try await Wire.receive(LinkFrame.self, from: link.stream, limit: Wire.linkLimit)
                await received(frame, from: id)
            }
        } catch {
            log("the link to device \(id.prefix(8)) ended: \(error.code)")
        }
        await link.stream.close()
        guard links[id]?.number == link.number else { return }
        links[id] = nil
        await remember(id)
        events.linkDown(id)
        events.changed()
        dialAll()
    }

    private func received(_ frame: LinkFrame, from id: String) async {
        switch frame {
        case .hello(let name, let port):
            let host = links[id].flatMap { PeerAddress($0.stream.remoteAddress)?.host }
            let address = port.flatMap { UInt16(exactly: $0) }.flatMap { port in
                host.map { PeerAddress(host: $0, port: port).description }
            }
            await remember(id, name: name, address: address)
            events.changed()
        case .group(let group, let key): await adopt(group, key: key)
        case .leave: await left(id)
        case .handoff(let message): await events.received(message, id)
        case .joinRequest, .joinNonce, .joinReveal, .joinAccepted, .joinStored, .joinRefused:
            log("device \(id.prefix(8)) sent a message of joining on a link")
        case .unknown(let kind): log("device \(id.prefix(8)) sent “\(kind)”, which this version does not know")
        }
    }

    /// - Throws: `connectionUnavailable` where there is no link.
    package func send(_ frame: LinkFrame, to id: String) async throws(BatonError) {
        guard let link = links[id] else {
            throw BatonError(.connectionUnavailable, "\(name(of: id) ?? "The other device") cannot be reached now.")
        }
        guard link.queued < Self.maximumQueue else {
            await link.stream.close()
            throw BatonError(.connectionUnavailable, "The other device does not take what it is sent.")
        }
        links[id]?.queued += 1
        defer { if links[id]?.number == link.number { links[id]?.queued -= 1 } }
        try await Wire.send(frame, to: link.stream, limit: Wire.linkLimit)
    }
}

/// A value that a synchronous closure leaves for its caller.
final class Box<T> {
    var value: T?
}
