internal import CBatonGLib
package import FoundationEssentials

extension Variant {
    /// Reads the serialised form of a type. Nothing is trusted: what is out of form reads as a default value, as GLib
    /// documents it.
    /// - Returns: nil where `type` is no type.
    package static func serialised(_ data: Data, as type: String) -> Variant? {
        guard g_variant_type_string_is_valid(type) != 0 else { return nil }
        let bytes = data.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
        defer { g_bytes_unref(bytes) }
        let variantType = g_variant_type_new(type)
        defer { g_variant_type_free(variantType) }
        return g_variant_new_from_bytes(variantType, bytes, 0).map { Variant(adopting: $0) }
    }
}
