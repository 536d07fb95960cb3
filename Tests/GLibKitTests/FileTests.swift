import FoundationEssentials
import GLibKit
import Glibc
import TestSupport
import Testing

@Suite struct FileTests {
    @Test func aLogIsRotatedBySizeAndThreeAreKept() async throws {
        try await withScratchFolder { folder in
            let log = try LogFile(path: folder.file("log"), limit: 10)
            for number in 0..<6 { log.write("line \(number) .....\n") }
            #expect(folder.text("log") == "line 5 .....\n")
            for number in 1...3 { #expect(folder.text("log.\(number)") == "line \(5 - number) .....\n") }
            #expect(!folder.exists("log.4"))
            #expect(folder.mode("log") == 0o600)
        }
    }

    @Test func aLogGoesOnWhereItWas() async throws {
        try await withScratchFolder { folder in
            try LogFile(path: folder.file("log")).write("one\n")
            try LogFile(path: folder.file("log")).write("two\n")
            #expect(folder.text("log") == "one\ntwo\n")
            symlink(folder.file("log"), folder.file("link"))
            #expect(throws: GLibError.self) { try LogFile(path: folder.file("link")) }
        }
    }

    private func isFree(_ path: String) throws -> Bool {
        guard let lock = try LockFile(path: path) else { return false }
        _ = consume lock
        return true
    }

    @Test func aLockIsHeldOnceAndEndsWithItsHolder() async throws {
        try await withScratchFolder { folder in
            let path = folder.file("lock")
            do {
                guard let lock = try LockFile(path: path) else {
                    Issue.record("a new lock is free")
                    return
                }
                #expect(try !isFree(path))
                _ = consume lock
            }
            #expect(try isFree(path))
            #expect(folder.mode("lock") == 0o600)
            #expect(throws: GLibError.self) { try isFree(folder.file("none/lock")) }
            #expect(folder.openFiles.isEmpty)
        }
    }

    @Test func aPrivateFolderIsMadeOrClosed() async throws {
        try await withScratchFolder { folder in
            try PrivateFolder.make(folder.file("a/b"))
            #expect(folder.mode("a/b") == 0o700)
            #expect(folder.mode("a") == 0o700)
            chmod(folder.file("a"), 0o755)
            try PrivateFolder.make(folder.file("a"))
            #expect(folder.mode("a") == 0o700)
        }
    }

    @Test func whatCannotBePrivateIsRefused() async throws {
        try await withScratchFolder { folder in
            try folder.write("file", "")
            #expect(throws: GLibError.self) { try PrivateFolder.make(folder.file("file")) }
            #expect(throws: GLibError.self) { try PrivateFolder.make(folder.file("file/below")) }
            mkdir(folder.file("real"), 0o700)
            symlink(folder.file("real"), folder.file("link"))
            #expect(throws: GLibError.self) { try PrivateFolder.make(folder.file("link")) }
            mkdir(folder.file("shared"), 0o700)
            chmod(folder.file("shared"), 0o770)
            let error = #expect(throws: GLibError.self) { try PrivateFolder.make(folder.file("shared")) }
            #expect(error?.message.contains("written by other users") == true)
            #expect(folder.mode("shared") == 0o770)
        }
    }

    @Test func aPrivateFileIsReplacedWhole() async throws {
        try await withScratchFolder { folder in
            let path = folder.file("f")
            try PrivateFile.write(Data("one".utf8), to: path)
            try PrivateFile.write(Data("two".utf8), to: path)
            #expect(folder.text("f") == "two")
            #expect(folder.mode("f") == 0o600)
            #expect(!folder.exists("f.new"))
            #expect(throws: GLibError.self) { try PrivateFile.write(Data(), to: folder.file("none/f")) }
        }
    }
}
