/// An error that crosses module, process or device borders: a code to match, and a message that names the object, what
/// was attempted and the remedy. Messages hold no user content (titles, payloads, queries, URLs).
package struct BatonError: Error, Sendable, Hashable, CustomStringConvertible {
    package let code: Code
    package let message: String
    /// What lay below, in words; for logs.
    package let cause: String?

    package init(_ code: Code, _ message: String, cause: String? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    package var description: String { cause.map { "\(message) (\($0))" } ?? message }
}

extension BatonError {
    /// What went wrong, as one word that crosses the wire. An unknown word is kept, so that a newer peer's codes can be
    /// shown by an older one.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Known: String, CaseIterable {
            case invalidArgument = "InvalidArgument"
            case invalidPayload = "InvalidPayload"
            case invalidManifest = "InvalidManifest"
            case invalidQuery = "InvalidQuery"
            case stateMismatch = "StateMismatch"
            case indexUnavailable = "IndexUnavailable"
            case noSuchApp = "NoSuchApp"
            case noSuchActivity = "NoSuchActivity"
            case noSuchItem = "NoSuchItem"
            case noSuchOffer = "NoSuchOffer"
            case noSuchDevice = "NoSuchDevice"
            case notAllowed = "NotAllowed"
            case refused = "Refused"
            case notOffered = "NotOffered"
            case handoffFailed = "HandoffFailed"
            case connectionUnavailable = "ConnectionUnavailable"
            case timedOut = "TimedOut"
            case tooLarge = "TooLarge"
            case cancelled = "Cancelled"
            case tooMany = "TooMany"
            case invitationInvalid = "InvitationInvalid"
            case wrongCode = "WrongCode"
            case untrusted = "Untrusted"
            case versionMismatch = "VersionMismatch"
            case storage = "Storage"
            case launchFailed = "LaunchFailed"
            case network = "Network"
            case alreadyDone = "AlreadyDone"
            case daemonUnavailable = "DaemonUnavailable"
            case `internal` = "Internal"
        }

        package let rawValue: String

        private init(_ known: Known) { rawValue = known.rawValue }

        /// A code received from elsewhere; letters and digits, at most 64 of them, else `internal`.
        package init(received raw: String) {
            let plain = raw.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: false
                }
            }
            rawValue = plain && !raw.isEmpty && raw.utf8.count <= 64 ? raw : Known.internal.rawValue
        }

        package var isKnown: Bool { Known(rawValue: rawValue) != nil }
        package var description: String { rawValue }

        package static var invalidArgument: Code { Code(.invalidArgument) }
        /// Not the canonical encoding, or a value of a type that payloads do not hold.
        package static var invalidPayload: Code { Code(.invalidPayload) }
        package static var invalidManifest: Code { Code(.invalidManifest) }
        /// A query that the grammar does not take; the message points at the place. `CSSearchQueryError` -2002.
        package static var invalidQuery: Code { Code(.invalidQuery) }
        /// The client state is not the expected one. `CSIndexError` -1006.
        package static var stateMismatch: Code { Code(.stateMismatch) }
        /// There is no index for this app now: switched off by the user, or the file cannot be used. `CSIndexError` -1000.
        package static var indexUnavailable: Code { Code(.indexUnavailable) }
        package static var noSuchApp: Code { Code(.noSuchApp) }
        package static var noSuchActivity: Code { Code(.noSuchActivity) }
        /// Nothing of that identifier is in the index.
        package static var noSuchItem: Code { Code(.noSuchItem) }
        package static var noSuchOffer: Code { Code(.noSuchOffer) }
        package static var noSuchDevice: Code { Code(.noSuchDevice) }
        /// The caller may not see or do this.
        package static var notAllowed: Code { Code(.notAllowed) }
        /// The app said no.
        package static var refused: Code { Code(.refused) }
        /// Neither an app here nor a web page can continue this.
        package static var notOffered: Code { Code(.notOffered) }
        /// Cocoa 4608: the payload could not be obtained.
        package static var handoffFailed: Code { Code(.handoffFailed) }
        /// Cocoa 4609: the connection is gone.
        package static var connectionUnavailable: Code { Code(.connectionUnavailable) }
        /// Cocoa 4610: the other side's app did not answer in time.
        package static var timedOut: Code { Code(.timedOut) }
        /// Cocoa 4611: the payload is over 1 MiB.
        package static var tooLarge: Code { Code(.tooLarge) }
        /// Cocoa 3072: the user chose another one; not shown.
        package static var cancelled: Code { Code(.cancelled) }
        /// A bounded queue or table is full.
        package static var tooMany: Code { Code(.tooMany) }
        package static var invitationInvalid: Code { Code(.invitationInvalid) }
        package static var wrongCode: Code { Code(.wrongCode) }
        /// The peer is no device of the user's.
        package static var untrusted: Code { Code(.untrusted) }
        package static var versionMismatch: Code { Code(.versionMismatch) }
        package static var storage: Code { Code(.storage) }
        package static var launchFailed: Code { Code(.launchFailed) }
        package static var network: Code { Code(.network) }
        package static var alreadyDone: Code { Code(.alreadyDone) }
        package static var daemonUnavailable: Code { Code(.daemonUnavailable) }
        package static var `internal`: Code { Code(.internal) }
    }
}

extension BatonError.Code {
    /// The `NSCocoaErrorDomain` code that an app sees.
    package var cocoaCode: Int {
        switch self {
        case .cancelled: 3072
        case .connectionUnavailable, .daemonUnavailable: 4609
        case .timedOut: 4610
        case .tooLarge: 4611
        default: 4608
        }
    }
}
