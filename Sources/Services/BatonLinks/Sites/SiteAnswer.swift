package import FoundationEssentials
internal import ICUKit

/// Fetches a site's association file: what the daemon does with HTTPS, and tests without.
package protocol AssociationFetcher: Sendable {
    /// Ends by itself within a minute, and at once when the task is cancelled.
    func fetch(_ question: SiteQuestion) async -> SiteAnswer
}

/// One file to be fetched.
package struct SiteQuestion: Sendable, Hashable {
    /// `https://example.com/.well-known/apple-app-site-association`.
    package let url: String
    /// Bytes, unpacked.
    package let maximumSize: Int
    /// Whether the host may be this machine or one of the local network: in developer mode.
    package let connectsAnywhere: Bool
    /// A PEM file of the authorities that count instead of the system's: in developer mode.
    package let authority: String?

    package static let path = "/.well-known/apple-app-site-association"

    init(_ site: SiteRecord) {
        let port = site.port.map { ":\($0)" } ?? ""
        url = "https://\(site.key.domain.ascii)\(port)\(Self.path)"
        maximumSize = AssociationFile.maximumSize
        connectsAnywhere = site.key.isDeveloper
        authority = site.authority
    }
}

/// What came of it.
package enum SiteAnswer: Sendable, Hashable {
    case file(Data)
    /// An HTTP status other than 200.
    case status(Int)
    case redirected(to: String)
    case tooLarge
    case timedOut
    case unresolved
    /// An address that is not on the public internet, in words.
    case privateAddress(String)
    case notConnected(String)
    /// What is wrong with the certificate.
    case certificate(String)
    /// What is wrong with what was spoken.
    case exchange(String)
    case cancelled
}

/// What an answer means for the associations of a site.
package enum SiteVerdict: Sendable, Hashable {
    /// Nothing is known yet.
    case unknown
    /// The file is good.
    case good
    /// The site has no file for us: no associations, at once.
    case denied(String)
    /// There is something, and it is no association file: the last good one is used for a while.
    case broken(String)
    /// Nobody answers: the last good file is used for a while.
    case unreachable(String)
    /// It is this machine or one of a local network, and was not asked: as `unreachable`.
    case local(String)

    /// In words; empty where there is nothing to say.
    package var reason: String {
        switch self {
        case .unknown, .good: ""
        case .denied(let reason), .broken(let reason), .unreachable(let reason), .local(let reason): reason
        }
    }

    /// - Returns: the verdict, and the file that is to be used from now on where there is a new one.
    static func of(_ answer: SiteAnswer) -> (verdict: SiteVerdict, file: SiteFile?) {
        switch answer {
        case .file(let data):
            do throws(AssociationFault) {
                return (.good, SiteFile(data: data, parsed: try AssociationFile(parsing: data)))
            } catch {
                return (.broken("its file cannot be read: \(error)"), nil)
            }
        case .status(let number): return (of(status: number), nil)
        case .redirected(let target): return (.broken("it redirects to \(target); redirects are not followed"), nil)
        case .tooLarge: return (.broken("its file has more than \(AssociationFile.maximumSize / 1024) KiB"), nil)
        case .certificate(let reason): return (.broken("its certificate is refused: \(reason)"), nil)
        case .exchange(let reason): return (.broken("what it speaks is not understood: \(reason)"), nil)
        case .timedOut: return (.unreachable("it did not answer in time"), nil)
        case .unresolved: return (.unreachable("its name has no address"), nil)
        case .notConnected(let reason): return (.unreachable("it cannot be connected to: \(reason)"), nil)
        case .privateAddress(let reason):
            return (.local("\(reason), which is asked in developer mode only"), nil)
        case .cancelled: return (.unreachable("its answer was not waited for"), nil)
        }
    }

    /// 4xx is the site's word that there is nothing for us, but for 429, which is about how often it was asked.
    private static func of(status: Int) -> SiteVerdict {
        switch status {
        case 429: .broken("it answers with status 429: it was asked too often")
        case 400...499: .denied("it answers with status \(status)")
        default: .broken("it answers with status \(status)")
        }
    }
}
