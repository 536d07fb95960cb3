internal import ActivityModel
public import Foundation

/// The domain of the errors of indexing.
public let CSIndexErrorDomain = "CSIndexErrorDomain"

/// What went wrong with an index.
///
/// ```swift
/// do {
///     try await index.indexSearchableItems(items)
/// } catch CSIndexError.remoteConnectionError {
///     // Later, then.
/// }
/// ```
public struct CSIndexError: Error, Sendable, Hashable, CustomNSError, LocalizedError, CustomStringConvertible {
    /// What kind of failure it was.
    public let code: Code
    /// One sentence for the developer: what was attempted, what was wrong, what helps. No texts of items are in it.
    public let message: String

    /// An error of this kind; for tests that play Baton's part.
    public init(_ code: Code, _ message: String = "An error of the search index.") {
        self.code = code
        self.message = message
    }

    /// The kinds of failures, with Apple's numbers.
    public enum Code: Int, Sendable, Hashable {
        /// Something else; the message says it. Also an `endBatch` without its `beginBatch`.
        case unknownError = -1
        /// There is no index for this app now: the user has switched search off for it, or the index is damaged.
        case indexUnavailableError = -1000
        /// An item cannot be indexed; nothing of the call was.
        case invalidItemError = -1001
        /// The client state is over 250 bytes.
        case invalidClientStateError = -1002
        /// Baton's daemon could not be reached. Try again later.
        case remoteConnectionError = -1003
        /// Too much for one app.
        case quotaExceeded = -1004
        /// Not possible with this index: the default one takes no batches.
        case indexingUnsupported = -1005
        /// The state that is stored is not the expected one; nothing of the batch was stored.
        case mismatchedClientState = -1006
    }

    /// See `Code`; for `catch CSIndexError.unknownError`.
    public static var unknownError: Code { .unknownError }
    /// See `Code`.
    public static var indexUnavailableError: Code { .indexUnavailableError }
    /// See `Code`.
    public static var invalidItemError: Code { .invalidItemError }
    /// See `Code`.
    public static var invalidClientStateError: Code { .invalidClientStateError }
    /// See `Code`.
    public static var remoteConnectionError: Code { .remoteConnectionError }
    /// See `Code`.
    public static var quotaExceeded: Code { .quotaExceeded }
    /// See `Code`.
    public static var indexingUnsupported: Code { .indexingUnsupported }
    /// See `Code`.
    public static var mismatchedClientState: Code { .mismatchedClientState }

    /// `CSIndexErrorDomain`.
    public static var errorDomain: String { CSIndexErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The message, for `localizedDescription`. It is not translated.
    public var errorDescription: String? { message }
    /// The message, which on Linux `localizedDescription` is read from.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    /// The message.
    public var description: String { message }
}

extension CSIndexError.Code {
    /// Whether an error is of this kind, also one that went through `NSError`.
    public static func ~= (code: CSIndexError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == CSIndexErrorDomain && error.code == code.rawValue
    }
}

extension CSIndexError {
    /// - Parameter badArgument: what a wrong argument means for this call.
    init(_ error: BatonError, badArgument: Code = .invalidItemError) {
        let code: Code =
            switch error.code {
            case .stateMismatch: .mismatchedClientState
            case .indexUnavailable, .notAllowed: .indexUnavailableError
            case .invalidArgument, .invalidPayload: badArgument
            case .connectionUnavailable, .daemonUnavailable, .timedOut: .remoteConnectionError
            case .tooMany, .tooLarge: .quotaExceeded
            default: .unknownError
            }
        self.init(code, error.message)
    }
}
