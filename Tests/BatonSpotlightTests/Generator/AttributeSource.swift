import ActivityModel

/// Writes the properties of `CSSearchableItemAttributeSet` from the table of attributes: one file a group.
enum AttributeSource {
    static let groups: [String] = AttributeTable.all.reduce(into: []) { groups, attribute in
        if groups.last != attribute.group { groups.append(attribute.group) }
    }

    /// `Drag and drop` is in `CSSearchableItemAttributeSet+DragAndDrop.swift`.
    static func file(_ group: String) -> String {
        "CSSearchableItemAttributeSet+"
            + group.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + ".swift"
    }

    static func text(_ group: String) -> String {
        let attributes = AttributeTable.all.filter { $0.group == group }
        let types = Set(attributes.map(type))
        var imports = ""
        if types.contains("UTType") { imports += "public import BatonTypes\n" }
        if !types.isDisjoint(with: ["Data", "Date", "[Date]", "NSNumber", "URL"]) {
            imports += "public import Foundation\n"
        }
        if !imports.isEmpty { imports += "\n" }
        let properties = attributes.map(property).joined(separator: "\n\n")
        return """
            // Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

            \(imports)// \(group).
            extension CSSearchableItemAttributeSet {
            \(properties)
            }

            """
    }

    private static func property(_ attribute: AttributeDefinition) -> String {
        let name = propertyName(attribute.name)
        let (getter, setter) = accessors(attribute)
        let sentence = AttributeSentences.all[attribute.name] ?? ""
        let words = name == attribute.name ? sentence : sentence + " In queries: `\(attribute.name)`."
        return """
                /// \(words)
                public var \(name): \(type(attribute))? {
                    get { \(getter)("\(attribute.name)") }
                    set { \(setter)("\(attribute.name)", newValue) }
                }
            """
    }

    /// A leading abbreviation becomes lower-case in Swift: `GPSTrack` is `gpsTrack`, `URL` is `url`, `EXIFGPSVersion` is
    /// `exifgpsVersion`. Source: the names in Apple's documentation for Swift.
    static func propertyName(_ name: String) -> String {
        let capitals = name.prefix { $0.isUppercase }
        if capitals.isEmpty { return name }
        let lowered = capitals.count == name.count ? capitals.count : max(1, capitals.count - 1)
        return name.prefix(lowered).lowercased() + name.dropFirst(lowered)
    }

    private static func type(_ attribute: AttributeDefinition) -> String {
        if attribute.name == "sharedItemContentType" { return "UTType" }
        switch attribute.kind {
        case .string: return "String"
        case .strings: return "[String]"
        case .number, .boolean: return "NSNumber"
        case .date: return "Date"
        case .dates: return "[Date]"
        case .url: return "URL"
        case .data: return "Data"
        case .persons: return "[CSPerson]"
        case .headers: return "[String: [Any]]"
        }
    }

    private static func accessors(_ attribute: AttributeDefinition) -> (getter: String, setter: String) {
        if attribute.name == "sharedItemContentType" { return ("type", "setType") }
        switch attribute.kind {
        case .string: return ("text", "setText")
        case .strings: return ("texts", "setTexts")
        case .number, .boolean: return ("number", "setNumber")
        case .date: return ("date", "setDate")
        case .dates: return ("dates", "setDates")
        case .url: return ("url", "setURL")
        case .data: return ("data", "setData")
        case .persons: return ("persons", "setPersons")
        case .headers: return ("headers", "setHeaders")
        }
    }
}
