/// A ready variant inside a value that is encoded: stands where the type says `v`, or a type of its own.
package struct PlainVariant: Encodable, Sendable {
    let variant: Variant
    package init(_ variant: Variant) { self.variant = variant }
    package func encode(to encoder: any Encoder) throws {
        // The encoder of this module catches the value before it gets here.
        throw VariantError("a variant can be encoded by VariantEncoder alone")
    }
}
