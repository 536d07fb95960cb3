internal import CBatonGLib
internal import GLibKit

extension FetchFailure {
    /// What an error of GIO or libsoup means for the exchange.
    /// - Parameter certificate: what was found wrong with the site's certificate.
    init(_ error: GLibError, certificate: GTlsCertificateFlags = GTlsCertificateFlags(rawValue: 0)) {
        if error.isCancelled {
            self = .cancelled
        } else if error.isTimedOut {
            self = .timedOut
        } else if certificate.rawValue != 0 {
            self = .certificate(Self.words(certificate))
        } else if error.domain == "g-resolver-error-quark" {
            self = .unresolved
        } else if error.isConnectionRefused || error.isUnreachable {
            self = .notConnected(Self.printable(error.message))
        } else if error.isClosed || error.isCutOff {
            self = .cutOff
        } else if error.domain == "g-tls-error-quark" {
            self = .exchange("no TLS that both sides know: " + Self.printable(error.message))
        } else {
            self = .exchange(Self.printable(error.message))
        }
    }

    static let cutOff = FetchFailure.exchange("the site ended the connection in the middle of the exchange")

    private static func words(_ flags: GTlsCertificateFlags) -> String {
        let all: [(GTlsCertificateFlags, String)] = [
            (G_TLS_CERTIFICATE_UNKNOWN_CA, "it is of an unknown authority"),
            (G_TLS_CERTIFICATE_BAD_IDENTITY, "it is for another host"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
            (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
            (G_TLS_CERTIFICATE_REVOKED, "it is revoked"),
            (G_TLS_CERTIFICATE_INSECURE, "its signature is too weak"),
        ]
        let found = all.filter { flags.rawValue & $0.0.rawValue != 0 }.map(\.1)
        return found.isEmpty ? "it is not valid" : found.joined(separator: ", and ")
    }

    /// At most 200 characters of printable ASCII: a site wrote it, and a terminal may show it.
    static func printable(_ text: String) -> String {
        let kept = text.unicodeScalars.lazy.prefix(200).map { (0x20...0x7E).contains($0.value) ? Character($0) : "?" }
        return String(kept)
    }
}
