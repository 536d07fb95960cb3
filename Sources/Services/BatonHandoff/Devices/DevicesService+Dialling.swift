internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Reaching the others: every member without a link is dialled at its remembered addresses, again and again with growing
// pauses. No timer runs while all are linked.

/// The attempts to reach one device.
struct Dialler {
    let number: Int
    var task: Task<Void, Never>?
    /// How often it has refused this device as unknown.
    var timesUnknown = 0
}

/// How often the addresses of one device were passed on.
struct HintShares {
    static let maximum = 16
    static let period: TimeInterval = 60

    private var since = Date.distantPast
    private var count = 0
    /// Runs while something is held back.
    var timer: Task<Void, Never>?

    /// How long to wait with another one; nil where it counts as passed on now.
    mutating func wait(at now: Date) -> Duration? {
        if !(0..<Self.period).contains(now.timeIntervalSince(since)) { (since, count) = (now, 0) }
        guard count >= Self.maximum else {
            count += 1
            return nil
        }
        return .seconds(max(0.001, Self.period - now.timeIntervalSince(since)))
    }
}

extension DevicesService {
    /// Addresses that are remembered of a device.
    static let maximumAddresses = 6
    private static let timesUnknown = 3
    private static let dialLimit = Duration.seconds(5)
    private static let pingLimit = Duration.seconds(5)

    /// Tries again at once: the network or the addresses may have changed, or the machine has slept. Links that do not
    /// answer are closed.
    package func reconnect() async {
        guard isRunning else { return }
        try? await updateListening()
        for number in current.values { ping(number) }
        for (peer, code) in refusals where code == .versionMismatch { refusals[peer] = nil }
        for peer in diallers.keys { stopDialling(peer) }
        backoffs = [:]
        dialOthers()
    }

    private func ping(_ number: Int) {
        guard let connection = connections[number] else { return }
        try? enqueue(.ping, on: number)
        connection.pingTimer?.cancel()
        connections[number]?.pingTimer = spawn { service in
            guard (try? await service.time.sleep(Self.pingLimit)) != nil else { return }
            // Any frame is an answer.
            guard service.connections[number]?.framesReceived == connection.framesReceived else { return }
            await connection.stream.close()
        }
    }

    func dialOthers() {
        for member in group?.list.members ?? [] { dial(member.id) }
    }

    /// Begins to dial a device that has no link, unless it is dialled already or there is no use in it.
    func dial(_ peer: String, pausing: Bool = false) {
        guard isRunning, isOther(peer), current[peer] == nil, diallers[peer] == nil, refusals[peer] == nil,
            hints[peer]?.addresses.isEmpty == false
        else { return }
        let number = nextNumber()
        diallers[peer] = Dialler(number: number)
        diallers[peer]?.task = spawn { await $0.keepDialling(peer, number, pausing: pausing) }
    }

    func stopDialling(_ peer: String) { diallers.removeValue(forKey: peer)?.task?.cancel() }

    private func keepDialling(_ peer: String, _ number: Int, pausing: Bool) async {
        if pausing { await pause(peer) }
        // A link, a refusal or `stopDialling` removes the entry.
        while diallers[peer]?.number == number {
            for address in hints[peer]?.addresses ?? [] {
                guard diallers[peer]?.number == number else { return }
                await attempt(peer, at: address, number)
            }
            guard diallers[peer]?.number == number else { return }
            guard hints[peer]?.addresses.isEmpty == false else { break }
            await pause(peer)
        }
        if diallers[peer]?.number == number { diallers[peer] = nil }
    }

    /// Whoever cancels it has removed the dialler's entry.
    private func pause(_ peer: String) async {
        try? await time.sleep(backoffs[peer, default: Backoff()].next(fraction: random.fraction()))
    }

    private func attempt(_ peer: String, at address: String, _ number: Int) async {
        guard let stream = try? await network.dial(address, within: Self.dialLimit) else { return }
        guard diallers[peer]?.number == number, isOther(peer), let secrets = group?.secrets else {
            return await stream.close()
        }
        let channel = nextNumber()
        strangers[channel] = stream
        defer { strangers[channel] = nil }
        do throws(BatonError) {
            let identity = identity
            let result = try await limited(Handshake.limit, "The handshake took too long.") { [self] in
                try await Handshake.dial(
                    stream, as: identity, .member, secrets: secrets,
                    isTrusted: { await self.isOther(DeviceIdentity.id(of: $0)) })
            }
            switch result {
            case .welcomed(let answered, _):
                remember([address], of: answered.id)
                // Somebody else lives there now.
                if answered.id != peer { forget(address, of: peer) }
                await linkDialled(answered)
            case .refused(let code, let key):
                await stream.close()
                if let key, DeviceIdentity.id(of: key) != peer { forget(address, of: peer) }
                guard code == .untrusted, diallers[peer]?.number == number else { return }
                // A list that names this device may still be on its way there. After that it is not asked again; nothing
                // is forgotten, for the one that says no has not proved to be a member.
                diallers[peer]?.timesUnknown += 1
                if diallers[peer]?.timesUnknown == Self.timesUnknown { stopDialling(refused: peer, code) }
            }
        } catch {
            await stream.close()
            if error.code == .versionMismatch { stopDialling(refused: peer, .versionMismatch) }
        }
    }

