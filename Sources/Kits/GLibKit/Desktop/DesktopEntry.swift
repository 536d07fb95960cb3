internal import CBatonGLib

/// A program of the desktop, as its `.desktop` file describes it, and which of them opens what.
///
/// GIO reads the files where this process's `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `XDG_CONFIG_HOME` say. Its index has a lock
/// of its own: these may be called on any thread.
package struct DesktopEntry: Sendable, Hashable {
    /// The file's name: `org.mozilla.firefox.desktop`.
    package let id: String
    /// In the user's language.
    package let name: String
    /// The words of `Exec`, field codes among them.
    private let command: [String]
    private let isTerminal: Bool

    /// The installed program of this id; nil where there is none, or it lacks a command.
    package init?(id: String) {
        guard let info = g_desktop_app_info_new(id) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        self.init(info, id: id)
    }

    private init?(_ info: OpaquePointer, id: String) {
        guard let exec = g_desktop_app_info_get_string(info, "Exec") else { return nil }
        defer { g_free(exec) }
        guard let words = try? CommandLineText.split(String(cString: exec)), !words.isEmpty else { return nil }
        self.id = id
        command = words
        isTerminal = g_desktop_app_info_get_boolean(info, "Terminal") != 0
        if let text = g_desktop_app_info_get_locale_string(info, "Name") {
            name = String(cString: text)
            g_free(text)
        } else {
            name = id
        }
    }

    /// What opens this kind of thing, `x-scheme-handler/https` for instance, unless the user says otherwise.
    package static func standard(for type: String) -> DesktopEntry? {
        guard let info = g_app_info_get_default_for_type(type, 0) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return entry(of: info)
    }

    /// All that can open this kind of thing, the standard one first.
    package static func all(for type: String) -> [DesktopEntry] {
        guard let list = g_app_info_get_all_for_type(type) else { return [] }
        var entries: [DesktopEntry] = []
        var item: UnsafeMutablePointer<GList>? = list
        while let element = item {
            if let data = element.pointee.data {
                if let entry = entry(of: OpaquePointer(data)) { entries.append(entry) }
                g_object_unref(data)
            }
            item = element.pointee.next
        }
        g_list_free(list)
        return entries
    }

    private static func entry(of info: OpaquePointer) -> DesktopEntry? {
        guard let id = g_app_info_get_id(info) else { return nil }
        return DesktopEntry(id: String(cString: id))
    }

    /// The words that open an address with it. GIO's own launching is not used: it would wait for a session bus, and start
    /// the program as a part of our process group.
    /// - Parameter path: where programs are looked for.
    /// - Returns: nil where its program is not installed, or wants a terminal that is not there.
    package func arguments(opening url: String, path: String) -> [String]? {
        var words: [String] = []
        var hasAddress = false
        for word in command {
            switch word {
            case "%u", "%U", "%f", "%F":
                words.append(url)
                hasAddress = true
            case "%i", "%d", "%D", "%n", "%N", "%v", "%m", "%k": continue
            case "%c": words.append(name)
            default: words.append(Self.expanded(word, Self.safe(url, in: word), &hasAddress))
            }
        }
        if !hasAddress { words.append(url) }
        if isTerminal {
            guard let terminal = CommandLineText.find("x-terminal-emulator", path: path) else { return nil }
            return [terminal, "-e"] + words
        }
        guard let program = CommandLineText.find(words[0], path: path) else { return nil }
        return [program] + words.dropFirst()
    }

    /// The address as it is put into a longer word. The specification wants it to be a word of its own; where it is a part of
    /// something with spaces or quotes, that is a shell's script, in which an address must not mean anything.
    private static func safe(_ url: String, in word: String) -> String {
        guard word.contains(where: { $0.isWhitespace || "\"'`$;&|<>()".contains($0) }) else { return url }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in url.utf8 {
            if "\"'`$\\ \n\r\t".utf8.contains(byte) {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return "'" + String(decoding: bytes, as: UTF8.self) + "'"
    }

    /// A field code inside a word; `%%` is a percent sign.
    private static func expanded(_ word: String, _ url: String, _ hasAddress: inout Bool) -> String {
        guard word.contains("%") else { return word }
        var result = ""
        var isCode = false
        for character in word {
            guard isCode else {
                if character == "%" { isCode = true } else { result.append(character) }
                continue
            }
            isCode = false
            switch character {
            case "%": result.append("%")
            case "u", "U", "f", "F":
                result += url
                hasAddress = true
            default: continue
            }
        }
        return result
    }
}
