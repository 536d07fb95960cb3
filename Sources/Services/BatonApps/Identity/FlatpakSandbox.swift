internal import ActivityModel
internal import GLibKit
internal import Glibc

/// The file that Flatpak puts into the root of every sandbox, where the app cannot change it.
enum FlatpakSandbox {
    /// The id of the app in whose sandbox the process is; nil where it is in none.
    /// - Throws: where that cannot be found out: a program in doubt is not taken for the user's own.
    static func of(_ process: ProcessFolder) throws(BatonError) -> String? {
        // By a descriptor of the root, not by its path twice: that there is no such file says something only of a root
        // that is there. Of a process whose first thread has ended, /proc has none.
        let root = Glibc.open("\(process.path)/root", O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
        guard root >= 0 else { throw unknown(errno) }
        defer { Glibc.close(root) }
        let bytes: [UInt8]?
        do throws(FileFacts.ReadFault) {
            bytes = try FileFacts.read(".flatpak-info", in: root, limit: 64 * 1024)
        } catch {
            throw damaged
        }
        guard let bytes else { return nil }
        guard let id = name(in: bytes), AppManifest.isValidID(id) else { throw damaged }
        return id
    }

    private static func unknown(_ reason: Int32) -> BatonError {
        // ESRCH: gone altogether.
        let why =
            reason == ENOENT || reason == ESRCH
            ? "its process has ended, or its first thread has"
            : "the system does not let Baton look at its process (\(String(cString: strerror(reason))))"
        return BatonError(.notAllowed, "The program cannot be identified: \(why).")
    }

    private static var damaged: BatonError {
        BatonError(.notAllowed, "The program cannot be identified: its sandbox's .flatpak-info cannot be read.")
    }

    private static func name(in bytes: [UInt8]) -> String? {
        guard let file = try? KeyFile(bytes) else { return nil }
        return file.value("name", group: "Application")
    }
}
