internal import ActivityModel
internal import BatonBus

extension AppInfo {
    var json: JSON {
        [
            "id": .string(manifest.id), "name": .string(manifest.name), "version": .ifAny(manifest.version),
            "team": .string(manifest.team), "running": .bool(running),
            "switches": [
                "search": .bool(switches.search), "handoff": .bool(switches.handoff),
                "prediction": .bool(switches.prediction),
            ],
            "activityTypes": .strings(manifest.activityTypes), "folder": .string(manifest.folder),
            "executable": .string(manifest.executable), "desktopFile": .ifAny(manifest.desktopFile),
            "urlSchemes": manifest.urlSchemes.isEmpty ? .absent : .strings(manifest.urlSchemes),
            "associatedDomains": manifest.associatedDomains.isEmpty ? .absent : .strings(manifest.associatedDomains),
            "search": manifest.search.map(Self.json) ?? .absent,
            "extensions": manifest.extensions.map { .array($0.map(Self.json)) } ?? .absent,
        ]
    }

    private static func json(_ search: AppManifest.SearchSupport) -> JSON {
        [
            "continuation": .bool(search.continuation),
            "actions": .array(
                search.actions.map {
                    [
                        "identifier": .string($0.identifier), "title": .string($0.title),
                        "symbolImage": .ifAny($0.symbolImage),
                    ]
                }),
        ]
    }

    private static func json(_ program: AppExtension) -> JSON {
        [
            "point": .string(program.point.rawValue), "executable": .string(program.executable),
            "contentTypes": program.contentTypes.isEmpty ? .absent : .strings(program.contentTypes),
        ]
    }

    /// What is switched off, in words; empty where nothing is.
    var switchedOff: String {
        AppSwitches.Name.allCases.filter { !switches[$0] }.map(\.rawValue).joined(separator: ", ")
    }
}
