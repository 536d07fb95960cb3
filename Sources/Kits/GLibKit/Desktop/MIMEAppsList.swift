internal import CBatonGLib
internal import Glibc

/// The user's `mimeapps.list`: which programs of the desktop open what. Groups and comments that are not touched stay as
/// they are.
package struct MIMEAppsList: ~Copyable {
    package enum Group: String, Sendable, CaseIterable {
        case defaults = "Default Applications"
        case added = "Added Associations"
    }

    private let file: OpaquePointer
    private let path: String

    /// - Parameter path: read where it is there; a link is followed, and stays a link.
    /// - Throws: where it is there and cannot be read, or is no such file.
    package init(path: String) throws(GLibError) {
        let path = Self.followed(path)
        var status = stat()
        // Reading a pipe would wait for its writer.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .failed("\(path) is no file") }
        let file = g_key_file_new()!
        var error: UnsafeMutablePointer<GError>?
        let flags = GKeyFileFlags(
            rawValue: G_KEY_FILE_KEEP_COMMENTS.rawValue | G_KEY_FILE_KEEP_TRANSLATIONS.rawValue)
        if g_key_file_load_from_file(file, path, flags, &error) == 0, let error {
            let failure = GLibError(adopting: error)
            guard failure.isNoFile else {
                g_key_file_unref(file)
                throw failure
            }
        }
        self.file = file
        self.path = path
    }

    /// The programs' ids, the preferred one first; nil where the list says nothing of this type.
    package func entries(_ type: String, _ group: Group) -> [String]? {
        var count: gsize = 0
        guard let list = g_key_file_get_string_list(file, group.rawValue, type, &count, nil) else { return nil }
        defer { g_strfreev(list) }
        return (0..<Int(count)).compactMap { list[$0].map { String(cString: $0) } }.filter { !$0.isEmpty }
    }

    /// nil or none: the list says nothing of this type.
    package func set(_ type: String, _ group: Group, to entries: [String]?) {
        guard let entries, !entries.isEmpty else {
            g_key_file_remove_key(file, group.rawValue, type, nil)
            var count: gsize = 0
            if let keys = g_key_file_get_keys(file, group.rawValue, &count, nil) { g_strfreev(keys) }
            if count == 0 { g_key_file_remove_group(file, group.rawValue, nil) }
            return
        }
        g_key_file_set_string(file, group.rawValue, type, entries.map { $0 + ";" }.joined())
    }

    /// Replaces the file, and makes its folder where there is none. A list that says nothing any more is removed.
    package func write() throws(GLibError) {
        var length: gsize = 0
        guard let text = g_key_file_to_data(file, &length, nil) else { return }
        defer { g_free(text) }
        if String(cString: text).allSatisfy(\.isWhitespace) {
            guard unlink(path) == 0 || errno == ENOENT else { throw .system("remove", path) }
            return
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        guard g_mkdir_with_parents(folder, 0o755) == 0 else { throw .system("make", folder) }
        var error: UnsafeMutablePointer<GError>?
        let mode = g_file_test(path, G_FILE_TEST_EXISTS) != 0 ? Self.mode(path) : 0o644
        g_file_set_contents_full(
            path, text, gssize(length),
            GFileSetContentsFlags(
                rawValue: G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue), Int32(mode),
            &error)
        try throwIfSet(&error)
    }

    private static func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    }

    private static func followed(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    deinit { g_key_file_unref(file) }
}
