/// Who is calling. Decided once a connection, which keeps it: also when the app's file is replaced meanwhile.
package enum CallerIdentity: Sendable, Hashable {
    /// An app, proved by its sandbox, its launch, its scope or its executable.
    case app(String)
    /// A program that says it is this app, which no manifest has.
    case claimed(String)
    /// A program of the user's own: unsandboxed, and claiming no app.
    case user

    /// The app it acts as; nil for the user's own programs.
    package var app: String? {
        switch self {
        case .app(let id), .claimed(let id): id
        case .user: nil
        }
    }
}
