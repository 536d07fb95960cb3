internal import ActivityModel
internal import FoundationEssentials

/// What was read, written and read again is the same, and so are the bytes.
enum CanonicalInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        let isObject = (try? CanonicalEncoding.checkObject(bytes)) != nil
        guard let value = try? CanonicalEncoding.decode(bytes) else { return }
        try FuzzTarget.check(value.depth <= Payload.maximumDepth, "a payload too deep was taken")
        if case .dictionary = value {
            try FuzzTarget.check(isObject, "the daemon refuses a payload that an app can read")
        }
        let written = CanonicalEncoding.encode(value)
        guard let again = try? CanonicalEncoding.decode(written) else {
            throw FuzzTarget.Finding(description: "a payload that was written cannot be read")
        }
        try FuzzTarget.check(again == value, "a payload reads back otherwise")
        try FuzzTarget.check(CanonicalEncoding.encode(again) == written, "equal payloads have different bytes")
        if let payload = try? Payload(canonical: bytes) {
            try FuzzTarget.check(payload.canonicalData == written, "a payload is written in two ways")
        }
    }
}
