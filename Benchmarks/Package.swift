// swift-tools-version: 6.2
// Figures, beside those of a peer. What is measured are the real programs, and search without its daemon besides; of the
// modules below the others are a client's end.

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
        .systemLibrary(name: "CBatonICU", pkgConfig: "icu-uc"),
        .systemLibrary(name: "CBatonSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CBatonTLS", pkgConfig: "gnutls"),
        module("GLibKit", ["CBatonGLib", "CBatonTLS"]),
        module("ICUKit", ["CBatonICU"]),
        module("SQLiteKit", ["CBatonSQLite"]),
        module("ActivityModel", []),
        module("BatonBus", ["ActivityModel", "GLibKit"]),
        module("BatonClient", ["ActivityModel", "BatonBus", "GLibKit"]),
        module("BatonSearch", ["ActivityModel", "GLibKit", "ICUKit", "SQLiteKit"]),
        .executableTarget(
            name: "BatonBench",
            dependencies: [
                "ActivityModel", "BatonBus", "BatonClient", "BatonSearch", "CBatonSQLite", "GLibKit", "SQLiteKit",
            ],
            swiftSettings: settings),
    ]
)
