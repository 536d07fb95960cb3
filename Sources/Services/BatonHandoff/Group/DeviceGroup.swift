package import ActivityModel
package import FoundationEssentials

/// The user's devices as a list with a version: who belongs to it, and which key opens the first proof.
package struct DeviceGroup: Sendable, Hashable, Codable {
    package var id: String
    /// Grows by one with each change.
    package var version: Int
    /// Grows by one, with a new key, whenever somebody goes.
    package var epoch: Int
    package var members: [Device]

    package static let maximumMembers = 32

    package func contains(key: Data) -> Bool { members.contains { $0.key == key } }
    package func member(_ id: String) -> Device? { members.first { $0.id == id } }
}

/// A group as its changer signed it.
package struct SignedGroup: Sendable, Hashable, Codable {
    /// The group as JSON: the very bytes that were signed.
    package let payload: Data
    /// The key of the member that made the change.
    package let signer: Data
    package let signature: Data

    static let label = "baton/1 group"

    init(payload: Data, signer: Data, signature: Data) {
        self.payload = payload
        self.signer = signer
        self.signature = signature
    }

    init(_ group: DeviceGroup, by identity: DeviceIdentity) throws(BatonError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            payload = try encoder.encode(group)
        } catch {
            throw BatonError(.internal, "The list of devices could not be written.")
        }
        signer = identity.key
        signature = identity.signature(Self.label, payload)
    }

    /// The group, once signature and contents are what they must be.
    func verified() throws(BatonError) -> DeviceGroup {
        guard DeviceIdentity.verify(signature, of: Self.label, payload, by: signer) else {
            throw BatonError(.untrusted, "A list of devices was not signed by who sent it.")
        }
        guard let group = try? JSONDecoder().decode(DeviceGroup.self, from: payload),
            (1...DeviceGroup.maximumMembers).contains(group.members.count), group.version > 0, group.epoch > 0,
            // An id is the hash of a key; it is never taken on anybody's word.
            group.members.allSatisfy({
                $0.key.count == DeviceIdentity.keyLength && $0.id == DeviceIdentity.id(of: $0.key)
            }),
            Set(group.members.map(\.id)).count == group.members.count
        else { throw BatonError(.untrusted, "A list of devices is not of this protocol.") }
        return group
    }

    /// Whether this change counts against what is known: a member of the known list made it, and it is newer. Of two
    /// changes with one version, the one with the greater hash counts, so that all devices choose alike.
    func supersedes(_ known: SignedGroup) throws(BatonError) -> Bool {
        let (new, old) = (try verified(), try known.verified())
        guard new.id == old.id, old.contains(key: signer) else { return false }
        if new.version != old.version { return new.version > old.version }
        return payload != known.payload
            && Cryptography.sha256(known.payload).lexicographicallyPrecedes(Cryptography.sha256(payload))
    }
}

/// What a member must know to belong: the list, and the keys of this epoch and the last ones, newest first.
package struct GroupState: Sendable {
    package var signed: SignedGroup
    package var group: DeviceGroup
    var keys: [Secret]

    /// Keys of past epochs that are kept, so that a member who missed a change can still connect and be told.
    static let keptKeys = 4
    static let keyLength = 32

    init(signed: SignedGroup, keys: [Secret]) throws(BatonError) {
        self.signed = signed
        group = try signed.verified()
        self.keys = Array(keys.prefix(Self.keptKeys))
    }
}
