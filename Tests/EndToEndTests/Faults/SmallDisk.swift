import Foundation
import Glibc
import TestSupport

/// A file system of a test's own: ext4 in a file of some megabytes. It can be filled, and can fail as a disk does.
struct SmallDisk {
    private let image: String
    let folder: String

    /// Whether this process may mount: root of a machine or container that lets it.
    static let isPossible: Bool = {
        guard getuid() == 0 else { return false }
        return (try? with(FileManager.default.temporaryDirectory.path) { _ in true }) ?? false
    }()

    private static func with<T>(_ parent: String, _ body: (SmallDisk) throws -> T) throws -> T {
        let scratch = ScratchFolder(in: parent)
        defer { scratch.remove() }
        let disk = try SmallDisk(in: scratch.path, as: "disk")
        defer { disk.remove() }
        return try body(disk)
    }

    /// Mounted on the folder `name` of `parent`, which is made.
    init(in parent: String, as name: String) throws {
        image = "\(parent)/\(name).image"
        folder = "\(parent)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // No blocks are set aside for root, which the tests may run as.
        try Self.run("truncate", "-s", "8m", image)
        try Self.run("mkfs.ext4", "-q", "-m", "0", image)
        try Self.run("mount", "-o", "loop,errors=remount-ro", image, folder)
        chmod(folder, 0o700)
    }

    func remove() {
        try? Self.run("umount", folder)
        try? FileManager.default.removeItem(atPath: image)
    }

    /// Takes all space there is.
    func fill() throws {
        let file = open("\(folder)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failed(command: "open the filler") }
        defer { close(file) }
        for size in [65_536, 4_096, 512] {
            let block = [UInt8](repeating: 7, count: size)
            while write(file, block, block.count) == block.count {}
        }
        guard errno == ENOSPC else { throw Failed(command: "fill the disk") }
        fsync(file)
    }

    func makeRoom() { unlink("\(folder)/filler") }

    /// From here on it is as after a fault of the disk: the kernel lets nobody write.
    func abort() throws { try Self.run("mount", "-o", "remount,abort", folder) }

    /// Mounted again, read-only. Nobody may have a file of it open for writing.
    func protect() throws { try Self.run("mount", "-o", "remount,ro", folder) }

    struct Failed: Error { let command: String }

    private static func run(_ command: String...) throws {
        guard Machine.runs(["/usr/bin/env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + command) else {
            throw Failed(command: command.joined(separator: " "))
        }
    }
}
