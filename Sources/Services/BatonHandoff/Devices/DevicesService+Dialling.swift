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
}
