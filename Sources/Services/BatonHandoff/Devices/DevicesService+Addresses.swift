internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Where the others can be dialled: by their own word, by what is seen of them, and by what other members pass on.

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

    func forget(_ address: String, of peer: String) {
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
