internal import CBatonSodium
package import FoundationEssentials

/// This device as a key: who it is to the others, and what it signs with. Not a person, not a machine id.
package struct DeviceIdentity: Sendable {
    /// The Ed25519 public key, 32 bytes.
    package let key: Data
    /// SHA-256 of the key, lowercase hexadecimal: a device cannot choose it.
    package let id: String
    private let signingKey: Secret

    package static let seedLength = 32
    package static let signatureLength = 64
    package static let keyLength = 32

    /// - Parameter seed: the 32 bytes that are kept; the pair is derived from them.
    package init(seed: Secret) {
        Cryptography.prepare()
        precondition(seed.count == Self.seedLength, "an identity seed has 32 bytes")
        var publicKey = [UInt8](repeating: 0, count: Self.keyLength)
        var secretKey = [UInt8](repeating: 0, count: 64)
        seed.withBytes { seed in
            _ = crypto_sign_seed_keypair(&publicKey, &secretKey, seed.bindMemory(to: UInt8.self).baseAddress!)
        }
        signingKey = Secret(secretKey)
        secretKey.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) }
        key = Data(publicKey)
        id = Self.id(of: key)
    }

    package static func id(of key: Data) -> String { Cryptography.sha256(key).hexadecimal }

    /// Signs a label and parts in the layout of docs/protocol.md.
    package func signature(_ label: String, _ parts: Data...) -> Data {
        let message = [UInt8](Labelled.bytes(label, parts))
        var signature = [UInt8](repeating: 0, count: Self.signatureLength)
        signingKey.withBytes { secretKey in
            _ = crypto_sign_detached(
                &signature, nil, message, UInt64(message.count), secretKey.bindMemory(to: UInt8.self).baseAddress!)
        }
        return Data(signature)
    }

    package static func verify(_ signature: Data, of label: String, _ parts: Data..., by key: Data) -> Bool {
        Cryptography.prepare()
        guard signature.count == signatureLength, key.count == keyLength else { return false }
        let message = [UInt8](Labelled.bytes(label, parts))
        return crypto_sign_verify_detached([UInt8](signature), message, UInt64(message.count), [UInt8](key)) == 0
    }
}

extension Data {
    /// Lowercase hexadecimal digits.
    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
