import Foundation
import Testing

@testable import ReaderCore

@Suite struct LoaderTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func code(_ path: String) -> DocumentError.Code? {
        do {
            _ = try DocumentLoader.load(path: path)
            return nil
        } catch {
            return (error as? DocumentError)?.code
        }
    }

    @Test func namesWhatCannotBeOpened() throws {
        #expect(code(folder.path + "/none.txt") == .missing)
        #expect(code(folder.path) == .isFolder)
        #expect(code("/dev/null") == .notAFile)
        #expect(code(try folder.write("x.png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])) == .binary)
        #expect(code(try folder.write("x.pdf", "%PDF-1.4 and so on".utf8)) == .binary)
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(code(pipe) == .notAFile)
        do {
            _ = try DocumentLoader.load(path: folder.path + "/no\u{1B}[2Jne")
            Issue.record("It does not exist.")
        } catch {
            #expect("\(error)".hasSuffix("/no^[[2Jne” does not exist."))
        }
    }

    @Test func aFileThatIsTooLargeIsRefusedUnread() throws {
        let path = try folder.write("large.txt", [])
        #expect(truncate(path, DocumentLoader.sizeLimit + 1) == 0)
        #expect(code(path) == .tooLarge)
    }

    @Test func textsAreReadWhateverTheyHold() throws {
        let empty = try DocumentLoader.load(path: folder.write("empty.txt", []))
        #expect(empty.text.isEmpty && empty.text.lineCount == 1 && empty.notice == nil)
        let bad = try DocumentLoader.load(path: folder.write("bad.txt", Array("a".utf8) + [0xFF] + Array("b".utf8)))
        #expect(bad.text.line(0) == "a\u{FFFD}b")
        #expect(bad.notice == "Bad UTF-8 is shown as �.")
        let marked = try DocumentLoader.load(path: folder.write("bom.txt", [0xEF, 0xBB, 0xBF] + Array("a".utf8)))
        #expect(marked.text.line(0) == "a")
        let late = try DocumentLoader.load(
            path: folder.write("late.txt", Array(String(repeating: "x", count: 9000).utf8) + [0]))
        #expect(late.text.lineCount == 1)
    }

    @Test func titlesComeFromTheText() throws {
        #expect(try DocumentLoader.load(path: folder.write("n.txt", "# T\n".utf8)).title == "n.txt")
        #expect(try DocumentLoader.load(path: folder.write("n.md", "\n## T *x*\n".utf8)).title == "T *x*")
        #expect(try DocumentLoader.load(path: folder.write("n.HTML", "<title>P</title>x".utf8)).title == "P")
    }

    @Test func theAppsOwnTextsAreKnownByNameAndNothingElseIs() throws {
        try folder.write("Reader.app/Contents/Resources/Texts/coast.txt", "x".utf8)
        try folder.write("secret.txt", "x".utf8)
        let app = AppFolder(root: folder.path + "/Reader.app")
        let source = try #require(app.source(named: "Texts/coast.txt"))
        #expect(source.bundledName == "Texts/coast.txt")
        let name = "Reader.app/Contents/../Contents/Resources/Texts/coast.txt"
        #expect(DocumentSource(path: folder.path + "/" + name, app: app) == source)
        for name in ["", "Texts/none.txt", "../../../secret.txt", folder.path + "/secret.txt", ".."] {
            #expect(app.source(named: name) == nil)
        }
        #expect(AppFolder(root: nil).source(named: "Texts/coast.txt") == nil)
    }
}
