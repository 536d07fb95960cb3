import ActivityModel
import Foundation
import Testing

/// The checked-in properties are what the table of attributes gives. `BATON_WRITE_GENERATED=1 swift test --filter
/// AttributeFilesTests` writes them.
@Suite struct AttributeFilesTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/Frameworks/BatonSpotlight/Attributes/Generated")

    @Test(arguments: AttributeSource.groups)
    func isUpToDate(group: String) throws {
        let url = Self.folder.appending(path: AttributeSource.file(group))
        let text = AttributeSource.text(group)
        if ProcessInfo.processInfo.environment["BATON_WRITE_GENERATED"] != nil { try Data(text.utf8).write(to: url) }
        let written = try String(contentsOf: url, encoding: .utf8)
        #expect(written == text, "\(url.lastPathComponent) is out of date")
    }

    @Test func nothingElseIsThere() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files) == Set(AttributeSource.groups.map(AttributeSource.file)))
    }

    @Test func everyAttributeIsExplainedAndNamedOnce() {
        #expect(Set(AttributeTable.all.map(\.name)) == Set(AttributeSentences.all.keys))
        #expect(Set(AttributeTable.all.map { AttributeSource.propertyName($0.name) }).count == AttributeTable.all.count)
    }

    @Test(arguments: [
        ("title", "title"), ("URL", "url"), ("GPSTrack", "gpsTrack"), ("GPSDOP", "gpsdop"), ("fNumber", "fNumber"),
        ("HTMLContentData", "htmlContentData"), ("EXIFGPSVersion", "exifgpsVersion"), ("ISOSpeed", "isoSpeed"),
    ])
    func propertiesAreNamedAsInSwift(attribute: String, property: String) {
        #expect(AttributeSource.propertyName(attribute) == property)
    }
}
