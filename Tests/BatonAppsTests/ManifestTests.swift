import ActivityModel
import BatonApps
import FoundationEssentials
import Glibc
import Testing

struct ManifestTests {
    @Test func aFlatAppIsRead() async throws {
        try await withScratch { scratch in
            let documents = """
                <array><dict><key>CFBundleTypeName</key><string>Page</string>
                <key>CFBundleTypeExtensions</key><array><string>html</string></array>
                <key>NSUbiquitousDocumentUserActivityType</key><string>org.example.reader.page</string></dict></array>
                """
            let folder = scratch.app(
                "Reader.app",
                keys: [
                    "CFBundleName": "<string>Reader</string>", "CFBundleShortVersionString": "<string>1.2</string>",
                    "BatonTerminal": "<true/>", "BatonDesktopFile": "<string>reader.desktop</string>",
                    "BatonSceneStyle": "<string>single</string>",
                    "CFBundleDocumentTypes": documents,
                    "CFBundleURLTypes":
                        "<array><dict><key>CFBundleURLSchemes</key><array><string>Reader</string></array></dict></array>",
                ], team: "TEAM1")
            let manifest = try AppManifestReader.read(folder)
            #expect(manifest.id == "org.example.reader")
            #expect(manifest.name == "Reader")
            #expect(manifest.version == "1.2")
            #expect(manifest.team == "TEAM1")
            #expect(manifest.usesTerminal)
            #expect(manifest.desktopFile == "reader.desktop")
            #expect(manifest.activityTypes == ["org.example.reader.reading", "org.example.reader.page"])
            #expect(manifest.documentTypes.first?.extensions == ["html"])
            #expect(manifest.urlSchemes == ["reader"])
            #expect(manifest.folder == folder)
            #expect(manifest.executable == "\(folder)/run")
        }
    }

    @Test func aBundledAppIsReadThroughALink() async throws {
        try await withScratch { scratch in
            let folder = scratch.app("real/Reader.app", team: "TEAM1", bundled: true)
            scratch.link("other.app", to: folder)
            let manifest = try AppManifestReader.read("\(scratch.path)/other.app")
            #expect(manifest.folder == folder)
            #expect(manifest.executable == "\(folder)/Contents/Linux/run")
            // The entitlements have the name of the real folder.
            #expect(manifest.team == "TEAM1")
        }
    }

