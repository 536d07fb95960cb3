import FoundationEssentials
import Glibc

enum Folder {
    /// Bytes of the files in a folder whose names begin with `name`; of a folder, what is in it.
    static func bytes(in folder: String, named name: String) throws -> Double {
        var bytes = 0.0
        for entry in try FileManager.default.contentsOfDirectory(atPath: folder) where entry.hasPrefix(name) {
            var isFolder = false
            let path = "\(folder)/\(entry)"
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder {
                bytes += try Self.bytes(in: path, named: "")
            } else {
                var facts = stat()
                guard stat(path, &facts) == 0 else { continue }
                bytes += Double(facts.st_size)
            }
        }
        return bytes
    }
}
