import ActivityModel
import BatonApps
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport

/// A folder for one test, and apps in it.
final class Scratch: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/baton-apps-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
        // Without links, as manifests name their folders.
        let resolved = realpath(String(cString: made!), nil)!
        path = String(cString: resolved)
        free(resolved)
    }

    func remove() {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }

    func folder(_ name: String) -> String {
        let folder = "\(path)/\(name)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    @discardableResult
    func file(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o644) -> String {
        let file = "\(path)/\(name)"
        _ = folder(String(name.split(separator: "/").dropLast().joined(separator: "/")))
        unlink(file)
        if mode & 0o111 != 0 {
            try? ProgramFile.write(file, Data(bytes), mode: mode)
        } else {
            try? Data(bytes).write(to: URL(filePath: file))
            chmod(file, mode)
        }
        return file
    }

    @discardableResult
    func file(_ name: String, _ text: String, mode: mode_t = 0o644) -> String {
        file(name, Array(text.utf8), mode: mode)
    }

    func link(_ name: String, to target: String) { symlink(target, "\(path)/\(name)") }

    /// An app that is as it should be, but for `keys` (XML), which replace its own.
    @discardableResult
    func app(
        _ name: String, id: String = "org.example.reader", keys: [String: String?] = [:], team: String? = nil,
        script: String = "#!/bin/sh\n", bundled: Bool = false
    ) -> String {
        var all: [String: String] = [
            "CFBundleIdentifier": "<string>\(id)</string>", "CFBundleExecutable": "<string>run</string>",
            "NSUserActivityTypes": "<array><string>\(id).reading</string></array>",
        ]
        for (key, value) in keys { all[key] = value }
        let base = bundled ? "\(name)/Contents" : name
        file("\(base)/Info.plist", Self.plist(all))
        file(bundled ? "\(base)/Linux/run" : "\(base)/run", script, mode: 0o755)
        if let team {
            let own = String(name.split(separator: "/").last!.dropLast(4))
            let list = Self.plist(["com.apple.developer.team-identifier": "<string>\(team)</string>"])
            file("\(base)/\(own).entitlements", list)
        }
        return "\(path)/\(name)"
    }

    static func plist(_ keys: [String: String]) -> String {
        let body = keys.sorted { $0.key < $1.key }.map { "<key>\($0.key)</key>\($0.value)" }.joined()
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\"><dict>\(body)</dict></plist>"
    }
}

/// A folder that is gone after the test.
func withScratch<T>(_ body: (Scratch) async throws -> T) async rethrows -> T {
    let scratch = Scratch()
    defer { scratch.remove() }
    return try await body(scratch)
}
