package import ActivityModel

/// How a command ended, for whoever called it.
package enum ExitStatus: Int32, Sendable {
    case done = 0
    /// The answer is no: no match, refused.
    case no = 1
    case wrongUsage = 2
    /// The daemon or a peer failed.
    case failed = 3

    /// What an error of the daemon means to the caller.
    package init(_ code: BatonError.Code) {
        switch code {
        case .invalidArgument, .invalidPayload, .invalidQuery: self = .wrongUsage
        case .invalidManifest, .noSuchApp, .noSuchActivity, .noSuchItem, .stateMismatch, .indexUnavailable,
            .noSuchOffer, .noSuchDevice, .notAllowed, .refused,
            .notOffered, .tooLarge, .cancelled, .invitationInvalid, .wrongCode, .untrusted, .alreadyDone:
            self = .no
        default: self = .failed
        }
    }
}

/// An error of the command itself.
struct CommandError: Error {
    let status: ExitStatus
    let code: String
    let message: String

    /// The answer is no.
    static func no(_ code: BatonError.Code, _ message: String) -> CommandError {
        CommandError(status: .no, code: code.rawValue, message: message)
    }
}
