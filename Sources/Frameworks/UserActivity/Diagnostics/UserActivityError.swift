public import Foundation

/// What was wrong with something an app gave to an activity, where Apple's systems raise an exception.
///
/// Swift on Linux has no exceptions to raise. The Apple-named setters and initialisers report one of these to
/// `UserActivityDiagnostics` and keep the last good state; the throwing forms beside them (`setUserInfo(_:)`,
/// `setWebpageURL(_:)`, `init(validating:)`, `declared(in:)`) throw it. Match by `code`, never by text.
///
/// Neither `message` nor `description` holds user content: keys are named, values are not.
public struct UserActivityError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What kind of mistake it was.
    public let code: Code
    /// One sentence for the developer: what was given, and what to give instead.
    public let message: String
    /// Where the mistake is: `userInfo.document.pages[3]`, `webpageURL`. nil where it is not in a property.
    public let keyPath: String?

    init(_ code: Code, _ message: String, keyPath: String? = nil) {
        self.code = code
        self.message = message
        self.keyPath = keyPath
    }

    /// The message.
    public var description: String { message }
    /// The message, for `localizedDescription`. It is not translated.
    public var errorDescription: String? { message }

    /// The kinds of mistakes. More may be added; a `switch` over them needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Known: String {
            case invalidActivityType, noDeclaredActivityType, malformedManifest
            case unsupportedPayloadValue, payloadTooDeep, invalidWebpageURL, invalidScenePredicate
        }

        private let known: Known

        private init(_ known: Known) { self.known = known }

        /// The code's name.
        public var description: String { known.rawValue }

        /// An activity type that is empty or over 255 bytes.
        public static var invalidActivityType: Code { Code(.invalidActivityType) }
        /// The bundle lists no `NSUserActivityTypes`.
        public static var noDeclaredActivityType: Code { Code(.noDeclaredActivityType) }
        /// `NSUserActivityTypes` is there, and is no list of non-empty strings.
        public static var malformedManifest: Code { Code(.malformedManifest) }
        /// A key or value of a type that `userInfo` does not hold.
        public static var unsupportedPayloadValue: Code { Code(.unsupportedPayloadValue) }
        /// Containers more than 64 deep, `userInfo` itself counted.
        public static var payloadTooDeep: Code { Code(.payloadTooDeep) }
        /// A `webpageURL` that is not http or https, or has no host.
        public static var invalidWebpageURL: Code { Code(.invalidWebpageURL) }
        /// A scene's predicate that is none, or uses what scenes cannot have.
        public static var invalidScenePredicate: Code { Code(.invalidScenePredicate) }
    }
}
