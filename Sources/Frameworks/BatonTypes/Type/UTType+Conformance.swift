extension UTType {
    /// Every type that it conforms to, directly or through others; not itself.
    public var supertypes: Set<UTType> { Set(TypeRegistry.own.ancestors(of: record).map(UTType.init)) }

    /// Whether it is that type, or conforms to it directly or through others.
    public func conforms(to type: UTType) -> Bool { TypeRegistry.own.conforms(record, to: type.record) }

    /// Whether it conforms to that type and is another.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

    /// Whether that type conforms to this one and is another.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }
}
