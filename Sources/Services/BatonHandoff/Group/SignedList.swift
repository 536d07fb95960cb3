package import FoundationEssentials

/// A device list as the bytes that were signed, with signatures: of the member who changed it, and of the one who passed
/// it on. A device believes it if one of them is a member by its own list.
package struct SignedList: Codable, Sendable, Hashable {
    /// The list's JSON form, kept as it was signed.
    package var body: Data
    package var signatures: [Signature]

    package struct Signature: Codable, Sendable, Hashable {
        package var key: Data
        package var signature: Data
    }

    static let label = "baton/1 device list"
    static let maximumSignatures = 4

    /// Signs a list that this device made.
    init(_ list: DeviceList, by identity: DeviceIdentity) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let body = try? encoder.encode(list) else { preconditionFailure("a device list always has a JSON form") }
        self.body = body
        signatures = [Signature(key: identity.key, signature: identity.signature(Self.label, body))]
    }

    /// The list, if its form is right. Says nothing of the signatures.
    package var list: DeviceList? {
        guard body.count <= DeviceList.maximumSize, signatures.count <= Self.maximumSignatures,
            let list = try? WireForm.read(DeviceList.self, from: body), list.isWellFormed
        else { return nil }
        return list
    }

    /// What orders lists of the same version.
    var hash: Data { Cryptography.sha256(body) }

    /// Whether a member of `list` signed this.
    func isSigned(byMemberOf list: DeviceList) -> Bool {
        signatures.contains { signature in
            list.member(withKey: signature.key) != nil && isValid(signature)
        }
    }

    private func isValid(_ signature: Signature) -> Bool {
        DeviceIdentity.verify(signature.signature, of: Self.label, body, by: signature.key)
    }

    /// The same list, with this device's word for it: it has checked it, and its peers may not know the author.
    func endorsed(by identity: DeviceIdentity) -> SignedList {
        guard !signatures.contains(where: { $0.key == identity.key }) else { return self }
        var result = self
        result.signatures = Array(signatures.prefix(1))
        result.signatures.append(Signature(key: identity.key, signature: identity.signature(Self.label, body)))
        return result
    }
}
