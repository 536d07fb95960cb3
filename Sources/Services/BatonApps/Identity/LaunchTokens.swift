/// The one-use tokens of processes that Baton has started.
struct LaunchTokens: Sendable {
    struct Launch: Sendable {
        let app: String
        let pid: Int32
        /// nil where the process was gone before it could be looked at.
        let start: UInt64?
    }

    enum State: Sendable {
        case issued(Launch)
        case used(app: String)
    }

    private var states: [String: State] = [:]
    /// Used ones, oldest first: kept for a while, so that a second use is told from a token that was never issued.
    private var used: [String] = []

    static let rememberedUses = 256

    subscript(token: String) -> State? { states[token] }

    mutating func issue(_ token: String, _ launch: Launch) { states[token] = .issued(launch) }

    mutating func use(_ token: String) {
        guard case .issued(let launch) = states[token] else { return }
        states[token] = .used(app: launch.app)
        used.append(token)
        if used.count > Self.rememberedUses { states[used.removeFirst()] = nil }
    }

    /// Uses it where it was issued for this launch.
    mutating func use(_ token: String, of launch: Launch) {
        guard case .issued(let issued) = states[token], issued.pid == launch.pid, issued.app == launch.app else {
            return
        }
        use(token)
    }

    /// The process has ended, or has been known otherwise: its token is good for nobody.
    mutating func revoke(_ token: String) {
        if case .issued = states[token] { states[token] = nil }
    }
}
