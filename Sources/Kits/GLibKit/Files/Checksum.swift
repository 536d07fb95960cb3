internal import CBatonGLib

/// Digests that name things; nothing secret rests on them.
package enum Checksum {
    /// SHA-256 of a text's UTF-8, hexadecimal.
    package static func sha256(_ text: String) -> String {
        let digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1)!
        defer { g_free(digest) }
        return String(cString: digest)
    }
}
