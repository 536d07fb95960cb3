package import ActivityModel
package import FoundationEssentials

/// The one place where bytes that a peer sent become values.
package enum WireForm {
    /// How deep arrays and objects may stand inside each other. The deepest message of this version has five; the rest is
    /// for the keys of later ones, which are passed over.
    package static let maximumDepth = 32

    /// - Throws: `handoffFailed`. What was wrong is not said: it is the peer's text.
    package static func read<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws(BatonError) -> Value {
        do {
            try JSONForm.check(bytes, maximumDepth: maximumDepth)
            return try JSONDecoder().decode(type, from: bytes)
        } catch {
            throw BatonError(.handoffFailed, "The other device sent what this one cannot read.")
        }
    }
}
