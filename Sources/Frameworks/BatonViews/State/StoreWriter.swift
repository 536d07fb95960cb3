internal import Foundation
internal import Synchronization
internal import UserActivity

/// Writes values into stores, and the stores to their files at once: Foundation on Linux keeps what is set in memory until it is
/// asked to write, and an app that is killed would have lost it.
enum StoreWriter {
    private static let hasFailed = Mutex(false)

    /// nil takes the value away.
    static func write(_ value: Any?, _ store: UserDefaults, _ key: String) {
        if let value { store.set(value, forKey: key) } else { store.removeObject(forKey: key) }
        if !store.synchronize() { report() }
    }

    /// Once: a full disk fails for each key that is pressed.
    private static func report() {
        let isFirst = hasFailed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return }
        UserActivityDiagnostics.report(
            .error,
            "What the app stores in its UserDefaults could not be written to its file below \(NSHomeDirectory())/.config, and will be gone when the app ends. Is the folder writable, and is the disk full?"
        )
    }
}
