internal import Foundation

/// An address that is to be opened, as it came.
enum OpenedAddress {
    case good(URL)
    /// Why it is none, without its text: it is the user's.
    case bad(String)

    /// What may not stand in an address is percent-encoded, where Foundation does so.
    init(_ text: String) {
        guard !text.isEmpty else {
            self = .bad("it is empty")
            return
        }
        guard let url = URL(string: text) else {
            self = .bad("it cannot be read as a URL")
            return
        }
        guard let scheme = url.scheme?.lowercased() else {
            self = .bad("it has no scheme")
            return
        }
        if scheme == "http" || scheme == "https" {
            guard url.host().map({ !$0.isEmpty }) == true else {
                self = .bad("a web address has a host, and this one has none")
                return
            }
            // Foundation takes any number.
            guard url.port.map({ (0...65_535).contains($0) }) != false else {
                self = .bad("its port is over 65535")
                return
            }
        }
        self = .good(url)
    }
}
