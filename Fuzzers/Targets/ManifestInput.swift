internal import ActivityModel
internal import BatonApps
internal import FoundationEssentials
internal import Glibc

/// The first byte says which file the others are. They are read from a folder, as an app's are.
enum ManifestInput {
    /// One folder a process, in memory where there is such a place; removed when the process ends in order.
    private static let folder: String = {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let folder = "\(parent)/baton-fuzz-\(getpid()).app"
        mkdir(folder, 0o700)
        write(Data("#!/bin/sh\n".utf8), "\(folder)/run", mode: 0o700)
        atexit {
            for name in ["run", "Info.plist", "baton-fuzz-\(getpid()).entitlements"] {
                unlink("\(ManifestInput.folder)/\(name)")
            }
            rmdir(ManifestInput.folder)
        }
        return folder
    }()

    private static let good = Data(
        """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>org.example.reader</string>
        <key>CFBundleExecutable</key><string>run</string></dict></plist>
        """.utf8)

    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let isEntitlements = mode & 1 != 0
        let entitlements = "\(folder)/baton-fuzz-\(getpid()).entitlements"
        write(isEntitlements ? good : Data(bytes.dropFirst()), "\(folder)/Info.plist")
        if isEntitlements { write(Data(bytes.dropFirst()), entitlements) } else { unlink(entitlements) }
        switch read() {
        case .success(let manifest):
            try FuzzTarget.check(AppManifest.isValidID(manifest.id), "an app has an id that is none")
            try FuzzTarget.check(
                manifest.executable.hasPrefix(manifest.folder + "/"), "an app's program is outside its folder")
            try FuzzTarget.check(!manifest.team.isEmpty, "an app has no team")
        case .failure(let error):
            try FuzzTarget.check(!error.faults.isEmpty, "an app is refused without a reason")
            let isShown = error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try FuzzTarget.check(isShown, "a fault holds control characters")
            try FuzzTarget.check(error.message.utf8.count < 1 << 20, "the faults of an app fill the log")
        }
    }

    private static func read() -> Result<AppManifest, ManifestFaults> {
        do throws(ManifestFaults) { return .success(try AppManifestReader.read(folder)) } catch {
            return .failure(error)
        }
    }

    private static func write(_ data: Data, _ path: String, mode: mode_t = 0o600) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
        guard file >= 0 else { fatalError("\(path) cannot be written") }
        _ = data.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}
