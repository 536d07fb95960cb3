internal import ActivityModel
internal import SceneRules

// Apple's keys, and Baton's own, into a manifest.

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
        checkSceneStyle(&info)
        readDocumentTypes(&info)
        for (place, keys) in info.dictionaries("CFBundleURLTypes") {
            urlSchemes += info.texts(in: keys, "CFBundleURLSchemes", at: "\(place).CFBundleURLSchemes")
        }
        urlSchemes = unique(urlSchemes.map { $0.lowercased() })
        readSearch(&info)
        readExecutable(&info, layout)
        readExtensions(&info, layout)
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

    /// The app's process reads it.
    private func checkSceneStyle(_ info: inout PropertyListKeys) {
        guard let style = info.text(SceneStyle.key), SceneStyle(rawValue: style) == nil else { return }
        let known = SceneStyle.allCases.map(\.rawValue).joined(separator: ", ")
        info.fault("\(SceneStyle.key) is \"\(style.shown)\"; expected one of \(known)")
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

    private mutating func readSearch(_ info: inout PropertyListKeys) {
        let continuation = info.truth("CoreSpotlightContinuation") ?? false
        var actions: [SearchSupport.Action] = []
        for (place, keys) in info.dictionaries("CoreSpotlightActions") {
            let identifier = info.text(in: keys, "Identifier", at: place)
            guard let identifier, let title = info.text(in: keys, "Title", at: place) else {
                info.fault("\(place) lacks an Identifier or a Title; expected both, as texts")
                continue
            }
            actions.append(
                SearchSupport.Action(
                    identifier: identifier, title: title,
                    symbolImage: info.text(in: keys, "SymbolImage", at: place)))
        }
        if continuation || !actions.isEmpty {
            search = SearchSupport(continuation: continuation, actions: actions)
        }
    }

    private mutating func readExecutable(_ info: inout PropertyListKeys, _ layout: AppLayout) {
        guard let name = info.requiredText("CFBundleExecutable", example: "Reader") else { return }
        let program = layout.program(name, in: layout.executableFolder, namedBy: "CFBundleExecutable", &info)
        if let program { executable = program }
    }

    /// In the order of the file.
    private func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
