internal import ActivityModel
internal import Foundation
internal import Synchronization

extension NSUserActivity {
    /// What goes wrong with a typed payload.
    public enum TypedPayloadError: Error, Sendable {
        /// The value could not be encoded.
        case encodingError
        /// There is no typed payload, or it is none of this type.
        case invalidContent
    }

    /// The key of `userInfo` under which `setTypedPayload(_:)` keeps its value.
    ///
    /// Name it in `requiredUserInfoKeys` where you set those, else saved copies have no typed payload.
    public static let typedPayloadKey = "org.baton.typedPayload"

    /// Keeps one value of your own type in `userInfo`, beside whatever else is there; a second one replaces it.
    ///
    /// The value is encoded as JSON (dates as seconds since 2001, data as base64) and kept as text under
    /// `typedPayloadKey`: Apple does not document its layout, and docs/decisions/typed-payload.md says why this one. The
    /// limits of `userInfo` hold.
    /// - Throws: `TypedPayloadError.encodingError`; nothing is changed then.
    public func setTypedPayload<T: Encodable>(_ payload: T) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(payload) else { throw TypedPayloadError.encodingError }
        let text = String(decoding: data, as: UTF8.self)
        state.withLock { $0.payload[Self.typedPayloadKey] = .string(text) }
    }

    /// Reads the value that `setTypedPayload(_:)` kept, here or on the device the activity came from.
    /// - Throws: `TypedPayloadError.invalidContent` where there is none, or none that decodes as `type`.
    public func typedPayload<T: Decodable>(_ type: T.Type) throws -> T {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard case .string(let text)? = state.withLock({ $0.payload[Self.typedPayloadKey] }),
            let value = try? decoder.decode(type, from: Data(text.utf8))
        else { throw TypedPayloadError.invalidContent }
        return value
    }
}
