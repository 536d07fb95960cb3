internal import CBatonSodium
internal import CBatonTLS
internal import FoundationEssentials

/// The few primitives that the devices need, each one call into libsodium or GnuTLS. docs/protocol.md lists their uses.
enum Cryptography {
    /// libsodium must be initialised before its first use; doing it again is harmless.
    private static let isReady: Bool = sodium_init() >= 0

    static func prepare() { precondition(isReady, "libsodium could not be initialised") }

    static func sha256(_ data: Data) -> Data {
        var hash = [UInt8](repeating: 0, count: 32)
        // The result is always 0 (libsodium's documentation).
        _ = crypto_hash_sha256(&hash, [UInt8](data), UInt64(data.count))
        return Data(hash)
    }

    /// HMAC-SHA256 with a key of any length.
    static func hmacSHA256(_ data: Data, key: Secret) -> Data {
        var state = crypto_auth_hmacsha256_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        key.withBytes { key in
            _ = crypto_auth_hmacsha256_init(&state, key.bindMemory(to: UInt8.self).baseAddress!, key.count)
        }
        _ = crypto_auth_hmacsha256_update(&state, [UInt8](data), UInt64(data.count))
        var result = [UInt8](repeating: 0, count: 32)
        _ = crypto_auth_hmacsha256_final(&state, &result)
        return Data(result)
    }

    /// HKDF-SHA256 (RFC 5869) without salt, which then is 32 zero bytes.
    static func hkdfSHA256(secret: Data, info: Data, length: Int) -> Data {
        precondition(length <= 255 * 32)
        var extracted = [UInt8](repeating: 0, count: 32)
        var result = [UInt8](repeating: 0, count: length)
        defer { extracted.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) } }
        let salt = [UInt8](repeating: 0, count: 32)
        let extractCode = withDatum(secret) { secret in
            withDatum(Data(salt)) { salt in gnutls_hkdf_extract(GNUTLS_MAC_SHA256, secret, salt, &extracted) }
        }
        let expandCode = extracted.withUnsafeMutableBytes { key in
            var key = gnutls_datum_t(
                data: key.bindMemory(to: UInt8.self).baseAddress, size: UInt32(key.count))
            return withDatum(info) { info in
                gnutls_hkdf_expand(GNUTLS_MAC_SHA256, &key, info, &result, length)
            }
        }
        precondition(extractCode == 0 && expandCode == 0, "GnuTLS has no HKDF-SHA256")
        return Data(result)
    }

    /// Whether two byte strings are equal, in a time that does not tell where they differ.
    static func equal(_ a: Data, _ b: Data) -> Bool {
        guard a.count == b.count else { return false }
        return sodium_memcmp([UInt8](a), [UInt8](b), a.count) == 0
    }

    private static func withDatum<Result>(
        _ data: Data, _ body: (UnsafePointer<gnutls_datum_t>) -> Result
    ) -> Result {
        // GnuTLS only reads a datum that it takes as `const`; the copy makes the pointer mutable without a cast.
        var bytes = [UInt8](data)
        defer { bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) } }
        return bytes.withUnsafeMutableBufferPointer { buffer in
            var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
            return body(&datum)
        }
    }
}

/// The one layout of everything that is hashed, authenticated or signed: a label and parts, each preceded by its length
/// as four bytes, most significant first. No two lists of parts have the same bytes, and no label is used for two things.
enum Labelled {
    static func bytes(_ label: String, _ parts: Data...) -> Data { bytes(label, parts) }

    static func bytes(_ label: String, _ parts: [Data]) -> Data {
        var result = Data()
        for part in [Data(label.utf8)] + parts {
            withUnsafeBytes(of: UInt32(part.count).bigEndian) { result.append(contentsOf: $0) }
            result.append(part)
        }
        return result
    }
}
