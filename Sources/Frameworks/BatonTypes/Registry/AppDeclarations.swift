internal import Foundation

/// The types that an app's `Info.plist` declares: `UTExportedTypeDeclarations`, then `UTImportedTypeDeclarations`.
struct AppDeclarations: Sendable {
    /// Of one list, and of the parents and tags of one type. What is more is not looked at.
    static let most = 1000

    let records: [TypeRecord]

    /// The main bundle's.
    static let own = AppDeclarations(info: Bundle.main.infoDictionary ?? [:]) { name in
        // As every text of an Info.plist is translated: by InfoPlist.strings.
        Bundle.main.localizedString(forKey: name, value: name, table: "InfoPlist")
    }

    /// - Parameter translate: what a type is called in the user's language.
    init(info: [String: Any], translate: (String) -> String = { $0 }) {
        var records: [TypeRecord] = []
        for key in ["UTExportedTypeDeclarations", "UTImportedTypeDeclarations"] {
            guard let value = info[key] else { continue }
            guard let list = value as? [Any] else {
                TypeDiagnostics.report("\(key) of Info.plist is no array, and declares nothing; make it one")
                continue
            }
            for (index, item) in list.prefix(Self.most).enumerated() {
                guard let item = item as? [String: Any], let record = Self.record(item, translate) else {
                    TypeDiagnostics.report(
                        "entry \(index) of \(key) of Info.plist declares nothing: it has no UTTypeIdentifier of"
                            + " 1 to \(Self.longestIdentifier) bytes; give it one")
                    continue
                }
                records.append(record)
            }
        }
        self.records = records
    }

    static let longestIdentifier = 255

    private static func record(_ item: [String: Any], _ translate: (String) -> String) -> TypeRecord? {
        guard let identifier = item["UTTypeIdentifier"] as? String,
            (1...longestIdentifier).contains(identifier.utf8.count),
            !identifier.lowercased().hasPrefix(DynamicIdentifier.allPrefix)
        else { return nil }
        let tags = item["UTTypeTagSpecification"] as? [String: Any] ?? [:]
        func list(_ tagClass: UTTagClass) -> [String] {
            texts(tags[tagClass.rawValue]).compactMap(tagClass.normalised)
        }
        return TypeRecord(
            .declared, identifier, parents: texts(item["UTTypeConformsTo"]), extensions: list(.filenameExtension),
            mimeTypes: list(.mimeType),
            version: item["UTTypeVersion"] as? Int ?? (item["UTTypeVersion"] as? String).flatMap { Int($0) },
            referenceURL: (item["UTTypeReferenceURL"] as? String).flatMap { URL(string: $0) },
            name: (item["UTTypeDescription"] as? String).map(translate))
    }

    /// One text or an array of them: both are usual.
    private static func texts(_ value: Any?) -> [String] {
        if let text = value as? String { return [text] }
        return (value as? [Any] ?? []).prefix(most).compactMap { $0 as? String }
    }
}
