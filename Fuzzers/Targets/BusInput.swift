internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials
internal import GLibKit

/// The first byte says which arguments the others are, in the serialised form.
enum BusInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let body = Data(bytes.dropFirst())
        switch mode & 3 {
        case 0: decode(HelloRequest.self, "a{sv}", body)
        case 1: decode(PlatformData.self, "a{sv}", body)
        case 2: decode([String: String].self, "a{ss}", body)
        default:
            guard let record = decode(ActivityRecord.self, "a{sv}", body), let valid = try? record.validated() else {
                return
            }
            _ = try? valid.payload()
            guard let variant = try? VariantEncoder().encode(valid, as: "a{sv}"),
                let again = try? VariantDecoder().decode(ActivityRecord.self, from: variant)
            else { throw FuzzTarget.Finding(description: "an activity that was read cannot be written") }
            try FuzzTarget.check(again == valid, "an activity reads back otherwise")
        }
    }

    @discardableResult
    private static func decode<Value: Decodable>(_ type: Value.Type, _ form: String, _ body: Data) -> Value? {
        guard let variant = Variant.serialised(body, as: form) else { return nil }
        return try? VariantDecoder().decode(type, from: variant)
    }
}
