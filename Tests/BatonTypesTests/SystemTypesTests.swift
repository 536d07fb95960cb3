import CoreServices
import Testing

@testable import BatonTypes

@Suite struct SystemTypesTests {
    @Test func everyRowConformsToTypesThatAreThere() {
        let known = Set(SystemTypes.rows.map(\.identifier))
        #expect(known.count == SystemTypes.rows.count)
        for row in SystemTypes.rows {
            #expect(row.identifier == row.identifier.lowercased(), "\(row.identifier)")
            for parent in row.parents { #expect(known.contains(parent), "\(row.identifier) conforms to \(parent)") }
            for tag in row.extensions {
                #expect(UTTagClass.filenameExtension.normalised(tag) == tag, "\(row.identifier)")
            }
            for tag in row.mimeTypes { #expect(UTTagClass.mimeType.normalised(tag) == tag, "\(row.identifier)") }
        }
    }

    @Test func noRowConformsToItself() {
        for row in SystemTypes.rows {
            let ancestors = TypeRegistry.own.ancestors(of: UTType.system(row.identifier).record).map(\.identifier)
            #expect(!ancestors.contains(row.identifier))
        }
    }

    @Test func noMIMETypeIsOfTwoFormats() {
        var owners: [String: [String]] = [:]
        for row in SystemTypes.rows { for type in row.mimeTypes { owners[type, default: []].append(row.identifier) } }
        for (type, owners) in owners { #expect(owners.count == 1, "\(type) is \(owners)") }
    }

    /// Conformance that Apple documents for its constants, and that app code asks for.
    @Test(arguments: [
        ("public.png", "public.image"), ("public.png", "public.data"), ("public.png", "public.content"),
        ("public.swift-source", "public.plain-text"), ("public.python-script", "public.source-code"),
        ("public.json", "public.text"), ("public.geojson", "public.json"), ("public.mpeg-4", "public.movie"),
        ("public.mp3", "public.audio"), ("public.aiff-audio", "public.aifc-audio"),
        ("com.apple.application-bundle", "com.apple.bundle"), ("com.apple.application-bundle", "public.executable"),
        ("com.apple.rtfd", "com.apple.package"), ("public.zip-archive", "public.archive"),
        ("public.zip-archive", "com.pkware.zip-archive"), ("public.heic", "public.image"),
        ("public.svg-image", "public.xml"), ("public.file-url", "public.url"), ("public.volume", "public.directory"),
        ("com.apple.xml-property-list", "public.xml"), ("net.daringfireball.markdown", "public.utf8-plain-text"),
    ])
    func systemTypesConform(_ identifier: String, to other: String) throws {
        let (type, other) = try (#require(UTType(identifier)), #require(UTType(other)))
        #expect(type.conforms(to: other))
        #expect(type.isSubtype(of: other))
        #expect(other.isSupertype(of: type))
        #expect(!other.conforms(to: type))
        #expect(type.supertypes.contains(other))
    }

    @Test func whatIsNotSoDoesNotConform() {
        #expect(!UTType.image.conforms(to: .text))
        #expect(!UTType.mpeg4Audio.conforms(to: .movie))
        #expect(!UTType.package.conforms(to: .data))
        #expect(!UTType.json.conforms(to: .plainText))
        #expect(!UTType.heic.conforms(to: .heif))
        #expect(!UTType.png.isSubtype(of: .png))
        #expect(UTType.png.conforms(to: .png))
        #expect(!UTType.png.supertypes.contains(.png))
    }

    @Test(arguments: [
        ("png", "public.png"), ("JPG", "public.jpeg"), ("txt", "public.plain-text"), ("htm", "public.html"),
        ("mp4", "public.mpeg-4"), ("plist", "com.apple.property-list"), ("md", "net.daringfireball.markdown"),
        ("odt", "org.oasis-open.opendocument.text"), ("flac", "org.xiph.flac"), ("zip", "public.zip-archive"),
        ("tgz", "org.gnu.gnu-zip-tar-archive"), ("swift", "public.swift-source"), ("vcf", "public.vcard"),
    ])
    func extensionsHaveTheirTypes(_ name: String, _ identifier: String) {
        #expect(UTType(filenameExtension: name)?.identifier == identifier)
    }

    @Test(arguments: [
        ("image/png", "public.png"), ("IMAGE/PNG", "public.png"), ("text/plain", "public.plain-text"),
        ("text/html; charset=utf-8", "public.html"), ("text/plain;charset=utf-8", "public.utf8-plain-text"),
        ("application/json", "public.json"), ("audio/mpeg", "public.mp3"),
        ("application/octet-stream", "public.data"), ("audio/x-wav", "com.microsoft.waveform-audio"),
    ])
    func mimeTypesHaveTheirTypes(_ name: String, _ identifier: String) {
        #expect(UTType(mimeType: name)?.identifier == identifier)
    }

    @Test func theSupertypeChoosesAmongTypesOfOneTag() {
        #expect(UTType(filenameExtension: "mp4", conformingTo: .audio) == .mpeg4Audio)
        #expect(UTType(filenameExtension: "app", conformingTo: .package) == .applicationBundle)
        #expect(UTType(filenameExtension: "app")?.isDynamic == true)
        #expect(
            UTType.types(tag: "plist", tagClass: .filenameExtension, conformingTo: .xml).map(\.identifier)
                == ["com.apple.xml-property-list"])
        #expect(
            UTType.types(tag: "mp4", tagClass: .filenameExtension, conformingTo: nil) == [.mpeg4Movie, .mpeg4Audio])
    }

    @Test func propertiesAreThoseOfTheDeclaration() {
        #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
        #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
        #expect(UTType.jpeg.tags[.filenameExtension] == ["jpeg", "jpg", "jpe"])
        #expect(UTType.image.tags.isEmpty)
        #expect(UTType.image.preferredFilenameExtension == nil)
        #expect(UTType.jpeg.isPublic && UTType.jpeg.isDeclared && !UTType.jpeg.isDynamic)
        #expect(!UTType.pdf.isPublic)
        #expect(UTType.pdf.version == nil && UTType.pdf.referenceURL == nil)
        #expect("\(UTType.pdf)" == "com.adobe.pdf")
    }

    @Test func identifiersAreComparedWithoutCase() {
        #expect(UTType("Public.PNG") == .png)
        #expect(UTType("Public.PNG")?.identifier == "public.png")
        #expect(Set([UTType.png, UTType("PUBLIC.png")]).count == 1)
        #expect(UTType("org.example.nobody") == nil)
        #expect(UTType("") == nil)
    }

    /// The constants of Core Services name types that are there.
    @Test func constantsOfCoreServicesAreDeclared() {
        let constants: [String] = [
            kUTTypeItem, kUTTypeContent, kUTTypeCompositeContent, kUTTypeMessage, kUTTypeContact, kUTTypeArchive,
            kUTTypeDiskImage, kUTTypeData, kUTTypeDirectory, kUTTypeResolvable, kUTTypeSymLink, kUTTypeExecutable,
            kUTTypeMountPoint, kUTTypeAliasFile, kUTTypeAliasRecord, kUTTypeURLBookmarkData, kUTTypeURL, kUTTypeFileURL,
            kUTTypeText, kUTTypePlainText, kUTTypeUTF8PlainText, kUTTypeUTF16ExternalPlainText, kUTTypeUTF16PlainText,
            kUTTypeDelimitedText, kUTTypeCommaSeparatedText, kUTTypeTabSeparatedText, kUTTypeUTF8TabSeparatedText,
            kUTTypeRTF, kUTTypeHTML, kUTTypeXML, kUTTypeSourceCode, kUTTypeAssemblyLanguageSource, kUTTypeCSource,
            kUTTypeObjectiveCSource, kUTTypeSwiftSource, kUTTypeCPlusPlusSource, kUTTypeObjectiveCPlusPlusSource,
            kUTTypeCHeader, kUTTypeCPlusPlusHeader, kUTTypeJavaSource, kUTTypeScript, kUTTypeAppleScript,
            kUTTypeOSAScript, kUTTypeOSAScriptBundle, kUTTypeJavaScript, kUTTypeShellScript, kUTTypePerlScript,
            kUTTypePythonScript, kUTTypeRubyScript, kUTTypePHPScript, kUTTypeJSON, kUTTypePropertyList,
            kUTTypeXMLPropertyList, kUTTypeBinaryPropertyList, kUTTypePDF, kUTTypeRTFD, kUTTypeFlatRTFD,
            kUTTypeTXNTextAndMultimediaData, kUTTypeWebArchive, kUTTypeImage, kUTTypeJPEG, kUTTypeJPEG2000, kUTTypeTIFF,
            kUTTypePICT, kUTTypeGIF, kUTTypePNG, kUTTypeQuickTimeImage, kUTTypeAppleICNS, kUTTypeBMP, kUTTypeICO,
            kUTTypeRawImage, kUTTypeScalableVectorGraphics, kUTTypeLivePhoto, kUTTypeAudiovisualContent, kUTTypeMovie,
            kUTTypeVideo, kUTTypeAudio, kUTTypeQuickTimeMovie, kUTTypeMPEG, kUTTypeMPEG2Video,
            kUTTypeMPEG2TransportStream, kUTTypeMP3, kUTTypeMPEG4, kUTTypeMPEG4Audio, kUTTypeAppleProtectedMPEG4Audio,
            kUTTypeAppleProtectedMPEG4Video, kUTTypeAVIMovie, kUTTypeAudioInterchangeFileFormat, kUTTypeWaveformAudio,
            kUTTypeMIDIAudio, kUTTypePlaylist, kUTTypeM3UPlaylist, kUTTypeFolder, kUTTypeVolume, kUTTypePackage,
            kUTTypeBundle, kUTTypePluginBundle, kUTTypeSpotlightImporter, kUTTypeQuickLookGenerator, kUTTypeXPCService,
            kUTTypeFramework, kUTTypeApplication, kUTTypeApplicationBundle, kUTTypeApplicationFile,
            kUTTypeUnixExecutable, kUTTypeWindowsExecutable, kUTTypeJavaClass, kUTTypeJavaArchive,
            kUTTypeSystemPreferencesPane, kUTTypeGNUZipArchive, kUTTypeBzip2Archive, kUTTypeZipArchive,
            kUTTypeSpreadsheet, kUTTypePresentation, kUTTypeDatabase, kUTTypeVCard, kUTTypeToDoItem,
            kUTTypeCalendarEvent, kUTTypeEmailMessage, kUTTypeInternetLocation, kUTTypeInkText, kUTTypeFont,
            kUTTypeBookmark, kUTType3DContent, kUTTypePKCS12, kUTTypeX509Certificate, kUTTypeElectronicPublication,
            kUTTypeLog,
        ]
        #expect(constants.count == 128)
        #expect(Set(constants).count == 128)
        for constant in constants { #expect(UTType(constant)?.identifier == constant) }
    }

    @Test func functionsOfCoreServicesAnswerAsTheTypesDo() {
        #expect(UTTypeConformsTo(kUTTypePNG as String, kUTTypeImage as String))
        #expect(!UTTypeConformsTo(kUTTypeImage, kUTTypePNG))
        #expect(UTTypeConformsTo("org.example.nobody", "org.Example.Nobody"))
        #expect(!UTTypeConformsTo("org.example.nobody", kUTTypeData))
        #expect(UTTypeEqual("PUBLIC.PNG", kUTTypePNG))
        #expect(!UTTypeEqual(kUTTypeJPEG, kUTTypePNG))
        #expect(UTTypeIsDeclared(kUTTypePDF))
        #expect(!UTTypeIsDeclared("org.example.nobody"))
        #expect(!UTTypeIsDynamic(kUTTypePDF))
        #expect(UTTypeIsDynamic(UTType(filenameExtension: "baton-unknown")?.identifier ?? ""))
    }
}
