/// What is probably wrong with an app id in an association file.
enum AppIDComplaint {
    /// - Returns: nil where nothing is.
    static func about(_ id: String) -> String? {
        let shown = ShownText.quoted(id)
        guard !isPlaceholder(id) else { return "\(shown) looks like a placeholder that was never replaced" }
        guard !id.contains(where: \.isWhitespace) else { return "\(shown) holds white space; ids are compared whole" }
        guard !id.contains("*") else { return "\(shown) holds a *; ids are compared whole, and * stands for nothing" }
        let bytes = Array(id.utf8)
        let prefix = bytes.prefix { $0 != UInt8(ascii: ".") }
        guard prefix.count == 10, bytes.count > 11, prefix.allSatisfy(isLetterOrDigit) else {
            return
                "\(shown) has no ten-character prefix; an app id is the prefix, a dot and the bundle id, such as A1B2C3D4E5.org.example.app"
        }
        guard !prefix.contains(where: { $0 >= UInt8(ascii: "a") }) else {
            return "the prefix of \(shown) is in small letters; ids are compared whole, and prefixes have capitals"
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    private static func isPlaceholder(_ id: String) -> Bool {
        // Apple's own documentation writes ABCDE12345; it is nobody's prefix.
        let samples = ["ABCDE12345", "XXXXXXXXXX", "TEAMID", "TEAM_ID", "TEAM-ID", "APPID", "APP_ID", "PREFIX"]
        let prefix = id.prefix { $0 != "." }.uppercased()
        if samples.contains(prefix) || ["YOUR", "MY_TEAM", "<"].contains(where: prefix.hasPrefix) { return true }
        if prefix.contains("TEAM_ID") || prefix.contains("TEAMID") { return true }
        return ["$(", "${", "{{", "<", ">", "%TEAM"].contains { id.uppercased().contains($0) }
    }
}
