internal import CBatonGLib
internal import CBatonTLS
internal import FoundationEssentials

/// A certificate that names nobody and is used for one connection.
///
/// A TLS server shows its certificate to anyone who connects, so a lasting one would let a network follow the device.
/// Identity is proved inside the channel, bound to it by its exporter (docs/protocol.md).
enum ThrowAwayCertificate {
    /// A new P-256 key and a self-signed certificate, as one PEM text.
    static func make() throws(GLibError) -> UnsafeMutablePointer<GTlsCertificate> {
        var key: gnutls_x509_privkey_t?
        var certificate: gnutls_x509_crt_t?
        defer {
            if let certificate { gnutls_x509_crt_deinit(certificate) }
            if let key { gnutls_x509_privkey_deinit(key) }
        }
        try check(gnutls_x509_privkey_init(&key))
        // GNUTLS_CURVE_TO_BITS is a macro and not imported.
        let curve = UInt32(GNUTLS_ECC_CURVE_SECP256R1.rawValue) | (1 << 31)
        try check(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, curve, 0))
        try check(gnutls_x509_crt_init(&certificate))
        var serial = [UInt8](repeating: 0, count: 16)
        try check(gnutls_rnd(GNUTLS_RND_NONCE, &serial, serial.count))
        serial[0] = serial[0] & 0x7F | 1
        try check(gnutls_x509_crt_set_version(certificate, 3))
        try check(gnutls_x509_crt_set_serial(certificate, serial, serial.count))
        let now = time(nil)
        // A day back, for clocks that disagree; nobody looks, but a certificate must say something.
        try check(gnutls_x509_crt_set_activation_time(certificate, now - 86_400))
        try check(gnutls_x509_crt_set_expiration_time(certificate, now + 86_400))
        try check(gnutls_x509_crt_set_dn(certificate, "CN=baton", nil))
        try check(gnutls_x509_crt_set_key(certificate, key))
        try check(gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)))
        try check(gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0))

        var certificateText = gnutls_datum_t()
        try check(gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, &certificateText))
        defer { free(certificateText.data) }
        var keyText = gnutls_datum_t()
        try check(
            gnutls_x509_privkey_export2_pkcs8(
                key, GNUTLS_X509_FMT_PEM, nil, UInt32(GNUTLS_PKCS_PLAIN.rawValue), &keyText))
        defer {
            explicit_bzero(keyText.data, Int(keyText.size))
            free(keyText.data)
        }
        var pem = bytes(certificateText) + bytes(keyText) + [0]
        defer { explicit_bzero(&pem, pem.count) }
        var error: UnsafeMutablePointer<GError>?
        let loaded = pem.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { g_tls_certificate_new_from_pem($0.baseAddress, -1, &error) }
        }
        try throwIfSet(&error)
        guard let loaded else { throw .failed("no certificate was made") }
        return loaded
    }

    private static func bytes(_ datum: gnutls_datum_t) -> [UInt8] {
        Array(UnsafeBufferPointer(start: datum.data, count: Int(datum.size)))
    }

    private static func check(_ code: Int32) throws(GLibError) {
        guard code < 0 else { return }
        throw GLibError(domain: "gnutls", code: code, message: String(cString: gnutls_strerror(code)))
    }
}
