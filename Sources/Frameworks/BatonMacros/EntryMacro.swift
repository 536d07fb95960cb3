/// `@Entry var name: Type = value` in an extension of `EnvironmentValues`: a key with the value as its default, and accessors
/// that read and write it.
enum EntryMacro {
    static func expand(_ declaration: String, role: String) -> Answer {
        guard let entry = Entry(declaration) else {
            return .fault("@Entry is for a variable with a value, or with an optional type: @Entry var name: Type = value")
        }
        switch role {
        case "accessor":
            return .expansion(
                "get { self[\(entry.key).self] } set { self[\(entry.key).self] = newValue }")
        case "peer":
            // Evaluated for each reader, as the value may not be one that threads can share; without a type there is no
            // other way than to keep it.
            let value =
                entry.type.map { "static var defaultValue: \($0) { \(entry.value) }" }
                ?? "static let defaultValue = \(entry.value)"
            return .expansion("private struct \(entry.key): EnvironmentKey { \(value) }")
        default: return .fault("@Entry is not known as \(role).")
        }
    }

    /// What the declaration says; its text is all there is of it.
    struct Entry: Equatable {
        let key: String
        let type: String?
        let value: String

        init?(_ declaration: String) {
            guard
                let match = declaration.firstMatch(of: #/\bvar\s+(`?)(\w+)`?\s*(?::\s*([^=]*[^=\s])\s*)?(?:=\s*(.*\S))?\s*$/#.dotMatchesNewlines())
            else { return nil }
            key = "__Key_\(match.2)"
            type = match.3.map { String($0) }
            if let value = match.4 {
                self.value = String(value)
            } else if let type, type.hasSuffix("?") {
                value = "nil"
            } else {
                return nil
            }
        }
    }
}
