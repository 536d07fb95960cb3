internal import GLibKit

/// Types for tags that no declared type has, with what the shared MIME database of the system says about them.
extension TypeRegistry {
    /// The types with a tag that conform to `supertype`: declared ones, else one dynamic one; none where the identifier
    /// of that would be too long.
    func types(tag: String, tagClass: UTTagClass, conformingTo supertype: TypeRecord?) -> [TypeRecord] {
        let fits = { (record: TypeRecord) in supertype.map { conforms(record, to: $0) } ?? true }
        var found = declared(tag: tag, tagClass: tagClass).filter(fits)
        if found.isEmpty, tagClass == .mimeType { found = declared(alias: tag).filter(fits) }
        return found.isEmpty ? dynamic(tag: tag, tagClass: tagClass, conformingTo: supertype).map { [$0] } ?? [] : found
    }

    /// The type that a dynamic identifier stands for; nil for any other text.
    func dynamic(_ identifier: String) -> TypeRecord? {
        guard let parts = DynamicIdentifier(identifier) else { return nil }
        guard let name = parts.supertype else {
            return dynamic(tag: parts.tag, tagClass: parts.tagClass, conformingTo: nil)
        }
        // An identifier is longer by more than half than the one inside it: this ends.
        let supertype = declared(name) ?? dynamic(name) ?? TypeRecord(.undeclared, name, parents: [])
        return dynamic(tag: parts.tag, tagClass: parts.tagClass, conformingTo: supertype)
    }

    private func dynamic(tag: String, tagClass: UTTagClass, conformingTo supertype: TypeRecord?) -> TypeRecord? {
        let asked = supertype?.key == "public.data" ? nil : supertype
        let identifier = DynamicIdentifier(tagClass: tagClass, tag: tag, supertype: asked?.key).text
        guard identifier.utf8.count <= DynamicIdentifier.longest else { return nil }
        // An undeclared supertype is more than its identifier says.
        guard asked == nil || asked?.kind == .declared else { return make(tag, tagClass, asked, identifier) }
        return made.type(identifier) { make(tag, tagClass, asked, identifier) }
    }

    private func make(_ tag: String, _ tagClass: UTTagClass, _ asked: TypeRecord?, _ identifier: String) -> TypeRecord {
        let mimeType: String? =
            switch tagClass {
            case .filenameExtension: MIMEDatabase.type(ofFileNamed: "name.\(tag)")
            case .mimeType: databaseName(of: UTTagClass.withoutParameters(tag))
            default: nil
            }
        var parents = mimeType.map(parents) ?? []
        // What the database says does not count where it says something else than the caller.
        let agrees = asked.map { asked in parents.compactMap(declared).contains { conforms($0, to: asked) } } ?? true
        if !agrees { parents = [] }
        let isFile = tagClass == .filenameExtension || tagClass == .mimeType
        if parents.isEmpty, asked == nil, isFile { parents = ["public.data"] }
        let (extensions, mimeTypes): ([String], [String]) =
            switch tagClass {
            case .filenameExtension: ([tag], agrees ? mimeType.map { [$0.lowercased()] } ?? [] : [])
            case .mimeType: (mimeType.map(extensions) ?? [], [tag])
            default: ([], [])
            }
        return TypeRecord(
            .dynamic, identifier, parents: parents, supertype: agrees ? nil : asked, extensions: extensions,
            mimeTypes: mimeTypes)
    }

    // MARK: The database

    /// Other names for the MIME type of a declared type, and that type with parameters.
    private func declared(alias mimeType: String) -> [TypeRecord] {
        let plain = UTTagClass.withoutParameters(mimeType)
        let known = declared(tag: plain, tagClass: .mimeType)
        guard known.isEmpty else { return known }
        return declared(tag: MIMEDatabase.canonical(plain).lowercased(), tagClass: .mimeType)
    }

    /// A few names have capitals in the database, which GIO compares with case: those are found by their files' names.
    private func databaseName(of mimeType: String) -> String {
        let name = MIMEDatabase.canonical(mimeType)
        guard let suffix = MIMEDatabase.extensions(of: name).first,
            let known = MIMEDatabase.type(ofFileNamed: "name.\(suffix)"), known.lowercased() == name
        else { return name }
        return known
    }

    /// `text/x-rust` and `text/rust` are one: names lost their `x-` as they were registered.
    private func extensions(of mimeType: String) -> [String] {
        let found = MIMEDatabase.extensions(of: mimeType)
        guard found.isEmpty, let slash = mimeType.firstIndex(of: "/"), mimeType[slash...].hasPrefix("/x-") else {
            return found
        }
        return MIMEDatabase.extensions(of: String(mimeType[...slash] + mimeType[slash...].dropFirst(3)))
    }

    /// The nearest declared types that every file of a MIME type conforms to.
    private func parents(of mimeType: String) -> [String] {
        var found = all.filter { record in
            record.tags[.mimeType]?.contains { MIMEDatabase.isKind(mimeType, of: $0) } ?? false
        }
        let icon = MIMEDatabase.genericIcon(of: mimeType)
        found += Self.general(mimeType, icon).compactMap(declared)
        if icon != "package-x-generic", let archive = declared("public.archive") {
            // Most documents of today are zip files, which is no business of those who open them.
            found.removeAll { conforms($0, to: archive) && $0.tags[.mimeType]?.contains(mimeType) != true }
        }
        let passed = Set(found.flatMap { ancestors(of: $0).map(\.key) })
        return Set(found.map(\.key)).subtracting(passed).sorted()
    }

    /// What the parts of the name and the kind of icon say.
    private static func general(_ mimeType: String, _ icon: String?) -> [String] {
        var types: [String] = []
        let media: [String: String] = [
            "text": "public.plain-text", "image": "public.image", "audio": "public.audio", "video": "public.movie",
            "font": "public.font", "model": "public.3d-content", "message": "public.message",
        ]
        let icons: [String: String] = [
            "package-x-generic": "public.archive", "x-office-document": "public.composite-content",
            "x-office-spreadsheet": "public.spreadsheet", "x-office-presentation": "public.presentation",
            "text-x-script": "public.script", "font-x-generic": "public.font",
        ]
        if let slash = mimeType.firstIndex(of: "/"), let type = media[String(mimeType[..<slash])] { types.append(type) }
        if let type = icon.flatMap({ icons[$0] }) { types.append(type) }
        if mimeType.hasSuffix("+xml") { types.append("public.xml") }
        if mimeType.hasSuffix("+json") { types.append("public.json") }
        return mimeType.hasPrefix("inode/") ? types : types + ["public.data"]
    }
}
