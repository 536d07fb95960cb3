internal import ActivityModel

// Apple's keys, and Baton's two, into a manifest.

extension AppManifest {
    mutating func read(_ info: inout PropertyListKeys, _ layout: AppLayout) {
        if let id = info.requiredText("CFBundleIdentifier", example: "org.example.reader") {
            if Self.isValidID(id) {
                self.id = id
            } else {
                info.fault(
                    "CFBundleIdentifier is \"\(id.shown)\"; expected 3 to 255 letters, digits, - and _, in parts "
                        + "divided by dots, such as org.example.reader")
            }
        }
        name = info.text("CFBundleName") ?? info.text("CFBundleDisplayName") ?? id
        version = info.text("CFBundleShortVersionString")
        usesTerminal = info.truth("BatonTerminal") ?? false
        activityTypes = unique(info.texts("NSUserActivityTypes"))
        readDesktopFile(&info)
        readDocumentTypes(&info)
        for (place, keys) in info.dictionaries("CFBundleURLTypes") {
            urlSchemes += info.texts(in: keys, "CFBundleURLSchemes", at: "\(place).CFBundleURLSchemes")
        }
        urlSchemes = unique(urlSchemes.map { $0.lowercased() })
        readExecutable(&info, layout)
    }

    mutating func read(entitlements: inout PropertyListKeys) {
        team = entitlements.text("com.apple.developer.team-identifier") ?? ""
        associatedDomains = unique(entitlements.texts("com.apple.developer.associated-domains"))
    }

    private mutating func readDesktopFile(_ info: inout PropertyListKeys) {
        desktopFile = info.text("BatonDesktopFile")
        if let desktopFile, desktopFile.contains("/") {
            info.fault("BatonDesktopFile is a path; expected the name of a .desktop file, such as org.example.reader")
        }
    }

    private mutating func readDocumentTypes(_ info: inout PropertyListKeys) {
        for (place, keys) in info.dictionaries("CFBundleDocumentTypes") {
            let activityType = info.text(in: keys, "NSUbiquitousDocumentUserActivityType", at: place)
            documentTypes.append(
                DocumentType(
                    name: info.text(in: keys, "CFBundleTypeName", at: place),
                    extensions: info.texts(in: keys, "CFBundleTypeExtensions", at: "\(place).CFBundleTypeExtensions"),
                    contentTypes: info.texts(in: keys, "LSItemContentTypes", at: "\(place).LSItemContentTypes"),
                    activityType: activityType))
        }
        activityTypes = unique(activityTypes + documentTypes.compactMap(\.activityType))
    }

    private mutating func readExecutable(_ info: inout PropertyListKeys, _ layout: AppLayout) {
        guard let name = info.requiredText("CFBundleExecutable", example: "Reader") else { return }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            info.fault(
                "CFBundleExecutable is \"\(name.shown)\"; expected a name inside the app's folder, without .. or /")
            return
        }
        let path = "\(layout.executableFolder)/\(name)"
        let place = layout.shown(path)
        guard let real = FileFacts.realPath(path), let facts = FileFacts.of(real) else {
            info.fault("the executable that CFBundleExecutable names is missing; expected at \(place)")
            return
        }
        // A link to a program that others run as well would make all of them this app.
        guard real.hasPrefix(layout.folder + "/") else {
            info.fault("the executable \(place) is a link out of the app's folder; copy the program into the folder")
            return
        }
        guard facts.kind == .file else {
            info.fault("the executable \(place) is not a file")
            return
        }
        guard FileFacts.isExecutable(real) else {
            info.fault("the executable \(place) may not be executed; run: chmod +x \(path)")
            return
        }
        executable = real
    }

    /// In the order of the file.
    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
