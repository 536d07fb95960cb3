// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Reader",
    products: [.executable(name: "Reader", targets: ["Reader"])],
    dependencies: [
        .package(name: "Baton", path: "../..")
    ],
    targets: [
        // Linked by its module map: SwiftPM warns of each -D in ncursesw's pkg-config file at every build.
        .systemLibrary(name: "CReaderCurses", providers: [.apt(["libncurses-dev"])]),
        .systemLibrary(name: "CReaderWide"),
        .systemLibrary(name: "CReaderXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        // The text and everything about it that needs no terminal.
        .target(name: "ReaderCore", dependencies: ["CReaderWide", "CReaderXML"], swiftSettings: settings),
        // Where it is shown: a terminal, or one line at a time where there is none.
        .target(name: "ReaderTerminal", dependencies: ["CReaderCurses", "ReaderCore"], swiftSettings: settings),
        // The app: its activity, and what it continues.
        .executableTarget(
            name: "Reader",
            dependencies: [
                "ReaderCore",
                "ReaderTerminal",
                .product(name: "UserActivity", package: "Baton"),
            ],
            swiftSettings: settings),
        .testTarget(name: "ReaderCoreTests", dependencies: ["ReaderCore"], swiftSettings: settings),
    ]
)