    private func stopDialling(refused peer: String, _ code: BatonError.Code) {
        refusals[peer] = code
        // Not cancelled: this runs in its own task.
        diallers[peer] = nil
        log("devices: a device refused this one (\(code)); it is not dialled again until the list changes")
    }

    // MARK: Addresses

    /// Where a peer can be dialled, by its own word and by what is seen of it.
    func learn(_ hello: LinkFrame.Hello, on number: Int) async {
        guard let connection = connections[number] else { return }
        let told = hello.addresses.prefix(Self.maximumAddresses).compactMap(PeerAddress.init)
        var found = told.map(\.description)
        if !connection.isDialler, let seen = PeerAddress(connection.stream.remoteAddress) {
            // The address that is seen, with the port of its family: each family may have its own.
            let ports = told.filter { $0.isIPv6 == seen.isIPv6 }.map(\.port)
            if let port = ports.first ?? hello.usablePort {
                found.insert(PeerAddress(host: seen.host, port: port).description, at: 0)
            }
        }
        let before = hints[connection.peer]
        remember(connection.isDialler ? [] : found, of: connection.peer)
        // Behind what has worked.
        if connection.isDialler { remember(found, of: connection.peer, first: false) }
        guard let hint = hints[connection.peer], hint.addresses != before?.addresses else { return }
        await share(hint, of: connection.peer)
    }

    /// Keeps a device's new addresses and tells the others: a new member is dialled by them too, for it may have dialled
    /// them before they knew it, and been refused.
    ///
    /// So often, and then once when the period is over: a device that names new addresses again and again must fill neither
    /// the disk nor the links to the others.
    private func share(_ hint: DeviceStore.Hint, of peer: String) async {
        guard let wait = hintShares[peer, default: HintShares()].wait(at: time.now()) else {
            shareHints(except: peer)
            try? await store.save(hint, of: peer)
            return
        }
        guard hintShares[peer]?.timer == nil else { return }
        hintShares[peer]?.timer = spawn { service in
            guard (try? await service.time.sleep(wait)) != nil else { return }
            service.hintShares[peer]?.timer = nil
            guard service.isOther(peer), let hint = service.hints[peer] else { return }
            await service.share(hint, of: peer)
        }
    }

    private func shareHints(except peer: String) {
        guard let group else { return }
        for (other, number) in current where other != peer {
            try? enqueue(.group(group.update(hints: sharedHints(), endorsedBy: identity)), on: number)
        }
    }

    /// Puts well-formed addresses before those that are remembered of a member, or behind the three best of them.
    func remember(_ addresses: [String], of peer: String, first: Bool = true) {
        guard isOther(peer) else { return }
        let new = addresses.prefix(Self.maximumAddresses).filter { PeerAddress($0) != nil }
        let old = hints[peer]?.addresses ?? []
        var result: [String] = []
        // Never behind all that is known: six that are out of date would keep every newer one out.
        let kept = first ? [] : old.prefix(Self.maximumAddresses / 2)
        for address in kept + new + old where !result.contains(address) { result.append(address) }
        hints[peer, default: .init()].addresses = Array(result.prefix(Self.maximumAddresses))
    }

    private func forget(_ address: String, of peer: String) {
        hints[peer]?.addresses.removeAll { $0 == address }
    }

    /// What the other members are told of where each one is.
    func sharedHints() -> [String: [String]] {
        hints.filter { isOther($0.key) }.mapValues { Array($0.addresses.prefix(Self.maximumAddresses)) }
    }

    func learn(hints received: [String: [String]]) async {
        for (peer, addresses) in received where isOther(peer) {
            let before = hints[peer]
            remember(addresses, of: peer, first: false)
            guard let hint = hints[peer], hint != before else { continue }
            try? await store.save(hint, of: peer)
            dial(peer)
        }
    }
}
