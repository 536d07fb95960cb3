internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// What is known of the devices, for those who ask.

extension DevicesService {
    /// All devices of the user's: this one first, then by name.
    package func devices() -> [DeviceStatus] {
        guard let group else {
            let own = Device(id: identity.id, key: identity.key, name: name, joinedAt: time.now())
            return [DeviceStatus(device: own, isSelf: true, reachable: true)]
        }
        return group.list.members.map { member in
            let id = member.id
            let isSelf = id == identity.id
            let link = current[id].flatMap { connections[$0] }
            return DeviceStatus(
                device: device(member), isSelf: isSelf, reachable: isSelf || link != nil, since: link?.since,
                lastSeen: hints[id]?.lastSeen, refusal: refusals[id])
        }.sorted {
            ($0.isSelf ? 0 : 1, $0.device.name, $0.device.id) < ($1.isSelf ? 0 : 1, $1.device.name, $1.device.id)
        }
    }

    func device(_ member: DeviceList.Member) -> Device {
        Device(
            id: member.id, key: member.key, name: Device.displayName(member.name), joinedAt: member.joinedAt,
            addresses: hints[member.id]?.addresses ?? [])
    }

    /// The devices that can be reached now.
    package func linkedDevices() -> [String] { current.keys.sorted() }

    /// The name of one of the user's devices.
    package func name(of device: String) -> String? {
        group?.list.member(device).map { Device.displayName($0.name) }
    }

    /// `host:port` of every socket that listens; empty while the network is silent.
    package func listeningAddresses() -> [String] { bound }

    /// The port that other devices dial; nil while the network is silent.
    package var listeningPort: Int? { bound.first.flatMap { PeerAddress($0) }.map { Int($0.port) } }

    /// Whether a device is being added, by an invitation or a join.
    package var isPairing: Bool { invitation != nil || joining != nil || !confirmed.isEmpty }

    /// Whether the network is wanted, and so a TLS backend.
    package func needsTLS() -> Bool { hasOthers || invitation != nil || joining != nil }

    package func findings() -> [DevicesFinding] {
        var found: [DevicesFinding] = []
        if let listeningFailure {
            found.append(
                DevicesFinding(
                    what: "Other devices cannot reach this one: \(listeningFailure)",
                    remedy: "see `baton config get bind` and `baton config get port`"))
        }
        for (id, code) in refusals.sorted(by: { $0.key < $1.key }) {
            let name = name(of: id) ?? "A device"
            found.append(
                code == .versionMismatch
                    ? DevicesFinding(
                        what: "\(name) has a Baton that this one cannot speak with",
                        remedy: "update Baton on both devices")
                    : DevicesFinding(
                        what: "\(name) no longer counts this device among the user's devices",
                        remedy: "run `baton devices leave` here, and join again by an invitation"))
        }
        return found
    }
}
