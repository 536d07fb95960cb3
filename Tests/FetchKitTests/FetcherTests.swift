import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import FetchKit

/// Against a real server, with a certificate authority of the tests' own.
@Suite(.handshakes, .timeLimit(.minutes(5)), .enabled(if: Machine.hasPython, "python3 is not installed"))
struct FetcherTests {
    private let file = Data(#"{"applinks": {"details": []}}"#.utf8)

    /// A fetcher on a thread of its own, and the site; afterwards nothing of either is left.
    private func withSite(_ body: (TestSite, Fetch) async throws -> Void) async throws {
        ProcessState.prepare()
        let thread = GLibThread(name: "fetch")
        defer { thread.stop() }
        try await TestSite.run(files: ["site.localhost": file]) { site in
            try await body(site, Fetch(fetcher: Fetcher(thread: thread, time: .system(on: thread)), site: site))
        }
    }

    private struct Fetch {
        let fetcher: Fetcher
        let site: TestSite

        func callAsFunction(
            _ host: String = "site.localhost", path: String = "/file", maximum: Int = 128 * 1024,
            deadline: Duration = Limits.wait, anywhere: Bool = true, authority: String? = TestSite.authority
        ) async -> Result<Data, FetchFailure> {
            await get(
                FetchRequest(
                    url: site.url(host, path), maximumSize: maximum, deadline: deadline, connectsAnywhere: anywhere,
                    authority: authority))
        }

        func get(_ request: FetchRequest) async -> Result<Data, FetchFailure> {
            do throws(FetchFailure) {
                return .success(try await fetcher.get(request))
            } catch {
                return .failure(error)
            }
        }

        func failure(
            _ behaviour: TestSite.Behaviour, deadline: Duration = Limits.wait, maximum: Int = 128 * 1024
        ) async throws -> FetchFailure? {
            try await site.set("site.localhost", behaviour)
            return await self(maximum: maximum, deadline: deadline).failure
        }
    }

    @Test func aFileIsFetchedAndNothingSaysWhoAsks() async throws {
        try await withSite { (site, fetch) async throws in
            #expect(await fetch(path: "/.well-known/apple-app-site-association") == .success(file))
            let visits = try await site.visits()
            let request = try #require(visits.requests.first)
            #expect(request.path == "/.well-known/apple-app-site-association")
            #expect(request.headers["User-Agent"] == "Baton")
            #expect(Set(request.headers.keys).isSubset(of: ["Host", "User-Agent", "Accept-Encoding", "Connection"]))
            #expect(visits.connections == 1)
        }
    }

    @Test func noSessionIsKept() async throws {
        try await withSite { (site, fetch) async throws in
            for _ in 0..<3 { _ = await fetch() }
            #expect(try await site.visits().requests.map(\.resumed) == [false, false, false])
            try await site.set(connections: .old)
            for _ in 0..<3 { _ = await fetch() }
            #expect(try await site.visits().requests.map(\.resumed) == [false, false, false])
        }
    }

    @Test func tls12IsEnough() async throws {
        try await withSite { (site, fetch) async throws in
            try await site.set(connections: .old)
            #expect(await fetch() == .success(file))
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        try await withSite { (site, fetch) async throws in
            #expect(
                try await fetch.failure(.redirect(to: "https://other.localhost/\u{1B}[31m"))
                    == .redirected(to: "https://other.localhost/?[31m"))
            #expect(try await site.visits().connections == 1)
            #expect(try await fetch.failure(.status(304)) == .status(304))
        }
    }

    @Test(arguments: [204, 401, 403, 404, 410, 429, 500, 503])
    func everyStatusBut200IsAFailure(_ status: Int) async throws {
        try await withSite { (site, fetch) async throws in
            let headers = status == 401 ? ["WWW-Authenticate": "Basic realm=\"x\""] : [:]
            #expect(try await fetch.failure(.status(status, headers: headers)) == .status(status))
            #expect(try await site.visits().requests.count == 1)
        }
    }

    @Test func cookiesAreNotKept() async throws {
        try await withSite { (site, fetch) async throws in
            _ = try await fetch.failure(.status(404, headers: ["Set-Cookie": "who=me"]))
            _ = try await site.visits()
            _ = try await fetch.failure(.status(404))
            #expect(try await site.visits().requests.first?.headers["Cookie"] == nil)
        }
    }

    // MARK: Sizes

    @Test func aFileOfTheGreatestSizeIsFetched() async throws {
        try await withSite { (site, fetch) async throws in
            let large = Data(repeating: 32, count: 128 * 1024)
            try await site.set("site.localhost", large)
            #expect(await fetch() == .success(large))
            #expect(try await fetch.failure(.file(large + [32])) == .tooLarge)
            #expect(try await fetch.failure(.file(Data())) == nil)
        }
    }

    @Test(arguments: [TestSite.Behaviour.endless, .bomb(size: 256 * 1024 * 1024)])
    func whatNeverEndsOrUnpacksToMuchIsCut(_ behaviour: TestSite.Behaviour) async throws {
        try await withSite { (_, fetch) async throws in
            #expect(try await fetch.failure(behaviour) == .tooLarge)
        }
    }

    @Test func anUnpackedFileCountsUnpacked() async throws {
        try await withSite { (_, fetch) async throws in
            #expect(try await fetch.failure(.bomb(size: 1000), maximum: 1000) == nil)
            #expect(try await fetch.failure(.bomb(size: 1001), maximum: 1000) == .tooLarge)
        }
    }

    @Test func headersWithoutEndAreCut() async throws {
        try await withSite { (_, fetch) async throws in
            let before = ProcessFacts.memory(of: ProcessIdentity.current)
            let failure = try await fetch.failure(.endlessHead, deadline: .seconds(3))
            #expect(failure != nil)
            // In KiB.
            #expect(ProcessFacts.memory(of: ProcessIdentity.current) - before < 64 * 1024)
        }
    }

    // MARK: Time

    @Test(arguments: [TestSite.Behaviour.silent, .dripping])
    func whoTakesTooLongIsLeft(_ behaviour: TestSite.Behaviour) async throws {
        try await withSite { (_, fetch) async throws in
            #expect(try await fetch.failure(behaviour, deadline: .milliseconds(300)) == .timedOut)
        }
    }

    @Test func aHandshakeThatNeverComesIsLeft() async throws {
        try await withSite { (site, fetch) async throws in
            try await site.set(connections: .mute)
            #expect(await fetch(deadline: .milliseconds(300)) == .failure(.timedOut))
        }
    }

    @Test func aCancelledTaskEndsAtOnce() async throws {
        try await withSite { (site, fetch) async throws in
            try await site.set("site.localhost", .silent)
            let task = Task { await fetch(deadline: .seconds(3600)) }
            try await limited("the request") { while try await site.visits().requests.isEmpty {} }
            task.cancel()
            #expect(try await limited("the end") { await task.value } == .failure(.cancelled))
        }
    }

    // MARK: Who answers

    @Test(arguments: [
        ("expired", "it has expired"), ("elsewhere", "it is for another host"),
        ("unknown", "it is of an unknown authority"),
    ]) func aWrongCertificateIsRefused(_ name: String, _ words: String) async throws {
        try await withSite { (site, fetch) async throws in
            #expect(try await fetch.failure(.certificate(name, file)) == .certificate(words))
            #expect(try await site.visits().requests.isEmpty)
        }
    }

    @Test func withoutItsAuthorityTheSystemsRootsCount() async throws {
        try await withSite { (_, fetch) async throws in
            #expect(await fetch(authority: nil) == .failure(.certificate("it is of an unknown authority")))
        }
    }

    @Test func aFileThatHoldsNoAuthorityVouchesForNothing() async throws {
        try await withSite { (_, fetch) async throws in
            try await withScratchFolder { folder in
                let text = try folder.write("text", "no certificate")
                for path in [text, folder.file("none"), folder.path, "/dev/zero"] {
                    guard case .certificate = await fetch(authority: path).failure else {
                        Issue.record("\(path) vouches")
                        continue
                    }
                }
            }
        }
    }

    @Test func plainHTTPIsNone() async throws {
        try await withSite { (site, fetch) async throws in
            try await site.set(connections: .plain)
            guard case .exchange = await fetch().failure else { throw LimitReached("the refusal") }
            let others = [
                "http://site.localhost/", "ftp://site.localhost/", "https://me@site.localhost/", "", "https:",
            ]
            for address in others {
                let request = FetchRequest(
                    url: address, maximumSize: 1, deadline: .seconds(1), connectsAnywhere: true)
                #expect(await fetch.get(request) == .failure(.exchange("it is no https address")))
            }
        }
    }

    @Test func whatEndsInTheMiddleIsNoFile() async throws {
        try await withSite { (_, fetch) async throws in
            #expect(
                try await fetch.failure(.cut(file))
                    == .exchange("the site ended the connection in the middle of the exchange"))
        }
    }

