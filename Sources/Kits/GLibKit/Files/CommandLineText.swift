internal import CBatonGLib

/// Commands as users write them in settings.
package enum CommandLineText {
    /// The words of a command, quoted as in a shell, without expansions.
    /// - Throws: for unbalanced quotes, or a command without a word.
    package static func split(_ text: String) throws(GLibError) -> [String] {
        var count: Int32 = 0
        var vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        var error: UnsafeMutablePointer<GError>?
        g_shell_parse_argv(text, &count, &vector, &error)
        try throwIfSet(&error)
        defer { g_strfreev(vector) }
        return (0..<Int(count)).compactMap { index in vector?[index].map { String(cString: $0) } }
    }

    /// The program's file, looked for in PATH.
    package static func find(_ program: String, path: String) -> String? {
        if program.hasPrefix("/") { return g_file_test(program, G_FILE_TEST_IS_EXECUTABLE) != 0 ? program : nil }
        return path.split(separator: ":").map { "\($0)/\(program)" }
            .first { g_file_test($0, G_FILE_TEST_IS_EXECUTABLE) != 0 && g_file_test($0, G_FILE_TEST_IS_DIR) == 0 }
    }
}
