import Foundation
import Testing

@testable import ReaderCore

@Suite struct StateTests {
    private let folder: ScratchFolder
    private let store: PositionStore

    init() throws {
        folder = try ScratchFolder()
        store = PositionStore(folder: folder.path + "/state/baton-reader")
    }

    private func source(_ name: String) -> DocumentSource {
        DocumentSource(path: folder.path + "/" + name, app: AppFolder(root: nil))
    }

    @Test func keepsAPlaceADocument() {
        #expect(store.position(of: source("a")).position == nil)
        #expect(store.keep(Position(line: 3, offset: 4), of: source("a")) == nil)
        #expect(store.keep(Position(line: 5, offset: 6), of: source("b")) == nil)
        #expect(store.position(of: source("a")).position == Position(line: 3, offset: 4))
        #expect(store.position(of: source("b")).position == Position(line: 5, offset: 6))
        var status = stat()
        #expect(stat(store.file, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func forgetsTheDocumentsReadLongestAgo() {
        for index in 0...PositionStore.limit {
            #expect(store.keep(Position(line: index, offset: 0), of: source("\(index)")) == nil)
        }
        #expect(store.position(of: source("0")).position == nil)
        #expect(store.position(of: source("1")).position == Position(line: 1, offset: 0))
        #expect(store.position(of: source("200")).position == Position(line: 200, offset: 0))
    }

    @Test(arguments: ["", "{", "[]", "{\"version\": 1}", "{\"version\": 1, \"documents\": [{\"line\": \"x\"}]}"])
    func aDamagedFileIsSetAside(_ content: String) throws {
        _ = store.keep(.start, of: source("a"))
        try Data(content.utf8).write(to: URL(filePath: store.file))
        let (position, notice) = store.position(of: source("a"))
        #expect(position == nil)
        #expect(notice?.contains("positions.json.damaged") == true)
        #expect(FileManager.default.contents(atPath: store.file + ".damaged") == Data(content.utf8))
        #expect(store.keep(Position(line: 1, offset: 0), of: source("a")) == nil)
        #expect(store.position(of: source("a")).position == Position(line: 1, offset: 0))
    }

    @Test func aNewerFileIsLeftAlone() throws {
        _ = store.keep(.start, of: source("a"))
        let newer = Data("{\"version\": 2, \"pages\": {}}".utf8)
        try newer.write(to: URL(filePath: store.file))
        #expect(store.position(of: source("a")).notice?.contains("newer") == true)
        _ = store.keep(.start, of: source("a"))
        #expect(FileManager.default.contents(atPath: store.file) == newer)
    }

    @Test func aFolderThatCannotBeWrittenIsSaid() throws {
        let file = try folder.write("file", [])
        let store = PositionStore(folder: file + "/baton-reader")
        #expect(store.keep(.start, of: source("a"))?.contains("cannot be") == true)
    }

    @Test func theFolderFollowsTheEnvironment() {
        #expect(PositionStore(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]).folder == "/s/baton-reader")
        #expect(PositionStore(environment: ["HOME": "/h"]).folder == "/h/.local/state/baton-reader")
        #expect(
            PositionStore(environment: ["XDG_STATE_HOME": "s", "HOME": "/h"]).folder == "/h/.local/state/baton-reader")
    }

    @Test func theStateGoesToAnotherDeviceAndBack() throws {
        let path = try folder.write("a.txt", "x".utf8)
        let app = AppFolder(root: nil)
        let state = ReadingState(DocumentSource(path: path, app: app), at: Position(line: 41, offset: 7))
        #expect(state.userInfo["line"] as? Int == 42)
        #expect(Set(state.userInfo.keys) == Set(ReadingState.keys.map(AnyHashable.init)))
        let other = try #require(ReadingState(userInfo: state.userInfo))
        #expect(other == state)
        #expect(other.source(in: app)?.path == state.documentPath)
        try FileManager.default.removeItem(atPath: path)
        #expect(other.source(in: app) == nil)
    }

    @Test func aStateThatIsNotWholeIsRefused() {
        let whole = ReadingState(source("a"), at: .start).userInfo
        #expect(ReadingState(userInfo: whole) != nil)
        for key in ReadingState.keys {
            var info = whole
            info[key] = nil
            #expect(ReadingState(userInfo: info) == nil)
        }
        let wrong: [String: Any] = ["version": 2, "line": 0, "offset": -1, "documentPath": "", "documentName": 7]
        for (key, value) in wrong {
            var info = whole
            info[key] = value
            #expect(ReadingState(userInfo: info) == nil)
        }
        var relative = whole
        relative["documentPath"] = "etc/passwd"
        #expect(ReadingState(userInfo: relative)?.source(in: AppFolder(root: nil)) == nil)
    }

    @Test func theCommandLineIsUnderstood() throws {
        let none: [String: String] = [:]
        #expect(try Invocation.parse(["a"], environment: none) == .read(path: "a", line: nil))
        #expect(try Invocation.parse(["--line", "12", "a"], environment: none) == .read(path: "a", line: 12))
        #expect(try Invocation.parse(["a", "--line=3"], environment: none) == .read(path: "a", line: 3))
        #expect(try Invocation.parse(["--", "--line"], environment: none) == .read(path: "--line", line: nil))
        #expect(try Invocation.parse([], environment: ["BATON_LAUNCH_TOKEN": "t"]) == .wait)
        #expect(try Invocation.parse(["x", "--help"], environment: none) == .help)
        for wrong in [[], ["--line"], ["--line", "0", "a"], ["--line", "x", "a"], ["-x", "a"], ["a", "b"], [""]] {
            #expect(throws: UsageError.self) { try Invocation.parse(wrong, environment: none) }
        }
    }
}
