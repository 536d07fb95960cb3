/// Why a document could not be opened. The message names the file as the user named it.
package struct DocumentError: Error, CustomStringConvertible {
    package enum Code: Sendable {
        case missing, isFolder, notAFile, unreadable, tooLarge, binary
    }

    package let code: Code
    package let message: String

    package var description: String { message }

    init(_ code: Code, _ path: String, _ problem: String) {
        self.code = code
        message = "“\(SafeText.plain(path))” \(problem)"
    }
}
