// swift-tools-version: 6.2
// Sections are in the order of the floors (docs/modules.md); within a floor, alphabetical. One dependency a line.

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Async functions stay on their caller's actor: nothing of the daemon runs on the default executor.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, _ folder: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target
{
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(folder)/\(name)", resources: resources,
        swiftSettings: settings)
}

/// A sample of Samples/Views, for the tests: with the settings that it has there.
func sample(_ name: String, _ products: [Target.Dependency] = ["SwiftUI"]) -> Target {
    .executableTarget(
        name: "\(name)Sample", dependencies: products, path: "Samples/Views/Sources/\(name)",
        swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "Baton",
    products: [
        .executable(name: "baton", targets: ["baton"]),
        .executable(name: "batond", targets: ["batond"]),
        .library(name: "UserActivity", targets: ["UserActivity"]),
        .library(name: "BatonTypes", targets: ["BatonTypes"]),
        .library(name: "BatonSpotlight", targets: ["BatonSpotlight"]),
        .library(name: "BatonCombine", targets: ["BatonCombine"]),
        .library(name: "BatonSwiftUI", targets: ["BatonSwiftUI"]),
        .library(name: "Combine", targets: ["Combine"]),
        .library(name: "CoreServices", targets: ["CoreServices"]),
        .library(name: "CoreSpotlight", targets: ["CoreSpotlight"]),
        .library(name: "GTK", targets: ["GTK"]),
        .library(name: "MobileCoreServices", targets: ["MobileCoreServices"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    ],
    targets: [
        // Floor 0: C libraries.
        .systemLibrary(name: "CBatonGLib", path: "Sources/System/CBatonGLib", pkgConfig: "gio-unix-2.0"),
        .systemLibrary(name: "CBatonGTK", path: "Sources/System/CBatonGTK", pkgConfig: "libadwaita-1"),
        .target(
            name: "CBatonICU", path: "Sources/System/CBatonICU", linkerSettings: [.linkedLibrary("icuuc")]),
        .systemLibrary(name: "CBatonJansson", path: "Sources/System/CBatonJansson", pkgConfig: "jansson"),
        .systemLibrary(name: "CBatonSQLite", path: "Sources/System/CBatonSQLite", pkgConfig: "sqlite3"),
        .systemLibrary(name: "CBatonSodium", path: "Sources/System/CBatonSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CBatonSoup", path: "Sources/System/CBatonSoup", pkgConfig: "libsoup-3.0"),
        .systemLibrary(name: "CBatonTLS", path: "Sources/System/CBatonTLS", pkgConfig: "gnutls"),
        // Floor 1: kits.
        module("FetchKit", "Kits", ["CBatonGLib", "CBatonSoup", "GLibKit"]),
        module("GTKKit", "Kits", ["CBatonGTK", "GLibKit"]),
        module("GLibKit", "Kits", ["CBatonGLib", "CBatonTLS"]),
        module("ICUKit", "Kits", ["CBatonICU"]),
        module("JSONKit", "Kits", ["CBatonJansson"]),
        module("SQLiteKit", "Kits", ["CBatonSQLite"]),
        // Floor 2: the values.
        .target(name: "ActivityModel", path: "Sources/ActivityModel", swiftSettings: settings),
        .target(name: "SceneRules", dependencies: ["ICUKit"], path: "Sources/SceneRules", swiftSettings: settings),
        // Floor 3: services.
        module("BatonActivities", "Services", ["ActivityModel", "GLibKit", "SQLiteKit"]),
        module("BatonApps", "Services", ["ActivityModel", "GLibKit", "SQLiteKit", "SceneRules"]),
        module("BatonHandoff", "Services", ["ActivityModel", "CBatonSodium", "CBatonTLS", "GLibKit", "SQLiteKit"]),
        module("BatonLinks", "Services", ["ActivityModel", "GLibKit", "ICUKit", "JSONKit"]),
        module("BatonSearch", "Services", ["ActivityModel", "GLibKit", "ICUKit", "SQLiteKit"]),
        // Floor 4: the D-Bus contract.
        module("BatonBus", "Bus", ["ActivityModel", "GLibKit"]),
        // Floor 5: both ends of it.
        module("BatonClient", "Bus", ["ActivityModel", "BatonBus", "GLibKit"]),
        module(
            "BatonDaemon", "Bus",
            [
                "ActivityModel", "BatonActivities", "BatonApps", "BatonBus", "BatonHandoff", "BatonLinks", "BatonSearch",
                "FetchKit", "GLibKit", "ICUKit", "SQLiteKit",
            ]),
        // Floor 6: what app authors import, and the verbs of the command line.
        module("BatonTypes", "Frameworks", ["GLibKit"]),
        module("UserActivity", "Frameworks", ["ActivityModel", "BatonBus", "BatonClient", "GLibKit", "SceneRules"]),
        module("BatonCoreTypes", "Frameworks", ["BatonTypes"]),
        module("BatonSpotlight", "Frameworks", ["ActivityModel", "BatonBus", "BatonTypes", "UserActivity"]),
        module("BatonCombine", "Frameworks", []),
        // Run by the compiler, for SwiftUI's macros.
        .macro(name: "BatonMacros", path: "Sources/Frameworks/BatonMacros", swiftSettings: settings),
        module("BatonViews", "Frameworks", ["BatonCombine", "BatonMacros", "UserActivity"]),
        module("BatonViewsGTK", "Frameworks", ["BatonViews", "CBatonGTK", "GLibKit", "GTKKit", "UserActivity"]),
        module("BatonViewsRecording", "Frameworks", ["BatonViews"]),
        module("BatonSwiftUI", "Frameworks", ["BatonCombine", "BatonViews", "BatonViewsGTK", "GTKKit", "UserActivity"]),
        module("Combine", "Frameworks/Names", ["BatonCombine"]),
        module("GTK", "Frameworks/Names", ["BatonViewsGTK", "CBatonGTK"]),
        module("SwiftUI", "Frameworks/Names", ["BatonSwiftUI"]),
        module("CoreServices", "Frameworks/Names", ["BatonCoreTypes"]),
        module("CoreSpotlight", "Frameworks/Names", ["BatonSpotlight", "BatonTypes", "UserActivity"]),
        module("MobileCoreServices", "Frameworks/Names", ["BatonCoreTypes"]),
        module("UniformTypeIdentifiers", "Frameworks/Names", ["BatonTypes"]),
        module(
            "BatonCommands", "Tools",
            ["ActivityModel", "BatonBus", "BatonClient", "BatonLinks", "GLibKit", "JSONKit", "SceneRules"]),
        // Floor 7: executables.
        .executableTarget(
            name: "baton", dependencies: ["BatonCommands"], path: "Sources/Tools/baton", swiftSettings: settings),
        .executableTarget(
            name: "batond", dependencies: ["BatonDaemon"], path: "Sources/Tools/batond", swiftSettings: settings),
        // Tests.
        .target(
            name: "TestSupport", dependencies: ["ActivityModel", "BatonBus", "GLibKit"], path: "Tests/TestSupport",
            swiftSettings: settings),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "ActivityModel", "BatonApps", "BatonBus", "BatonHandoff", "BatonLinks", "BatonSearch", "GLibKit", "ICUKit",
                "SceneRules",
            ],
            path: "Fuzzers/Targets", swiftSettings: settings),
        // An app as a process of its own: the framework's `run()` needs the initial thread, and an app that dies a process.
        .executableTarget(
            name: "TestApp", dependencies: ["UserActivity"], path: "Tests/TestApp", swiftSettings: settings),
        // Both extensions of an app, as a process.
        .executableTarget(
            name: "TestExtension", dependencies: ["CoreSpotlight"], path: "Tests/TestExtension", swiftSettings: settings
        ),
        // A daemon of an older release, as a process.
        .executableTarget(
            name: "OlderDaemon", dependencies: ["BatonBus", "BatonDaemon"], path: "Tests/OlderDaemon",
            swiftSettings: settings),
        // An app that imports the types by Apple's names, and declares types.
        .executableTarget(
            name: "TypesApp", dependencies: ["MobileCoreServices", "UniformTypeIdentifiers"], path: "Tests/TypesApp",
            swiftSettings: settings),
        sample("IceCreams", ["CoreSpotlight", "SwiftUI", "UniformTypeIdentifiers"]),
        sample("Links"),
        sample("Pages"),
        sample("Tabs"),
        tests("ActivityModelTests", ["ActivityModel", "TestSupport"]),
        tests("BatonActivitiesTests", ["ActivityModel", "BatonActivities", "GLibKit", "SQLiteKit", "TestSupport"]),
        tests("BatonAppsTests", ["ActivityModel", "BatonApps", "GLibKit", "SQLiteKit", "TestSupport"]),
        tests("BatonCommandsTests", ["ActivityModel", "BatonBus", "BatonCommands", "GLibKit", "TestSupport"]),
        tests(
            "BatonDaemonTests",
            [
                "ActivityModel", "BatonBus", "BatonClient", "BatonDaemon", "GLibKit", "SQLiteKit", "TestExtension",
                "TestSupport", "baton", "batond",
            ]),
        tests("BatonHandoffTests", ["ActivityModel", "BatonHandoff", "GLibKit", "SQLiteKit", "TestSupport"]),
        tests(
            "BatonTypesTests",
            ["BatonTypes", "CoreServices", "GLibKit", "TestSupport", "TypesApp"]),
        tests(
            "EndToEndTests",
            [
                "ActivityModel", "BatonBus", "BatonClient", "BatonDaemon", "BatonHandoff", "GLibKit", "IceCreamsSample",
                "LinksSample", "OlderDaemon", "PagesSample", "SQLiteKit", "TabsSample", "TestApp", "TestSupport", "ViewsApp",
                "baton", "batond",
            ]),
        // The daemon's side of the links as well: a module cannot import both ICU, for host names, and all of Foundation.
        tests(
            "BatonLinksTests",
            [
                "ActivityModel", "BatonDaemon", "BatonLinks", "FetchKit", "GLibKit", "ICUKit", "JSONKit", "SQLiteKit",
                "TestSupport",
            ]),
        // Counts the objects of the process that it is linked into.
        .target(name: "ObjectCount", dependencies: ["CBatonGLib"], path: "Tests/ObjectCount"),
        // Views as a process, which does with them what its `VIEWS` names.
        .executableTarget(
            name: "ViewsApp", dependencies: ["GTK", "ObjectCount", "SwiftUI"], path: "Tests/ViewsApp",
            swiftSettings: settings),
        // Apps as articles show them, unchanged: the same files (Swift5 is a link to the folder) in both language modes.
        .executableTarget(
            name: "ArticleCode5", dependencies: ["Combine", "CoreSpotlight", "SwiftUI", "UniformTypeIdentifiers"],
            path: "Tests/ArticleCode/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "ArticleCode6", dependencies: ["Combine", "CoreSpotlight", "SwiftUI", "UniformTypeIdentifiers"],
            path: "Tests/ArticleCode/Sources", swiftSettings: [.swiftLanguageMode(.v6)]),
        tests("BatonCombineTests", ["BatonCombine"]),
        tests(
            "BatonViewsTests",
            [
                "ActivityModel", "BatonBus", "BatonClient", "BatonCombine", "BatonViews", "BatonViewsRecording", "GLibKit",
                "SceneRules", "TestSupport", "UserActivity",
            ]),
        tests("FetchKitTests", ["FetchKit", "GLibKit", "TestSupport"]),
        tests("FuzzTests", ["FuzzTargets", "TestSupport"]),
        tests("GLibKitTests", ["GLibKit", "TestSupport"]),
        tests("ICUKitTests", ["ICUKit", "TestSupport"]),
        tests("JSONKitTests", ["JSONKit", "TestSupport"]),
        tests("SceneRulesTests", ["JSONKit", "SceneRules", "TestSupport"]),
        tests("BatonSearchTests", ["ActivityModel", "BatonSearch", "GLibKit", "ICUKit", "SQLiteKit", "TestSupport"]),
        tests(
            "BatonSpotlightTests",
            [
                "ActivityModel", "BatonBus", "BatonClient", "BatonDaemon", "BatonSpotlight", "BatonTypes",
                "CoreSpotlight",
                "GLibKit", "MobileCoreServices", "TestSupport", "UserActivity",
            ]),
        tests("SQLiteKitTests", ["SQLiteKit", "TestSupport"]),
        tests(
            "UserActivityTests",
            [
                "ActivityModel", "BatonBus", "BatonClient", "BatonDaemon", "GLibKit", "SceneRules", "TestSupport",
                "UserActivity",
            ]),
    ]
)

// Links with libFuzzer alone, so it is a target for `Scripts/fuzz` and for nobody else.
if Context.environment["BATON_FUZZERS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzzers/Program", swiftSettings: settings))
}
