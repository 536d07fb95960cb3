internal import BatonLinks
internal import FetchKit
internal import FoundationEssentials
internal import GLibKit

/// The links service's way to web sites.
struct SiteFetcher: AssociationFetcher {
    /// The daemon's thread, and its time.
    let thread: GLibThread
    let time: TimeSource
    /// For one file: less than whoever waits for it would.
    var limit = Duration.seconds(30)

    func fetch(_ question: SiteQuestion) async -> SiteAnswer {
        let request = FetchRequest(
            url: question.url, maximumSize: question.maximumSize, deadline: limit,
            connectsAnywhere: question.connectsAnywhere, authority: question.authority)
        // A thread for this one exchange: libsoup reads as long as there is something to read, and whoever sends without an end
        // would otherwise keep the daemon from everything else.
        let own = GLibThread(name: "fetch")
        defer { own.stop() }
        let fetcher = Fetcher(thread: own, time: time, watch: thread)
        do throws(FetchFailure) {
            return .file(try await fetcher.get(request))
        } catch {
            return SiteAnswer(error)
        }
    }
}

extension SiteAnswer {
    fileprivate init(_ failure: FetchFailure) {
        self =
            switch failure {
            case .status(let number): .status(number)
            case .redirected(let target): .redirected(to: target)
            case .tooLarge: .tooLarge
            case .timedOut: .timedOut
            case .unresolved: .unresolved
            case .privateAddress(let reason): .privateAddress(reason)
            case .notConnected(let reason): .notConnected(reason)
            case .certificate(let reason): .certificate(reason)
            case .exchange(let reason): .exchange(reason)
            case .cancelled: .cancelled
            }
    }
}
