internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import BatonLinks
internal import FoundationEssentials
internal import Glibc

/// What can be found out without a daemon.
struct LocalDiagnosis {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Starts a daemon where none runs: what keeps it from starting, it says itself.
    func findings() async -> [Finding] {
        var found = folders() + links()
        do throws(BatonError) {
            _ = try await session.daemon.connect()
        } catch {
            if session.starter == nil {
                found.append(Finding(what: Texts.doctorNoProgram, remedy: Texts.doctorNoProgramRemedy))
            } else if found.isEmpty {
                let remedy = error.code == .timedOut ? Texts.doctorHangsRemedy : Texts.doctorUnreachableRemedy
                found.append(Finding(what: error.message, remedy: remedy))
            }
            // A running daemon says by itself whether it can speak TLS.
            if !Self.hasTLS(session.environment) {
                found.append(Finding(what: Texts.doctorNoTLS, remedy: Texts.doctorNoTLSRemedy))
            }
        }
        return found
    }

    /// Of the user's own Baton: an instance is no part of the desktop.
    private func links() -> [Finding] {
        guard session.instance.directory == nil else { return [] }
        let handler = LinkHandler(folder: session.instance.stateFolder, environment: session.environment)
        guard case .on(nil) = handler.state else { return [] }
        return [Finding(what: Texts.doctorNoBrowser, remedy: Texts.doctorNoBrowserRemedy)]
    }

    private func folders() -> [Finding] {
        let instance = session.instance
        var seen: Set<String> = []
        return [instance.runtimeFolder, instance.stateFolder, instance.cacheFolder, instance.configFolder]
            .filter { seen.insert($0).inserted }
            .compactMap { Self.complaint(about: $0) }
    }

    /// A folder that is not there yet is made when it is needed.
    private static func complaint(about folder: String) -> Finding? {
        var status = stat()
        guard lstat(folder, &status) == 0 else {
            return errno == ENOENT
                ? nil : Finding(what: Texts.doctorFolderClosed(folder), remedy: Texts.doctorFolderClosedRemedy)
        }
        if status.st_mode & S_IFMT != S_IFDIR {
            return Finding(what: Texts.doctorNoFolder(folder), remedy: Texts.doctorNoFolderRemedy(folder))
        }
        if status.st_uid != getuid() {
            return Finding(what: Texts.doctorForeignFolder(folder), remedy: Texts.doctorForeignFolderRemedy(folder))
        }
        if status.st_mode & 0o022 != 0 {
            // Shared on purpose, as /tmp is: closing it would shut out everybody else.
            let isShared = status.st_mode & S_ISVTX != 0
            return Finding(
                what: Texts.doctorOpenFolder(folder),
                remedy: isShared ? Texts.doctorSharedFolderRemedy : "chmod 700 \(folder)")
        }
        if access(folder, W_OK | X_OK) != 0 {
            if errno == EROFS {
                return Finding(what: Texts.doctorReadOnly(folder), remedy: Texts.doctorReadOnlyRemedy)
            }
            return Finding(what: Texts.doctorFolderClosed(folder), remedy: "chmod 700 \(folder)")
        }
        return nil
    }

    /// Whether GIO has a TLS module: looked for by its file, as GIO does, without loading it.
    private static func hasTLS(_ environment: [String: String]) -> Bool {
        let named = ["GIO_EXTRA_MODULES", "GIO_MODULE_DIR"].flatMap {
            (environment[$0] ?? "").split(separator: ":").map(String.init)
        }
        let libraries = ["/usr/lib", "/usr/local/lib", "/usr/lib64"]
        let multiarch = ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? [])
            .filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)" }
        let folders = named + (libraries + multiarch).map { "\($0)/gio/modules" }
        return folders.contains { folder in
            ["libgiognutls.so", "libgioopenssl.so"].contains {
                FileManager.default.fileExists(atPath: "\(folder)/\($0)")
            }
        }
    }
}
