package import FoundationEssentials

extension ActivityRecord {
    /// The longest text in bytes for title, identifiers and addresses; the longest list of keys or keywords.
    package static let maximumText = 16 * 1024
    package static let maximumNames = 1024
    /// All entries of such a list together, in bytes.
    package static let maximumNamesText = 64 * 1024
    /// All facets together, in bytes.
    package static let maximumFacets = 512 * 1024
    /// The furthest expiration date, in seconds from 2001; `Date.distantFuture` is within it.
    package static let maximumDate: TimeInterval = 3000 * 365 * 86_400

    /// Checks what came from outside: the daemon calls this for every record it is given.
    /// - Throws: `BatonError`, code `invalidArgument` or `invalidPayload`, naming the property.
    package func validated() throws(BatonError) -> ActivityRecord {
        guard !type.isEmpty, type.utf8.count <= 255 else {
            throw Self.bad("type", "must be 1 to 255 bytes, for instance org.example.app.reading")
        }
        guard !id.isEmpty, id.utf8.count <= 128 else { throw Self.bad("id", "must be 1 to 128 bytes") }
        let texts = [
            ("title", title), ("webpageURL", webpageURL), ("referrerURL", referrerURL),
            ("targetContentIdentifier", targetContentIdentifier), ("persistentIdentifier", persistentIdentifier),
        ]
        for (name, text) in texts where (text?.utf8.count ?? 0) > Self.maximumText {
            throw Self.bad(name, "is over \(Self.maximumText) bytes")
        }
        for (name, list) in [("requiredKeys", requiredKeys), ("keywords", keywords)] {
            guard let list else { continue }
            guard list.count <= Self.maximumNames, list.allSatisfy({ $0.utf8.count <= Self.maximumText }),
                list.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumNamesText
            else {
                throw Self.bad(
                    name, "may have \(Self.maximumNames) entries at most, of \(Self.maximumNamesText) bytes together")
            }
        }
        if let webpageURL, !WebAddress.isWeb(webpageURL) { throw Self.bad("webpageURL", "must be http or https") }
        if let facets, facets.reduce(0, { $0 + $1.key.utf8.count + $1.value.count }) > Self.maximumFacets {
            throw Self.bad("facets", "are over \(Self.maximumFacets) bytes together")
        }
        // Also refuses what is no number: Swift's Foundation ends the process that prints such a date (measured, 6.3.1).
        if let expirationDate, !(abs(expirationDate.timeIntervalSinceReferenceDate) <= Self.maximumDate) {
            throw Self.bad("expirationDate", "is not within 3000 years of 2001")
        }
        var result = self
        // Escaped once, here, whatever language wrote it (case C58).
        result.webpageURL = webpageURL.flatMap { URL(string: $0)?.absoluteString }
        if let userInfo {
            result.payloadSize = userInfo.count
            if userInfo.count > Payload.maximumSize {
                result.userInfo = nil
            } else {
                try CanonicalEncoding.checkObject(userInfo)
            }
        }
        return result
    }

    /// Whether the payload is over what can be handed off (error 4611).
    package var isTooLarge: Bool { (payloadSize ?? userInfo?.count ?? 0) > Payload.maximumSize }

    private static func bad(_ property: String, _ what: String) -> BatonError {
        BatonError(.invalidArgument, "An activity's \(property) \(what).")
    }
}

/// Rules about the addresses that activities carry.
package enum WebAddress {
    /// Whether `text` is an http or https address with a host and a port that there can be: the only ones that `webpageURL` takes (case C55).
    package static func isWeb(_ text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        return isWeb(url)
    }

    package static func isWeb(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https" else { return false }
        guard url.port.map({ (0...65535).contains($0) }) ?? true else { return false }
        return url.host().map { !$0.isEmpty } ?? false
    }
}
