// swift-tools-version: 6.2
// Figures, beside those of a peer. What is measured are the real programs, and search and links without their daemon
// besides; of the modules below the others are a client's end.

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "Benchmarks",
    targets: [
        // Links to Baton's own folders: its declarations are `package`, and Baton has one product for others, which
        // shows nothing of D-Bus and TLS.
        .systemLibrary(name: "CBatonGLib", pkgConfig: "gio-unix-2.0"),
        .target(name: "CBatonICU", linkerSettings: [.linkedLibrary("icuuc")]),
        .systemLibrary(name: "CBatonJansson", pkgConfig: "jansson"),
        .systemLibrary(name: "CBatonSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CBatonTLS", pkgConfig: "gnutls"),
        module("GLibKit", ["CBatonGLib", "CBatonTLS"]),
        module("ICUKit", ["CBatonICU"]),
        module("JSONKit", ["CBatonJansson"]),
        module("SQLiteKit", ["CBatonSQLite"]),
        module("ActivityModel", []),
        module("BatonBus", ["ActivityModel", "GLibKit"]),
        module("BatonClient", ["ActivityModel", "BatonBus", "GLibKit"]),
        module("BatonLinks", ["ActivityModel", "GLibKit", "ICUKit", "JSONKit"]),
        module("BatonSearch", ["ActivityModel", "GLibKit", "ICUKit", "SQLiteKit"]),
        .executableTarget(
            name: "BatonBench",
            dependencies: [
                "ActivityModel", "BatonBus", "BatonClient", "BatonLinks", "BatonSearch", "CBatonSQLite", "GLibKit",
                "ICUKit",
                "SQLiteKit",
            ],
            swiftSettings: settings),
    ]
)
