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
        ]
    }

    /// What is switched off, in words; empty where nothing is.
    var switchedOff: String {
        AppSwitches.Name.allCases.filter { !switches[$0] }.map(\.rawValue).joined(separator: ", ")
    }
}
