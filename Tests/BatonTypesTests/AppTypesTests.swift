import Foundation
import TestSupport
import Testing

@testable import BatonTypes

@Suite struct AppTypesTests {
    private static var drawing: [String: Any] {
        [
            "UTTypeIdentifier": "org.example.Drawing",
            "UTTypeConformsTo": ["com.apple.package", "public.composite-content"],
            "UTTypeDescription": "Drawing", "UTTypeVersion": 3, "UTTypeReferenceURL": "https://example.org/drawing",
            "UTTypeTagSpecification": [
                "public.filename-extension": "Drawing", "public.mime-type": ["application/x-drawing"],
            ] as [String: Any],
        ]
    }

    private func registry(_ info: [String: Any]) -> TypeRegistry { TypeRegistry(AppDeclarations(info: info)) }

    @Test func declarationsAreRead() throws {
        let registry = registry(["UTExportedTypeDeclarations": [Self.drawing]])
        let record = try #require(registry.declared("org.example.drawing"))
        #expect(record.identifier == "org.example.Drawing")
        #expect(record.kind == .declared && record.name == "Drawing" && record.version == 3)
        #expect(record.referenceURL?.host == "example.org")
        #expect(record.tags == [.filenameExtension: ["drawing"], .mimeType: ["application/x-drawing"]])
        #expect(registry.conforms(record, to: UTType.directory.record))
        #expect(!registry.conforms(record, to: UTType.data.record))
        #expect(
            registry.types(tag: "drawing", tagClass: .filenameExtension, conformingTo: UTType.package.record)
                .map(\.identifier) == ["org.example.Drawing"])
    }

    @Test func theSystemsDeclarationWins() throws {
        let forged: [String: Any] = [
            "UTTypeIdentifier": "Public.PNG", "UTTypeConformsTo": "public.text",
            "UTTypeTagSpecification": ["public.filename-extension": ["png"]],
        ]
        let other: [String: Any] = [
            "UTTypeIdentifier": "org.example.png", "UTTypeConformsTo": "public.image",
            "UTTypeTagSpecification": ["public.filename-extension": ["png"]],
        ]
        let registry = registry(["UTImportedTypeDeclarations": [forged, other]])
        let png = try #require(registry.declared("public.png"))
        #expect(registry.conforms(png, to: UTType.image.record))
        #expect(
            registry.declared(tag: "png", tagClass: .filenameExtension).map(\.identifier)
                == ["public.png", "org.example.png"])
    }

    @Test func exportedDeclarationsAreBeforeImportedOnes() throws {
        var imported = Self.drawing
        imported["UTTypeDescription"] = "Another"
        let registry = registry([
            "UTImportedTypeDeclarations": [imported], "UTExportedTypeDeclarations": [Self.drawing],
        ])
        #expect(registry.declared("org.example.drawing")?.name == "Drawing")
    }

    @Test func aCircleOfDeclarationsEnds() throws {
        let registry = registry([
            "UTExportedTypeDeclarations": [
                ["UTTypeIdentifier": "org.example.a", "UTTypeConformsTo": "org.example.b"],
                ["UTTypeIdentifier": "org.example.b", "UTTypeConformsTo": ["org.example.a", "public.text"]],
                ["UTTypeIdentifier": "org.example.c", "UTTypeConformsTo": ["org.example.c", "org.example.nobody"]],
            ] as [[String: Any]]
        ])
        let (a, b) = try (#require(registry.declared("org.example.a")), #require(registry.declared("org.example.b")))
        #expect(registry.conforms(a, to: b) && registry.conforms(b, to: a))
        #expect(registry.conforms(a, to: UTType.item.record))
        #expect(registry.ancestors(of: a).map(\.identifier).contains("org.example.a") == false)
        #expect(registry.ancestors(of: try #require(registry.declared("org.example.c"))).isEmpty)
    }

    @Test func whatIsNoDeclarationDeclaresNothing() {
        let odd: [Any] = [
            7, "text", ["UTTypeIdentifier": 7], ["UTTypeIdentifier": ""], [:] as [String: Any],
            ["UTTypeIdentifier": "dyn.baton.mine"], ["UTTypeIdentifier": String(repeating: "x", count: 256)],
        ]
        #expect(AppDeclarations(info: ["UTExportedTypeDeclarations": odd]).records.isEmpty)
        #expect(AppDeclarations(info: ["UTExportedTypeDeclarations": "text"]).records.isEmpty)
        #expect(AppDeclarations(info: [:]).records.isEmpty)
        let partly: [String: Any] = [
            "UTTypeIdentifier": "org.example.partly", "UTTypeConformsTo": [7, "public.text"], "UTTypeVersion": "x",
            "UTTypeReferenceURL": 7, "UTTypeTagSpecification": ["public.filename-extension": [7, "a/b", "ok"]],
        ]
        let record = AppDeclarations(info: ["UTExportedTypeDeclarations": [partly]]).records.first
        #expect(record?.parents == ["public.text"] && record?.tags == [.filenameExtension: ["ok"]])
        #expect(record?.version == nil && record?.referenceURL == nil)
    }

    @Test func moreThanAThousandDeclarationsAreNotRead() {
        let many = (0..<1500).map { ["UTTypeIdentifier": "org.example.n\($0)"] as [String: Any] }
        #expect(AppDeclarations(info: ["UTExportedTypeDeclarations": many]).records.count == 1000)
    }

    @Test func anUndeclaredTypeOfTheAppIsStillAType() {
        let parent = UTType(exportedAs: "org.example.base", conformingTo: .text)
        let type = UTType(importedAs: "org.example.derived", conformingTo: parent)
        #expect(!type.isDeclared && !type.isDynamic && type.tags.isEmpty)
        #expect(type.conforms(to: parent) && type.conforms(to: .content))
        #expect(UTType(exportedAs: "org.example.plain").supertypes == [.data, .item])
        #expect(UTType(exportedAs: "public.png") == .png)
        #expect(UTType("org.example.derived") == nil)
    }

    /// The app as a process of its own: its Info.plist is the main bundle's, and it has no shared MIME database.
    @Test func anAppFindsTheTypesOfItsInfoPlist() async throws {
        try await withScratchFolder { scratch in try await Self.runApp(in: scratch) }
    }

    private static func runApp(in scratch: ScratchFolder) async throws {
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>org.example.types</string>
            <key>UTExportedTypeDeclarations</key><array><dict>
            <key>UTTypeIdentifier</key><string>org.example.drawing</string>
            <key>UTTypeDescription</key><string>Drawing</string>
            <key>UTTypeConformsTo</key><array><string>com.apple.package</string></array>
            <key>UTTypeTagSpecification</key><dict>
            <key>public.filename-extension</key><array><string>drawing</string></array></dict>
            </dict></array>
            <key>UTImportedTypeDeclarations</key><array><dict>
            <key>UTTypeIdentifier</key><string>org.example.sketch</string>
            <key>UTTypeConformsTo</key><string>public.image</string>
            <key>UTTypeTagSpecification</key><dict>
            <key>public.mime-type</key><string>image/x-sketch</string></dict>
            </dict></array>
            </dict></plist>
            """
        try scratch.write("Types.app/Info.plist", plist)
        let program = scratch.file("Types.app/Types")
        // The test bundle lies beside the programs.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        // A copy that another test's child has open for writing cannot be run; a link is never open so.
        let built = bin.appending(path: "TypesApp").path
        if !ScratchFolder.hardLink(built, as: program) {
            try FileManager.default.copyItem(atPath: built, toPath: program)
        }
        let withoutDatabase = [
            "LC_ALL=C.UTF-8", "HOME=\(scratch.path)", "XDG_DATA_HOME=\(scratch.file("none"))",
            "XDG_DATA_DIRS=\(scratch.file("none"))",
        ]
        let descriptors = [
            Descriptors.open("/dev/null"), Descriptors.open(scratch.file("out"), writing: true),
            Descriptors.open(scratch.file("err"), writing: true),
        ]
        defer { descriptors.forEach(Descriptors.close) }
        let status = try await ProgramRun(program, [], environment: withoutDatabase, descriptors: descriptors).end()
        #expect(status == 0)
        #expect(
            scratch.text("out") == """
                text public.text true
                org.example.drawing true drawing - Drawing false true
                org.example.sketch true - image/x-sketch - true false
                extension org.example.drawing
                tag true mkv - public.data public.item
                tag false png image/png public.content public.data public.image public.item
                tag true - video/x-matroska public.audiovisual-content public.content public.data public.item public.movie
                tag true - application/atom+xml public.content public.data public.item public.text public.xml

                """)
        #expect(
            scratch.text("err") == """
                Types: UniformTypeIdentifiers: warning: the type org.example.forgotten is not declared; declare it in \
                UTExportedTypeDeclarations of the app's Info.plist, with its extensions and what it conforms to

                """)
    }
}
