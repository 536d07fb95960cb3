internal import ActivityModel
public import Foundation

/// The domain of the errors of queries.
public let CSSearchQueryErrorDomain = "CSSearchQueryErrorDomain"

/// What went wrong with a query.
public struct CSSearchQueryError: Error, Sendable, Hashable, CustomNSError, LocalizedError, CustomStringConvertible {
    /// What kind of failure it was.
    public let code: Code
    /// One sentence for the developer; of an invalid query, where it is wrong. No texts of items are in it.
    public let message: String

    /// An error of this kind; for tests that play Baton's part.
    public init(_ code: Code, _ message: String = "An error of the search index.") {
        self.code = code
        self.message = message
    }

    /// The kinds of failures, with Apple's numbers.
    public enum Code: Int, Sendable, Hashable {
        /// Something else; the message says it. Also a query that was started twice.
        case unknown = -2000
        /// Baton's daemon could not be reached, or has no index for this app now.
        case indexUnreachable = -2001
        /// The query is none; the message points at the place.
        case invalidQuery = -2002
        /// The query was cancelled.
        case cancelled = -2003
    }

    /// See `Code`; for `catch CSSearchQueryError.unknown`.
    public static var unknown: Code { .unknown }
    /// See `Code`.
    public static var indexUnreachable: Code { .indexUnreachable }
    /// See `Code`.
    public static var invalidQuery: Code { .invalidQuery }
    /// See `Code`.
    public static var cancelled: Code { .cancelled }

    /// `CSSearchQueryErrorDomain`.
    public static var errorDomain: String { CSSearchQueryErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The message, for `localizedDescription`. It is not translated.
    public var errorDescription: String? { message }
    /// The message, which on Linux `localizedDescription` is read from.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
    /// The message.
    public var description: String { message }
}

extension CSSearchQueryError.Code {
    /// Whether an error is of this kind, also one that went through `NSError`.
    public static func ~= (code: CSSearchQueryError.Code, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == CSSearchQueryErrorDomain && error.code == code.rawValue
    }
}

extension CSSearchQueryError {
    init(_ error: BatonError) {
        let code: Code =
            switch error.code {
            case .invalidQuery, .invalidArgument, .tooLarge, .tooMany: .invalidQuery
            case .cancelled: .cancelled
            case .connectionUnavailable, .daemonUnavailable, .timedOut, .indexUnavailable, .notAllowed:
                .indexUnreachable
            default: .unknown
            }
        self.init(code, error.message)
    }

    static var wasCancelled: CSSearchQueryError { CSSearchQueryError(.cancelled, "The query was cancelled.") }
}
