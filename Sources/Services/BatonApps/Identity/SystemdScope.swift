/// Names of an app's systemd units, as desktops give them:
/// `app[-LAUNCHER]-ID-RANDOM.scope` and `app[-LAUNCHER]-ID[@RANDOM].service` (systemd.io, desktop environments).
package enum SystemdScope {
    /// A name for the scope of an app that Baton starts.
    package static func name(app: String, random: String) -> String { "app-baton-\(escaped(app))-\(random).scope" }

    /// A name for the scope of an app's extension. It proves nobody to be the app: what runs in it is the extension.
    package static func name(extensionOf app: String, random: String) -> String {
        "baton-extension-\(escaped(app))-\(random).scope"
    }

    /// Whether this unit is the app's.
    static func unit(_ unit: String, isOf app: String) -> Bool {
        guard unit.hasPrefix("app-") else { return false }
        // A `-` of the id is written `\x2d`, so dashes only divide.
        var parts: [Substring]
        if unit.hasSuffix(".scope") {
            parts = unit.dropLast(6).split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count >= 3 else { return false }
            parts.removeLast()
        } else if unit.hasSuffix(".service") {
            parts = unit.dropLast(8).split(separator: "@", omittingEmptySubsequences: false)[0]
                .split(separator: "-", omittingEmptySubsequences: false)
        } else {
            return false
        }
        // `app`, perhaps a launcher, and the id.
        guard (2...3).contains(parts.count), let last = parts.last else { return false }
        return last == escaped(app)
    }

    static func escaped(_ id: String) -> String { id.replacing("-", with: "\\x2d") }
}
