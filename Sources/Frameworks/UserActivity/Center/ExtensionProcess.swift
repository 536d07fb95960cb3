internal import ActivityModel
internal import BatonBus
package import Foundation
internal import GLibKit
internal import Glibc
internal import Synchronization

/// What an extension does when the daemon asks.
package protocol ExtensionWorker: IndexOwner {
    /// The file's attributes in the canonical encoding.
    func describeFile(_ path: String, contentType: String) async throws -> Data
}

/// The process of an extension, which Baton has started for one piece of work (docs/extensions.md).
package enum ExtensionProcess {
    /// The daemon gives an extension 30 seconds in all. One that outlives that has lost its daemon.
    private static let lifetime: UInt32 = 60

    /// Connects, takes the work and does it, until the daemon ends the process.
    /// - Parameter point: what the extension is for, as its app's manifest says.
    @MainActor package static func run(_ point: String, _ worker: any ExtensionWorker) -> Never {
        guard ProcessInfo.processInfo.environment["BATON_EXTENSION"] == point else {
            UserActivityDiagnostics.report(
                .error,
                "This program is an extension of an app, which Baton starts for \(point); the app's Info.plist names it in "
                    + "NSExtension.")
            // EX_USAGE.
            exit(64)
        }
        // By the kernel, whatever the extension's code does.
        alarm(lifetime)
        let center = ActivityCenter.active
        center.extensionWorker.withLock { $0 = worker }
        Task {
            do throws(BatonError) {
                _ = try await center.call(ConnectionMethods.ready)
            } catch {
                UserActivityDiagnostics.report(.error, "The extension does not reach Baton: \(error)")
                // EX_UNAVAILABLE.
                exit(69)
            }
        }
        do throws(GLibError) {
            try MainQueue.run()
        } catch {
            UserActivityDiagnostics.report(.error, "The extension cannot run here: \(error.message).")
        }
        // EX_SOFTWARE.
        exit(70)
    }
}
