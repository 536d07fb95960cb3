internal import BatonTypes

// The functions of Core Services over type identifiers that need no type of Core Foundation in their signature. Those
// that return what the caller has to release are not here: `UTType` does the same.

/// Whether the first type is the second or conforms to it, directly or through others. False where nobody declares the
/// first.
public func UTTypeConformsTo(_ identifier: String, _ conformsTo: String) -> Bool {
    guard let type = UTType(identifier), let other = UTType(conformsTo) else {
        return UTTypeEqual(identifier, conformsTo)
    }
    return type.conforms(to: other)
}

/// Whether two identifiers are those of one type: case does not matter.
public func UTTypeEqual(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

/// Whether the system or the app declares the type.
public func UTTypeIsDeclared(_ identifier: String) -> Bool { UTType(identifier)?.isDeclared ?? false }

/// Whether it is the identifier of a type that is made for a tag.
public func UTTypeIsDynamic(_ identifier: String) -> Bool { UTType(identifier)?.isDynamic ?? false }
