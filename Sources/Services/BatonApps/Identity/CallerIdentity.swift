/// Who is calling. Decided once a connection, which keeps it: also when the app's file is replaced meanwhile.
package enum CallerIdentity: Sendable, Hashable {
    /// An app: proved by its sandbox, its launch, its scope or its executable, or named by an id that no manifest has.
    case app(String)
    /// A program of the user's own: unsandboxed, and claiming no app.
    case user
}