    @Test func whatAnAppSaysOfSearchIsRead() async throws {
        try await withScratch { scratch in
            let action = """
                <dict><key>Identifier</key><string>call</string><key>Title</key><string>Call</string>
                <key>SymbolImage</key><string>phone</string></dict>
                """
            let manifest = try AppManifestReader.read(
                scratch.app(
                    "Reader.app",
                    keys: ["CoreSpotlightContinuation": "<true/>", "CoreSpotlightActions": "<array>\(action)</array>"]))
            #expect(manifest.search?.continuation == true)
            #expect(
                manifest.search?.actions == [.init(identifier: "call", title: "Call", symbolImage: "phone")])
            #expect(try AppManifestReader.read(scratch.app("Other.app")).search == nil)
            let faults = #expect(throws: ManifestFaults.self) {
                try AppManifestReader.read(
                    scratch.app(
                        "Bad.app",
                        keys: [
                            "CoreSpotlightContinuation": "<string>yes</string>",
                            "CoreSpotlightActions": "<array><dict><key>Title</key><string>x</string></dict></array>",
                        ]))
            }
            #expect(faults?.faults.contains { $0.contains("CoreSpotlightContinuation is a text") } == true)
            #expect(faults?.faults.contains { $0.contains("CoreSpotlightActions[0] lacks an Identifier") } == true)
        }
    }

    @Test func withoutEntitlementsTheAppIsItsOwnTeam() async throws {
        try await withScratch { scratch in
            let manifest = try AppManifestReader.read(scratch.app("Reader.app"))
            #expect(manifest.team == "org.example.reader")
            #expect(manifest.name == "org.example.reader")
        }
    }

    @Test func theSampleAppsManifestIsRead() async throws {
        try await withScratch { scratch in
            let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Samples/Reader/Reader.app.in")
            scratch.file("Reader.app/Reader", "#!/bin/sh\n", mode: 0o755)
            for name in ["Info.plist", "Reader.entitlements"] {
                let data = try Data(contentsOf: sample.appending(path: name))
                scratch.file("Reader.app/\(name)", Array(data))
            }
            let manifest = try AppManifestReader.read("\(scratch.path)/Reader.app")
            #expect(manifest.id == "org.baton.samples.reader")
            #expect(manifest.team == "BATONSMPL1")
            #expect(manifest.usesTerminal)
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let key: String
        let value: String?
        let message: String
        var testDescription: String { "\(key) \(value ?? "missing")" }
    }

    @Test(arguments: [
        Fault(key: "CFBundleIdentifier", value: nil, message: "Info.plist: the key CFBundleIdentifier is missing"),
        Fault(
            key: "CFBundleIdentifier", value: "<true/>", message: "CFBundleIdentifier is true or false; expected a text"
        ),
        Fault(key: "CFBundleIdentifier", value: "<string>no id</string>", message: "CFBundleIdentifier is \"no id\""),
        Fault(key: "CFBundleExecutable", value: nil, message: "Info.plist: the key CFBundleExecutable is missing"),
        Fault(key: "CFBundleExecutable", value: "<string>gone</string>", message: "is missing; expected at gone"),
        Fault(key: "CFBundleExecutable", value: "<string>../run</string>", message: "expected a name inside"),
        Fault(key: "CFBundleExecutable", value: "<string>/bin/sh</string>", message: "expected a name inside"),
        Fault(key: "CFBundleExecutable", value: "<string>Info.plist</string>", message: "may not be executed"),
        Fault(key: "CFBundleExecutable", value: "<string>sub</string>", message: "sub is not a file"),
        Fault(key: "CFBundleExecutable", value: "<string>out</string>", message: "a link out of the app's folder"),
        Fault(
            key: "NSUserActivityTypes", value: "<string>a.b</string>",
            message: "NSUserActivityTypes is a text; expected a list of texts"),
        Fault(
            key: "NSUserActivityTypes", value: "<array><string>a</string><integer>1</integer></array>",
            message: "NSUserActivityTypes[1] is a number; expected a text that is not empty"),
        Fault(
            key: "NSUserActivityTypes", value: "<array><string></string></array>",
            message: "NSUserActivityTypes[0] is an empty text"),
        Fault(key: "CFBundleName", value: "<integer>3</integer>", message: "CFBundleName is a number"),
        Fault(key: "CFBundleName", value: "<string>a\tb</string>", message: "CFBundleName holds control characters"),
        Fault(
            key: "BatonTerminal", value: "<string>yes</string>",
            message: "BatonTerminal is a text; expected true or false"),
        Fault(
            key: "BatonSceneStyle", value: "<string>floating</string>",
            message: "BatonSceneStyle is \"floating\"; expected one of reuse, new, single"),
        Fault(key: "BatonDesktopFile", value: "<string>/x.desktop</string>", message: "BatonDesktopFile is a path"),
        Fault(
            key: "CFBundleDocumentTypes", value: "<array><string>x</string></array>",
            message: "CFBundleDocumentTypes[0] is a text; expected a dictionary"),
        Fault(
            key: "CFBundleURLTypes",
            value: "<array><dict><key>CFBundleURLSchemes</key><true/></dict></array>",
            message: "CFBundleURLTypes[0].CFBundleURLSchemes is true or false; expected a list of texts"),
    ])
    func aFaultIsNamed(_ fault: Fault) async throws {
        await withScratch { scratch in
            let folder = scratch.app("Reader.app", keys: [fault.key: fault.value])
            _ = scratch.folder("Reader.app/sub")
            scratch.link("Reader.app/out", to: "/bin/sh")
            let faults = #expect(throws: ManifestFaults.self) { try AppManifestReader.read(folder) }
            #expect(faults?.faults.count == 1)
            #expect(faults?.message.contains(fault.message) == true, "\(faults?.message ?? "")")
            #expect(faults?.error.code == .invalidManifest)
        }
    }

    @Test func allFaultsAreNamedAtOnce() async throws {
        await withScratch { scratch in
            let folder = scratch.app(
                "Reader.app",
                keys: ["CFBundleIdentifier": nil, "NSUserActivityTypes": "<true/>", "BatonTerminal": "<dict/>"])
            scratch.file("Reader.app/Reader.entitlements", "nonsense")
            let faults = #expect(throws: ManifestFaults.self) { try AppManifestReader.read(folder) }
            #expect(faults?.faults.count == 4)
            #expect(faults?.message.contains("Reader.entitlements cannot be read: it is not a property list") == true)
        }
    }

    @Test(arguments: [
        ("Reader", "the folder's name does not end in .app"), ("Empty.app", "Info.plist is missing"),
        ("file.app", "it is not a folder"), ("dangling.app", "the link leads nowhere"),
        ("gone.app", "the folder cannot be reached"),
    ])
    func aFaultyFolderIsNamed(_ name: String, _ message: String) async throws {
        await withScratch { scratch in
            scratch.app("Reader")
            _ = scratch.folder("Empty.app")
            scratch.file("file.app", "")
            scratch.link("dangling.app", to: "/nowhere")
            let faults = #expect(throws: ManifestFaults.self) { try AppManifestReader.read("\(scratch.path)/\(name)") }
            #expect(faults?.message.contains(message) == true, "\(faults?.message ?? "")")
        }
    }

    @Test func aPipeInPlaceOfAManifestIsNotWaitedFor() async throws {
        await withScratch { scratch in
            let folder = scratch.folder("Reader.app")
            mkfifo("\(folder)/Info.plist", 0o600)
            let faults = #expect(throws: ManifestFaults.self) { try AppManifestReader.read(folder) }
            #expect(faults?.message.contains("not a regular file") == true)
        }
    }
}
