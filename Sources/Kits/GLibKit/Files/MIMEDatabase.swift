internal import CBatonGLib
internal import FoundationEssentials
internal import Glibc

/// The shared MIME database of the system (shared-mime-info), as far as GIO shows it. Where it is not installed, every
/// question has the answer nil, false or none.
///
/// GIO keeps the database in memory behind a lock of its own: these may be called on any thread.
package enum MIMEDatabase {
    /// What a file of this name is, by its name alone; nil where no pattern of the database has it.
    package static func type(ofFileNamed name: String) -> String? {
        var isUncertain: gboolean = 0
        guard let type = g_content_type_guess(name, nil, 0, &isUncertain) else { return nil }
        defer { g_free(type) }
        let text = String(cString: type)
        // What GIO says of a name that it does not know.
        return text == "application/octet-stream" ? nil : text
    }

    /// The name that the database itself uses where `type` is an alias, else `type`.
    package static func canonical(_ type: String) -> String {
        guard let content = g_content_type_from_mime_type(type) else { return type }
        defer { g_free(content) }
        return String(cString: content)
    }

    /// Whether every file of the one type is one of the other: itself, its parents, and of `text/*` plain text.
    package static func isKind(_ type: String, of other: String) -> Bool { g_content_type_is_a(type, other) != 0 }

    /// The icon of its kind, by which desktops group types: `package-x-generic`, `x-office-document`.
    package static func genericIcon(of type: String) -> String? {
        guard let name = g_content_type_get_generic_icon_name(type) else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// What it is called, in the user's language; nil where the database does not know it.
    package static func name(of type: String) -> String? {
        // GIO makes up a name for what it does not know. The files' names are in lower case, whatever the type's is.
        guard file(of: type) != nil, let name = g_content_type_get_description(type.lowercased()) else { return nil }
        defer { g_free(name) }
        return String(cString: name)
    }

    /// The file name extensions that mean this type, without their dots, the usual one first.
    package static func extensions(of type: String) -> [String] {
        guard let text = file(of: type).flatMap({ try? String(contentsOfFile: $0, encoding: .utf8) }) else { return [] }
        var found: [String] = []
        for element in text.split(separator: "<") where element.hasPrefix("glob ") {
            let words = element.split(separator: "\"", omittingEmptySubsequences: false)
            guard let place = words.firstIndex(where: { $0.hasSuffix("pattern=") }), place + 1 < words.endIndex,
                words[place + 1].hasPrefix("*.")
            else { continue }
            let name = words[place + 1].dropFirst(2).lowercased()
            // Patterns that are more than an extension, and those written with XML's escapes.
            if !name.isEmpty, !name.contains(where: "*?[]&".contains), !found.contains(name) { found.append(name) }
        }
        return found
    }

    private static let largestFile = 1 << 20

    /// GIO shows no patterns: the database's own file of the type has them. The user's is before the system's.
    private static func file(of type: String) -> String? {
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isName = { (part: Substring) in
            !part.isEmpty && part.first != "."
                && part.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "%") }
        }
        guard parts.count == 2, parts.allSatisfy(isName), let folders = g_content_type_get_mime_dirs() else {
            return nil
        }
        var index = 0
        while let folder = folders[index] {
            let path = "\(String(cString: folder))/\(type.lowercased()).xml"
            var facts = stat()
            if stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size <= largestFile { return path }
            index += 1
        }
        return nil
    }
}
