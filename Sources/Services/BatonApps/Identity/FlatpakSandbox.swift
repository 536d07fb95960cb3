internal import ActivityModel
internal import GLibKit
internal import Glibc

/// The file that Flatpak puts into the root of every sandbox, where the app cannot change it.
enum FlatpakSandbox {
    /// The id of the app in whose sandbox the process is; nil where it is in none.
    /// - Throws: where that cannot be found out: a program in doubt is not taken for the user's own.
    static func of(_ process: ProcessFolder) throws(BatonError) -> String? {
        let root = "\(process.path)/root"
        var status = Glibc.stat()
        guard lstat("\(root)/.flatpak-info", &status) == 0 else {
            let reason = errno
            // The process itself is gone: the caller's check of its handle says so.
            guard reason == ENOENT || reason == ESRCH || reason == ENOTDIR else {
                throw BatonError(
                    .notAllowed,
                    "The program cannot be identified: the system does not let Baton look at its process "
                        + "(\(String(cString: strerror(reason)))).")
            }
            return nil
        }
        let damaged = BatonError(
            .notAllowed, "The program cannot be identified: its sandbox's .flatpak-info cannot be read.")
        guard status.st_mode & S_IFMT == S_IFREG,
            let bytes = try? FileFacts.read("\(root)/.flatpak-info", limit: 64 * 1024)
        else { throw damaged }
        guard let id = name(in: bytes), AppManifest.isValidID(id) else { throw damaged }
        return id
    }

    private static func name(in bytes: [UInt8]) -> String? {
        guard let file = try? KeyFile(bytes) else { return nil }
        return file.value("name", group: "Application")
    }
}
