/// Who is calling. Decided once a connection, which keeps it: also when the app's file is replaced meanwhile.
package enum CallerIdentity: Sendable, Hashable {
    /// An app: proved by its sandbox, its launch, its scope or its executable.
    case app(String)
    /// A program that names itself by an id which no installed app has. Its own for as long as that is so.
    case claimed(String)
    /// A program of the user's own: unsandboxed, and claiming no app.
    case user

    /// The app's id; nil for a program of the user's own.
    package var app: String? {
        switch self {
        case .app(let id), .claimed(let id): id
        case .user: nil
        }
    }
}
