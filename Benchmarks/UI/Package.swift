// swift-tools-version: 6.2
// Apps of views, measured beside the same in C. A package of its own: the bench beside it has links to Baton's folders, and
// modules of one name cannot be in one graph twice.

import PackageDescription

let package = Package(
    name: "BenchViews",
    dependencies: [.package(name: "Baton", path: "../..")],
    targets: [
        .systemLibrary(name: "CBenchGTK", pkgConfig: "libadwaita-1"),
        // Tells the times, for ours and for the program in C.
        .target(name: "CFrames", dependencies: ["CBenchGTK"]),
        .executableTarget(
            name: "BenchViews", dependencies: ["CFrames", .product(name: "SwiftUI", package: "Baton")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ]
)
