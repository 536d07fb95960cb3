// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func app(_ name: String, _ products: [String] = ["SwiftUI"]) -> Target {
    .executableTarget(
        name: name, dependencies: products.map { .product(name: $0, package: "Baton") }, swiftSettings: settings)
}

let package = Package(
    name: "Views",
    dependencies: [.package(name: "Baton", path: "../..")],
    targets: [
        app("IceCreams", ["CoreSpotlight", "SwiftUI", "UniformTypeIdentifiers"]), app("Links"), app("Pages"),
        app("Tabs"),
    ]
)
