/// Which of those that have connected may shake hands now. A TLS handshake holds one of the few threads of GIO's pool, which
/// the private socket needs too; so only who has spoken gets one, few do at a time, and of one host only half as many.
/// Who comes always finds a place to wait: where there is none, the host with the most waiting loses the oldest of those
/// that have said nothing, else its oldest.
package struct HandshakePlaces: Sendable {
    package static let maximumWaiting = 32
    package static let maximumShaking = 4
    package static let maximumShakingPerHost = 2

    private enum Phase { case silent, spoken, shaking }
    private struct Caller {
        let number: Int
        let host: String
        var phase = Phase.silent
    }
    /// In the order of their coming.
    private var callers: [Caller] = []

    package init() {}

    package var count: Int { callers.count }
    private var waiting: [Caller] { callers.filter { $0.phase != .shaking } }

    /// Takes a caller in.
    /// - Returns: whom it costs its place.
    package mutating func enter(_ number: Int, host: String) -> Int? {
        var lost: Int?
        let waiting = waiting
        if waiting.count >= Self.maximumWaiting {
            let hosts = Dictionary(grouping: waiting, by: \.host)
            let most = hosts.values.map(\.count).max() ?? 0
            let candidates = waiting.filter { hosts[$0.host]?.count == most }
            lost = (candidates.first { $0.phase == .silent } ?? candidates.first)?.number
            if let lost { leave(lost) }
        }
        callers.append(Caller(number: number, host: host))
        return lost
    }

    package mutating func hasSpoken(_ number: Int) {
        for index in callers.indices where callers[index].number == number { callers[index].phase = .spoken }
    }

    /// Who may begin to shake hands: the first of the hosts that have the fewest at it.
    package mutating func next() -> Int? {
        let shaking = callers.filter { $0.phase == .shaking }
        guard shaking.count < Self.maximumShaking else { return nil }
        func places(_ caller: Caller) -> Int { shaking.count { $0.host == caller.host } }
        let ready = callers.indices.filter {
            callers[$0].phase == .spoken && places(callers[$0]) < Self.maximumShakingPerHost
        }
        guard let index = ready.min(by: { (places(callers[$0]), $0) < (places(callers[$1]), $1) }) else { return nil }
        callers[index].phase = .shaking
        return callers[index].number
    }

    package mutating func leave(_ number: Int) { callers.removeAll { $0.number == number } }
}
