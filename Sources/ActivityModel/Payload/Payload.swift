package import FoundationEssentials

/// What an activity carries in `userInfo`.
package struct Payload: Sendable, Hashable {
    /// The deepest nesting that is accepted, the payload's own dictionary counted.
    package static let maximumDepth = 64
    /// Bytes in the canonical encoding above which a warning is logged (3 KB, Apple's documented advice).
    package static let advisedSize = 3 * 1024
    /// Bytes in the canonical encoding above which an activity cannot be handed off (error 4611).
    package static let maximumSize = 1024 * 1024

    package var entries: [PayloadValue: PayloadValue]

    package init(_ entries: [PayloadValue: PayloadValue] = [:]) {
        self.entries = entries
    }

    package subscript(key: String) -> PayloadValue? {
        get { entries[.string(key)] }
        set { entries[.string(key)] = newValue }
    }

    /// The payload with the named keys alone; all of it where no keys are named (decisions: `requiredUserInfoKeys`).
    package func keeping(_ keys: Set<String>?) -> Payload {
        guard let keys else { return self }
        return Payload(
            entries.filter { key, _ in
                if case .string(let name) = key { keys.contains(name) } else { false }
            })
    }

    /// The canonical encoding, UTF-8.
    package var canonicalData: Data { CanonicalEncoding.encode(.dictionary(entries)) }

    /// Reads a canonical encoding.
    /// - Throws: `BatonError` with code `invalidPayload`, naming the key path where there is one.
    package init(canonical data: Data) throws(BatonError) {
        guard case .dictionary(let entries) = try CanonicalEncoding.decode(data) else {
            throw BatonError(.invalidPayload, "A payload must be a dictionary; the value given is none.")
        }
        self.entries = entries
    }
}
