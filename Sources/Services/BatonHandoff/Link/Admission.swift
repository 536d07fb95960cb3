internal import GLibKit

/// Who may be connected without having proved anything: 32 at once, 4 from one host. Without a bound, strangers could
/// take all the descriptors.
struct Admission {
    static let maximum = 32
    static let maximumPerHost = 4

    private var hosts: [Int: String] = [:]

    var count: Int { hosts.count }

    /// Takes a place for a connection from `address` (`host:port`); false if there is none.
    mutating func enter(_ number: Int, from address: String) -> Bool {
        let host = CallerHost.name(of: address)
        guard hosts.count < Self.maximum, hosts.values.count(where: { $0 == host }) < Self.maximumPerHost else {
            return false
        }
        hosts[number] = host
        return true
    }

    mutating func leave(_ number: Int) { hosts[number] = nil }
}
