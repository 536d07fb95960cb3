import BatonTypes
import Foundation
import Testing

@Suite struct FileNameTests {
    private let folder = URL(filePath: "/tmp/files/", directoryHint: .isDirectory)

    @Test(arguments: [
        ("readme", UTType.plainText, "readme.txt"), ("puppy.jpg", .image, "puppy.jpg"),
        ("puppy.jpg", .jpeg, "puppy.jpg"), ("puppy.JPG", .jpeg, "puppy.JPG"),
        ("puppy.jpg", .plainText, "puppy.jpg.txt"), ("puppy", .image, "puppy"), ("main.swift", .text, "main.swift"),
        ("v1.2", .pdf, "v1.2.pdf"), (".hidden", .pdf, ".hidden.pdf"), ("a", .mp3, "a.mp3"),
    ])
    func namesGetTheExtensionThatTheyLack(_ name: String, _ type: UTType, _ expected: String) {
        #expect(folder.appendingPathComponent(name, conformingTo: type).path == "/tmp/files/\(expected)")
        #expect(folder.appendingPathComponent(name).appendingPathExtension(for: type).path == "/tmp/files/\(expected)")
        #expect(
            NSString("/tmp/files").appendingPathComponent(name, conformingTo: type) == "/tmp/files/\(expected)")
        #expect(NSString(string: name).appendingPathExtension(for: type) == expected)
        var url = folder
        url.appendPathComponent(name, conformingTo: type)
        #expect(url.path == "/tmp/files/\(expected)")
        url = folder.appendingPathComponent(name)
        url.appendPathExtension(for: type)
        #expect(url.path == "/tmp/files/\(expected)")
    }

    @Test func directoriesHaveTheirSlash() {
        #expect(
            folder.appendingPathComponent("Reader", conformingTo: .applicationBundle).absoluteString
                == "file:///tmp/files/Reader.app/")
        #expect(
            URL(string: "file:///tmp/Reader")?.appendingPathExtension(for: .applicationBundle).absoluteString
                == "file:///tmp/Reader.app/")
        #expect(
            URL(string: "file:///tmp/Reader.app")?.appendingPathExtension(for: .applicationBundle).absoluteString
                == "file:///tmp/Reader.app/")
        #expect(folder.appendingPathComponent("a", conformingTo: .pdf).absoluteString == "file:///tmp/files/a.pdf")
    }

    @Test func dynamicTypesGiveTheirOwnExtension() throws {
        let type = try #require(UTType(filenameExtension: "baton-unknown"))
        #expect(folder.appendingPathComponent("a", conformingTo: type).lastPathComponent == "a.baton-unknown")
        #expect(
            folder.appendingPathComponent("a.baton-unknown", conformingTo: type).lastPathComponent == "a.baton-unknown")
    }

    @Test func nothingIsAddedWhereThereIsNoName() throws {
        let root = try #require(URL(string: "file:///"))
        #expect(root.appendingPathExtension(for: .pdf) == root)
        #expect(NSString("").appendingPathExtension(for: .pdf) == "")
    }

    @Test func addressesOfTheWebKeepTheirQuery() throws {
        let url = try #require(URL(string: "https://example.org/a/report?page=2"))
        #expect(url.appendingPathExtension(for: .pdf).absoluteString == "https://example.org/a/report.pdf?page=2")
    }
}
