internal import Foundation
internal import Synchronization

/// The one path on which this module reports what it cannot throw: mistakes in the app's code, an activity that was
/// dropped while current, a daemon that cannot be reached.
///
/// By default each message is one line on standard error; debug messages only where the environment variable
/// `BATON_DEBUG` is set to something. Set `handler` to take the messages elsewhere.
///
/// ```swift
/// UserActivityDiagnostics.handler = { message in logger.log("\(message.text)") }
/// ```
public enum UserActivityDiagnostics {
    /// How much a message matters.
    public enum Level: String, Sendable, Hashable, CaseIterable {
        /// For the developer who wonders why something did not happen.
        case debug
        /// Something works less well than it could: no daemon, a large payload.
        case warning
        /// The app did something wrong, and it had no effect.
        case error
    }

    /// One message. It holds no user content: no titles, payloads or addresses.
    public struct Message: Sendable, CustomStringConvertible {
        /// How much it matters.
        public let level: Level
        /// One line.
        public let text: String
        /// The mistake, where a setter refused something.
        public let error: UserActivityError?

        /// The text.
        public var description: String { text }
    }

    /// Takes every message, debug ones included, instead of standard error; nil, the default, prints.
    ///
    /// Called on the thread where the message arises, which may be any: it must be quick, and must not use activities.
    public static var handler: (@Sendable (Message) -> Void)? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    /// Takes what arises in the tasks of one test, while others run beside it.
    @TaskLocal package static var capture: (@Sendable (Message) -> Void)?

    private static let stored = Mutex<(@Sendable (Message) -> Void)?>(nil)
    private static let printsDebug = !(ProcessInfo.processInfo.environment["BATON_DEBUG"] ?? "").isEmpty

    package static func report(_ level: Level, _ text: String, error: UserActivityError? = nil) {
        let message = Message(level: level, text: text, error: error)
        if let taker = capture ?? handler { return taker(message) }
        guard level != .debug || printsDebug else { return }
        let line = "\(ProcessInfo.processInfo.processName): UserActivity: \(level.rawValue): \(text)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    package static func report(_ error: UserActivityError) { report(.error, error.message, error: error) }

    /// What an app does about a failure that does not say what it does.
    static func reportFailure(_ error: any Error, type: String) {
        if (error as? CocoaError)?.code == .userCancelled { return }
        report(.error, "An activity (\(type)) could not be continued: \(error.localizedDescription)")
    }
}
