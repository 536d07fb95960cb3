package import CBatonGLib

/// A `GError` as a value. `message` may quote what a peer sent: it is for the log at debug level, never for the journal.
package struct GLibError: Error, Sendable, Hashable, CustomStringConvertible {
    package let domain: String
    package let code: Int32
    package let message: String

    package init(domain: String, code: Int32, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    /// Takes the error over and frees it.
    package init(adopting error: UnsafeMutablePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "unknown"
        code = error.pointee.code
        message = error.pointee.message.map { String(cString: $0) } ?? ""
        g_error_free(error)
    }

    package var description: String { "\(domain)/\(code)" }
}

extension GLibError {
    static let ioDomain = "g-io-error-quark"

    package var isNotFound: Bool { domain == Self.ioDomain && code == 1 }
    package var isExists: Bool { domain == Self.ioDomain && code == 2 }
    /// Of a file; `isNotFound` is of streams and sockets.
    var isNoFile: Bool { domain == "g-file-error-quark" && code == 4 }
    package var isClosed: Bool { domain == Self.ioDomain && (code == 18 || code == 44) }
    package var isCancelled: Bool { domain == Self.ioDomain && code == 19 }
    package var isTimedOut: Bool { domain == Self.ioDomain && code == 24 }
    package var isWouldBlock: Bool { domain == Self.ioDomain && code == 27 }
    var isTooManyOpenFiles: Bool { domain == Self.ioDomain && code == 31 }
    package var isAddressInUse: Bool { domain == Self.ioDomain && code == 33 }
    package var isConnectionRefused: Bool { domain == Self.ioDomain && code == 39 }
    /// Neither the host nor its network can be reached.
    package var isUnreachable: Bool { domain == Self.ioDomain && [37, 38].contains(code) }
    /// The other end ended before it had sent what it announced.
    package var isCutOff: Bool { domain == Self.ioDomain && code == 34 }

    /// The other end closed, or cut, in the middle of a TLS handshake.
    package var isLostInHandshake: Bool { isClosed || domain == "g-tls-error-quark" }

    static func closed(_ what: String) -> GLibError { GLibError(domain: ioDomain, code: 18, message: what) }
    static func timedOut(_ what: String) -> GLibError { GLibError(domain: ioDomain, code: 24, message: what) }
    static func failed(_ what: String) -> GLibError { GLibError(domain: ioDomain, code: 0, message: what) }
}

/// Throws the error that a GLib call left, if any.
package func throwIfSet(_ error: inout UnsafeMutablePointer<GError>?) throws(GLibError) {
    guard let taken = error else { return }
    error = nil
    throw GLibError(adopting: taken)
}
