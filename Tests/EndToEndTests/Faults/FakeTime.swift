import Foundation
import GLibKit
import TestSupport

/// Time for a real process, by libfaketime: both of its clocks can be set while it runs, for instance to let an hour
/// pass while it is stopped.
struct FakeTime {
    private static let library: String? = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }
            .first { FileManager.default.fileExists(atPath: $0) }
    }()

    static let isPossible = library != nil

    private let file: String

    init(in folder: String) throws {
        file = "\(folder)/clock"
        try set("+0")
    }

    /// For the process whose clocks it is.
    var environment: [String: String] {
        [
            "LD_PRELOAD": Self.library ?? "", "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_RESET": "1",
        ]
    }

    /// Leaves the monotonic clock alone, which nobody sets; for a wall clock that jumps.
    var wallClockOnly: [String: String] { environment.merging(["FAKETIME_DONT_FAKE_MONOTONIC": "1"]) { $1 } }

    /// How far the clocks are from the system's, as faketime(1) writes it: `+3600`, `-86400`.
    func set(_ offset: String) throws { try offset.write(toFile: file, atomically: true, encoding: .utf8) }
}
