internal import Foundation
internal import Synchronization

/// How this module says what it cannot throw: a mistake in the app's declarations, as one line on standard error, once.
enum TypeDiagnostics {
    /// Enough for any app's mistakes, and an end for one that makes up identifiers.
    private static let most = 1000
    private static let said = Mutex<Set<String>>([])

    static func report(_ text: String) {
        let isNew = said.withLock { $0.count < most && $0.insert(text).inserted }
        guard isNew else { return }
        let line = "\(ProcessInfo.processInfo.processName): UniformTypeIdentifiers: warning: \(text)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }
}
