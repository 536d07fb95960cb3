internal import CBatonGLib

/// The text format of `.desktop` files and of `.flatpak-info`.
package struct KeyFile: ~Copyable {
    private let file: OpaquePointer

    /// - Throws: where the bytes are no key file.
    package init(_ bytes: [UInt8]) throws(GLibError) {
        let file = g_key_file_new()!
        var error: UnsafeMutablePointer<GError>?
        if !bytes.isEmpty {
            _ = bytes.withUnsafeBytes { buffer in
                g_key_file_load_from_data(
                    file, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), gsize(buffer.count),
                    G_KEY_FILE_NONE, &error)
            }
        }
        if let error {
            g_key_file_unref(file)
            throw GLibError(adopting: error)
        }
        self.file = file
    }

    /// nil where there is no such group or key, or its value is no text.
    package func value(_ key: String, group: String) -> String? {
        guard let text = g_key_file_get_string(file, group, key, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    deinit { g_key_file_unref(file) }
}
