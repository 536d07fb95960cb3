/// What SQLite, or the file system below it, refused to do.
///
/// The description holds SQL text and the file's path, but no value of a row or an argument, so that it can be logged.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    package let code: Code
    /// What was attempted and what was in the way.
    package let message: String
    /// The database file.
    package let path: String
    /// SQLite's extended result code; 0 where the error is not SQLite's own.
    package let extendedCode: Int32

    init(_ code: Code, _ message: String, path: String, extendedCode: Int32 = 0) {
        self.code = code
        self.message = message
        self.path = path
        self.extendedCode = extendedCode
    }

    package var description: String {
        let number = extendedCode == 0 ? "" : " \(extendedCode)"
        return "\(path): \(message) [\(code)\(number)]. \(code.remedy)"
    }
}
