package import FoundationEssentials
internal import Glibc

/// A folder for one test, private, and gone after it.
package final class ScratchFolder: Sendable {
    package let path: String

    /// - Parameter parent: where it is made.
    package init(in parent: String = "/tmp") {
        var template = Array("\(parent)/baton-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
        let resolved = realpath(String(cString: made!), nil)!
        path = String(cString: resolved)
        free(resolved)
    }

    package func remove() {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    package func write(_ name: String, _ text: String, mode: UInt32 = 0o600) throws -> String {
        try write(name, Data(text.utf8), mode: mode)
    }

    @discardableResult
    package func write(_ name: String, _ data: Data, mode: UInt32 = 0o600) throws -> String {
        let file = file(name)
        let parent = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        if mode & 0o111 != 0 {
            try ProgramFile.write(file, data, mode: mode)
        } else {
            try data.write(to: URL(filePath: file))
            chmod(file, mode)
        }
        return file
    }

    package func text(_ name: String) -> String {
        (try? String(contentsOf: URL(filePath: file(name)), encoding: .utf8)) ?? ""
    }

    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    package func mode(_ name: String) -> UInt32 {
        var status = stat()
        return lstat(file(name), &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// What of the folder this process still has open.
    package var openFiles: [String] {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.compactMap { name in
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = buffer.withUnsafeMutableBytes { readlink("/proc/self/fd/\(name)", $0.baseAddress!, $0.count) }
            guard count > 0 else { return nil }
            let target = String(decoding: buffer[..<count], as: UTF8.self)
            return target.hasPrefix(path + "/") ? target : nil
        }
    }

    /// Another name for a file, on the same file system.
    package static func hardLink(_ file: String, as name: String) -> Bool { link(file, name) == 0 }
}

/// A folder that is gone after `body`.
package func withScratchFolder<T>(_ body: (ScratchFolder) async throws -> T) async rethrows -> T {
    let folder = ScratchFolder()
    defer { folder.remove() }
    return try await body(folder)
}

/// A file of the repository.
package func repositoryFile(_ path: String) throws -> String {
    // Tests/TestSupport/ScratchFolder.swift
    let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
    return try String(contentsOf: URL(filePath: "\(root)/\(path)"), encoding: .utf8)
}

package func repositoryPath(_ path: String) -> String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/") + "/\(path)"
}
