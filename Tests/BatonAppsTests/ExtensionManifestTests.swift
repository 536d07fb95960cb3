import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonApps

/// `NSExtension` in an app's Info.plist.
@Suite(.timeLimit(.minutes(5)))
struct ExtensionManifestTests {
    private static func dictionary(
        _ point: String? = "com.apple.spotlight.index", _ program: String? = "<string>helper</string>",
        attributes: String = ""
    ) -> String {
        let keys =
            (point.map { "<key>NSExtensionPointIdentifier</key><string>\($0)</string>" } ?? "")
            + (program.map { "<key>BatonExecutable</key>\($0)" } ?? "")
        return "<dict>\(keys)\(attributes)</dict>"
    }

    private static func types(_ list: String) -> String {
        "<key>NSExtensionAttributes</key><dict><key>CSSupportedContentTypes</key>\(list)</dict>"
    }

    private func read(_ value: String, bundled: Bool = false) async throws -> Result<AppManifest, ManifestFaults> {
        await withScratch { scratch in
            let folder = scratch.app("Reader.app", keys: ["NSExtension": value], bundled: bundled)
            scratch.file("Reader.app/helper", "#!/bin/sh\n", mode: 0o755)
            scratch.file("Reader.app/data", "x")
            scratch.link("Reader.app/out", to: "/bin/sh")
            do throws(ManifestFaults) {
                return .success(try AppManifestReader.read(folder))
            } catch {
                return .failure(error)
            }
        }
    }

    @Test func oneDictionaryOrAListNamesThem() async throws {
        let both =
            "<array>\(Self.dictionary())"
            + Self.dictionary(
                "com.apple.spotlight.import", attributes: Self.types("<array><string>public.text</string></array>"))
            + "</array>"
        for bundled in [false, true] {
            let one = try await read(Self.dictionary(), bundled: bundled).get()
            #expect(one.indexExtension?.executable == "\(one.folder)/helper")
            #expect(one.extensions?.count == 1)
            let manifest = try await read(both, bundled: bundled).get()
            #expect(manifest.extensions?.map(\.point) == [.index, .import])
            #expect(manifest.extensions?.last?.contentTypes == ["public.text"])
        }
        // Shared by both, as by the app itself.
        #expect(try await read(Self.dictionary(program: "run")).get().indexExtension != nil)
    }

    private static func dictionary(program: String) -> String {
        dictionary("com.apple.spotlight.index", "<string>\(program)</string>")
    }

    @Test func whatItDoesNotKnowIsPassedOver() async throws {
        let other = Self.dictionary("com.apple.share-services", nil)
        #expect(try await read(other).get().extensions == nil)
        #expect(try await read("<array></array>").get().extensions == nil)
        #expect(try await read("<array>\(other)\(Self.dictionary())</array>").get().extensions?.count == 1)
    }

    @Test(arguments: [
        ("<string>x</string>", "NSExtension is a text; expected a list of dictionaries"),
        ("<array><true/></array>", "NSExtension[0] is true or false; expected a dictionary"),
        (dictionary(nil), "NSExtension.NSExtensionPointIdentifier is missing"),
        (dictionary("com.apple.spotlight.index", nil), "NSExtension.BatonExecutable is missing"),
        (dictionary("com.apple.spotlight.index", "<true/>"), "NSExtension.BatonExecutable is true or false"),
        (dictionary(program: "../sh"), "expected a name inside the app's folder"),
        (dictionary(program: "/bin/sh"), "expected a name inside the app's folder"),
        (dictionary(program: "gone"), "is missing; expected at gone"),
        (dictionary(program: "data"), "data may not be executed"),
        (dictionary(program: "out"), "out is a link out of the app's folder"),
        ("<array>\(dictionary())\(dictionary())</array>", "NSExtension[1] is a second extension"),
        (dictionary("com.apple.spotlight.import"), "CSSupportedContentTypes holds 0 types; expected 1 to 256"),
        (
            dictionary("com.apple.spotlight.import", attributes: types("<array><string>\(long)</string></array>")),
            "holds a type of over 255 bytes"
        ),
        (
            dictionary("com.apple.spotlight.import", attributes: "<key>NSExtensionAttributes</key><true/>"),
            "NSExtension.NSExtensionAttributes is true or false; expected a dictionary"
        ),
        (
            "<array>\(String(repeating: dictionary("x"), count: 17))</array>",
            "NSExtension names 17 extensions; 16 are the most"
        ),
    ])
    func aFaultIsNamed(_ value: String, _ message: String) async throws {
        guard case .failure(let faults) = try await read(value) else {
            Issue.record("no fault")
            return
        }
        #expect(faults.message.contains(message), "\(faults.message)")
    }

    private static let long = String(repeating: "x", count: 256)

    @Test func typesAreClimbedNearestFirst() {
        let steps = ContentTypeLadder.steps(from: "text/markdown")
        #expect(steps.prefix(3) == ["text/markdown", "net.daringfireball.markdown", "public.text"])
        #expect(steps.last == "public.item")
        #expect(ContentTypeLadder.steps(from: "org.example.own") == ["org.example.own", "public.data", "public.item"])
        #expect(ContentTypeLadder.steps(from: "video/unheard-of").contains("public.movie"))
        #expect(ContentTypeLadder.steps(from: "") == ["", "public.data", "public.item"])
        #expect(ContentTypeLadder.steps(from: "/") == ["/", "public.data", "public.item"])
    }
}
