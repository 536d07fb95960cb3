import Foundation
import GLibKit
import Testing

@testable import BatonTypes

@Suite struct DynamicTypesTests {
    @Test func aTagThatNobodyKnowsGivesADynamicType() throws {
        let type = try #require(UTType(filenameExtension: "Baton-Unknown"))
        #expect(type.isDynamic && !type.isDeclared && !type.isPublic)
        #expect(type.identifier.hasPrefix("dyn.baton."))
        #expect(type.preferredFilenameExtension == "baton-unknown")
        #expect(type.preferredMIMEType == nil)
        #expect(type.localizedDescription == nil)
        #expect(type.supertypes == [.data, .item])
        #expect(type == UTType(filenameExtension: "baton-unknown"))
        #expect(type != UTType(filenameExtension: "baton-unknown2"))
    }

    /// Identifiers are kept in files and sent to other machines: they may not change.
    @Test func identifiersStayWhatTheyAre() throws {
        let type = try #require(UTType(filenameExtension: "xyz1"))
        #expect(
            type.identifier == "dyn.baton.ob2we3djmmxgm2lmmvxgc3lffvsxq5dfnzzws33oab4hs6rr")
        #expect(UTType(type.identifier) == type)
        #expect(UTType(type.identifier.uppercased()) == type)
    }

    @Test(arguments: ["a", "ab", "abc", "abcd", "abcde", "tar.unknown", "größe", "日本", "\u{1F600}", "x y"])
    func identifiersHoldTheTag(_ tag: String) throws {
        for supertype in [UTType.data, .package, .image] {
            let type = try #require(UTType(filenameExtension: tag, conformingTo: supertype))
            #expect(type.conforms(to: supertype))
            let again = try #require(UTType(type.identifier))
            #expect(again == type)
            #expect(again.tags == type.tags)
            #expect(again.supertypes == type.supertypes)
        }
    }

    @Test func theSupertypeAskedForIsPartOfTheType() throws {
        let package = try #require(UTType(filenameExtension: "baton-unknown", conformingTo: .package))
        #expect(package.conforms(to: .directory))
        #expect(!package.conforms(to: .data))
        #expect(package != UTType(filenameExtension: "baton-unknown"))
        let inner = try #require(UTType(filenameExtension: "baton-outer", conformingTo: package))
        #expect(inner.conforms(to: package) && inner.conforms(to: .package))
        #expect(UTType(inner.identifier)?.conforms(to: package) == true)
    }

    @Test func whatIsNoTagGivesNothing() {
        for tag in ["", "a/b", "a\0b", "a\nb", String(repeating: "x", count: 256)] {
            #expect(UTType(filenameExtension: tag) == nil)
            #expect(UTType.types(tag: tag, tagClass: .filenameExtension, conformingTo: nil).isEmpty)
        }
        for tag in ["", "text", "/", "text/", "/plain", "a/b/c", "te xt/pl ain", "text/plain\n", "text/p<lain", ";a/b"]
        {
            #expect(UTType(mimeType: tag) == nil, "\(tag)")
        }
    }

    @Test func anIdentifierThatIsNotExactlyAsMadeIsNone() throws {
        let made = try #require(UTType(filenameExtension: "xyz1")).identifier
        let spelledOut = DynamicIdentifier(tagClass: .filenameExtension, tag: "xyz1", supertype: "public.data").text
        for text in [
            spelledOut, "dyn.", "dyn.baton.", "dyn.baton", "dyn.age80k55", made + "a", String(made.dropLast()),
            made + "!",
            "dyn.baton.a",
            "dyn.baton.aaaa", "dyn.baton." + String(repeating: "a", count: 100_000),
        ] {
            #expect(UTType(text) == nil, "\(text.prefix(80))")
        }
    }

    @Test func typesThatWereMadeAreNotKeptForEver() {
        let registry = TypeRegistry(AppDeclarations(info: [:]))
        for number in 0..<2000 {
            _ = registry.types(tag: "n\(number)", tagClass: .filenameExtension, conformingTo: nil)
            #expect(registry.made.count <= MadeTypes.most)
        }
        #expect(registry.made.count > 0)
    }

    @Test func supertypesOfSupertypesEnd() throws {
        var type = try #require(UTType(filenameExtension: "baton-unknown", conformingTo: .package))
        var depth = 0
        while let next = UTType(filenameExtension: "baton-unknown", conformingTo: type) {
            #expect(next.identifier.utf8.count <= 4096)
            #expect(UTType(next.identifier)?.conforms(to: .package) == true)
            type = next
            depth += 1
            try #require(depth < 100)
        }
        #expect(depth > 2)
    }

    @Test func otherClassesOfTagsHaveDynamicTypesOnly() throws {
        let type = try #require(
            UTType(tag: "TEXT", tagClass: UTTagClass(rawValue: "com.apple.ostype"), conformingTo: .text))
        #expect(type.isDynamic && type.tags.isEmpty && type.conforms(to: .text))
        #expect(UTType(type.identifier) == type)
    }

    @Test func typesTravelAsTheirIdentifiers() throws {
        let types = try [UTType.png, #require(UTType(filenameExtension: "baton-unknown"))]
        let data = try JSONEncoder().encode(types)
        #expect(String(decoding: data, as: UTF8.self).hasPrefix(#"["public.png","dyn.baton."#))
        #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
        let other = try JSONDecoder().decode([UTType].self, from: Data(#"["org.example.other"]"#.utf8))
        #expect(other.first?.identifier == "org.example.other")
        #expect(other.first?.isDeclared == false && other.first?.isDynamic == false)
        #expect(other.first?.conforms(to: .data) == true)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: Data(#"[""]"#.utf8)) }
        let long = Data("[\"\(String(repeating: "x", count: 5000))\"]".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([UTType].self, from: long) }
    }
}

/// What the shared MIME database of the system adds.
@Suite(.enabled(if: MIMEDatabase.type(ofFileNamed: "name.mkv") != nil, "shared-mime-info is not installed"))
struct MIMEDatabaseTypesTests {
    @Test(arguments: [
        ("mkv", "public.movie"), ("opus", "public.audio"), ("rs", "public.plain-text"), ("asc", "public.plain-text"),
        ("7z", "public.archive"), ("xcf", "public.image"), ("woff2", "public.font"),
        ("moov", "com.apple.quicktime-movie"), ("atom", "public.xml"), ("tar.gz", "org.gnu.gnu-zip-tar-archive"),
        ("docm", "public.composite-content"), ("gnumeric", "public.spreadsheet"), ("xsd", "public.xml"),
    ])
    func extensionsConformByTheirMIMEType(_ name: String, _ supertype: String) throws {
        let type = try #require(UTType(filenameExtension: name))
        #expect(type.isDynamic)
        #expect(type.preferredFilenameExtension == name)
        #expect(type.preferredMIMEType != nil)
        #expect(type.conforms(to: try #require(UTType(supertype))), "\(name): \(type.supertypes)")
        #expect(type.conforms(to: .data))
        #expect(type.localizedDescription?.contains("/") == false)
        #expect(UTType(type.identifier)?.supertypes == type.supertypes)
    }

    @Test func documentsAreNoArchives() throws {
        for name in ["docm", "odg", "xlsm"] {
            #expect(try #require(UTType(filenameExtension: name)).conforms(to: .archive) == false, "\(name)")
        }
    }

    @Test func mimeTypesHaveTheExtensionsOfTheDatabase() throws {
        let matroska = try #require(UTType(mimeType: "video/x-matroska"))
        #expect(matroska.preferredFilenameExtension == "mkv")
        #expect(matroska.conforms(to: .movie))
        let rust = try #require(UTType(mimeType: "text/x-rust"))
        #expect(rust.preferredFilenameExtension == "rs")
        #expect(rust.preferredMIMEType == "text/x-rust")
        #expect(rust.conforms(to: .plainText))
        let document = try #require(UTType(mimeType: "application/vnd.ms-word.document.macroEnabled.12"))
        #expect(document.preferredFilenameExtension == "docm")
        #expect(document.conforms(to: .compositeContent))
    }

    @Test func anAliasIsTheTypeItself() {
        #expect(UTType(mimeType: "image/pjpeg") == .jpeg)
        #expect(UTType(mimeType: "application/x-pdf") == .pdf)
    }

    @Test func aSupertypeThatTheDatabaseContradictsWins() throws {
        let type = try #require(UTType(filenameExtension: "mkv", conformingTo: .package))
        #expect(type.conforms(to: .package) && !type.conforms(to: .movie) && !type.conforms(to: .data))
        #expect(type.preferredMIMEType == nil)
        #expect(try #require(UTType(filenameExtension: "mkv", conformingTo: .movie)).conforms(to: .movie))
    }

    @Test func namesAreTheDatabases() {
        #expect(UTType.pdf.localizedDescription?.isEmpty == false)
        #expect(UTType.data.localizedDescription == nil)
        #expect(MIMEDatabase.name(of: "application/x-nobody") == nil)
    }

    @Test func noNameLeadsOutOfTheDatabase() {
        for name in ["../../etc/passwd", "text/../plain", "/plain", "text/.", "text/pla\nin", "text", "", "a/b/c"] {
            #expect(MIMEDatabase.extensions(of: name).isEmpty)
            #expect(MIMEDatabase.name(of: name) == nil)
        }
    }
}
