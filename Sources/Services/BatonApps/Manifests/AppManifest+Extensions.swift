internal import ActivityModel

// `NSExtension` into a manifest: one dictionary, or a list of them (docs/extensions.md).

extension AppManifest {
    mutating func readExtensions(_ info: inout PropertyListKeys, _ layout: AppLayout) {
        var found: [AppExtension] = []
        let declared = info.oneOrMoreDictionaries("NSExtension")
        guard declared.count <= AppExtension.maximum else {
            info.fault("NSExtension names \(declared.count) extensions; \(AppExtension.maximum) are the most")
            return
        }
        for (place, keys) in declared {
            guard keys["NSExtensionPointIdentifier"] != nil else {
                info.fault(
                    "\(place).NSExtensionPointIdentifier is missing; expected \(AppExtension.Point.index.rawValue)")
                continue
            }
            guard let name = info.text(in: keys, "NSExtensionPointIdentifier", at: place) else { continue }
            let point = AppExtension.Point(rawValue: name)
            // Another point is a newer Baton's, or Apple's alone: no fault of this app's.
            guard point == .index || point == .import else { continue }
            if point == .index, found.contains(where: { $0.point == .index }) {
                info.fault("\(place) is a second extension for \(name); an app has one at most")
                continue
            }
            if let read = Self.read(point, keys, at: place, &info, layout) { found.append(read) }
        }
        extensions = found.isEmpty ? nil : found
    }

    private static func read(
        _ point: AppExtension.Point, _ keys: [String: PropertyList], at place: String,
        _ info: inout PropertyListKeys, _ layout: AppLayout
    ) -> AppExtension? {
        let key = "\(place).BatonExecutable"
        guard keys["BatonExecutable"] != nil else {
            info.fault("\(key) is missing; expected the path of a program inside the app's folder")
            return nil
        }
        let types = point == .import ? contentTypes(keys, at: place, &info) : []
        guard let name = info.text(in: keys, "BatonExecutable", at: place),
            let program = layout.program(name, in: layout.folder, namedBy: key, &info), let types
        else { return nil }
        return AppExtension(point: point, executable: program, contentTypes: types)
    }

    private static func contentTypes(
        _ keys: [String: PropertyList], at place: String, _ info: inout PropertyListKeys
    ) -> [String]? {
        let attributes = info.dictionary(in: keys, "NSExtensionAttributes", at: place)
        let key = "\(place).NSExtensionAttributes.CSSupportedContentTypes"
        let types = info.texts(in: attributes, "CSSupportedContentTypes", at: key)
        guard (1...AppExtension.maximumContentTypes).contains(types.count) else {
            info.fault("\(key) holds \(types.count) types; expected 1 to \(AppExtension.maximumContentTypes)")
            return nil
        }
        guard types.allSatisfy({ $0.utf8.count <= AppExtension.maximumContentType }) else {
            info.fault("\(key) holds a type of over \(AppExtension.maximumContentType) bytes")
            return nil
        }
        return types
    }
}