    // MARK: Where it is

    /// The exchange's thread is kept busy, and the deadline passes on another one.
    @Test func whoSpeaksWithoutAnEndIsLeft() async throws {
        try await withSite { (site, fetch) async throws in
            try await site.set("site.localhost", .informing)
            let (own, watch) = (GLibThread(name: "exchange"), GLibThread(name: "watch"))
            defer { for thread in [own, watch] { thread.stop() } }
            let other = Fetch(fetcher: Fetcher(thread: own, time: .system(on: watch), watch: watch), site: site)
            #expect(await other(deadline: .milliseconds(500)) == .failure(.timedOut))
        }
    }

    /// A site's header is a number of any size, sign and form.
    @Test(arguments: ["-5", "99999999999999999999999", "9223372036854775807", "0x10", "", "5, 6"])
    func aLengthThatIsNoneEndsNothing(_ length: String) async throws {
        try await withSite { (site, fetch) async throws in
            let failure = try await fetch.failure(
                .status(200, headers: ["Content-Length": length]), deadline: .seconds(5))
            #expect(failure != .tooLarge, "\(String(describing: failure))")
            // It lives.
            try await site.set("site.localhost", .file(file))
            #expect(await fetch() == .success(file))
        }
    }

    @Test func aHostOfThisMachineIsNotConnectedTo() async throws {
        try await withSite { (site, fetch) async throws in
            for host in ["site.localhost", "localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]"] {
                guard case .privateAddress = await fetch(host, anywhere: false).failure else {
                    Issue.record("\(host) was asked")
                    continue
                }
            }
            #expect(try await site.visits().connections == 0)
        }
    }

    @Test func nobodyThereIsSaid() async throws {
        try await withSite { (site, fetch) async throws in
            await site.stop()
            let failure = await fetch().failure
            guard case .notConnected = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test func aNameThatNobodyHasIsSaid() async throws {
        try await withSite { (_, fetch) async throws in
            // RFC 6761: never resolved; a machine without a network cannot ask and says another thing.
            #expect(await fetch("nobody.invalid") == .failure(.unresolved))
        }
    }

    // MARK: What is left

    @Test func nothingIsLeftOfAnExchange() async throws {
        try await withSite { (site, fetch) async throws in
            let all: [TestSite.Behaviour] = [
                .file(file), .endless, .bomb(size: 1_000_000), .silent, .dripping, .cut(file), .status(500),
                .redirect(to: "/x"), .certificate("expired", file), .endlessHead,
            ]
            for _ in 0..<3 {
                for behaviour in all { _ = try await fetch.failure(behaviour, deadline: .milliseconds(500)) }
            }
            // Of this port alone: the process has other tests.
            #expect(ProcessFacts.connections(toPort: site.port) == 0)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
