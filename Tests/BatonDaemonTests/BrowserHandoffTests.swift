import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let reader = "org.example.reader"
private let team = "TEAM000059"

/// Case C59: a page of a browser's on one device, and who goes on with it on another. The site is a real one, on this
/// machine.
@Suite(.handshakes, .timeLimit(.minutes(5))) struct BrowserHandoffTests {
    private struct Case: Decodable {
        struct Given: Decodable {
            let variants: [String]
            enum CodingKeys: String, CodingKey { case variants = "site example59.test variants" }
        }
        let given: Given
        let when: [String]
        let expect: [String]
    }

    private static let host = "site.localhost"

    /// What the site serves in each variant of the case.
    private static func behaviour(_ variant: String) throws -> TestSite.Behaviour {
        func file(links: [String], continuation: [String]) -> TestSite.Behaviour {
            let list = { (ids: [String]) in ids.map { "\"\($0)\"" }.joined(separator: ",") }
            return .file(
                Data(
                    """
                    {"applinks": {"details": [{"appIDs": [\(list(links))], "components": [{"/": "*"}]}]},
                     "activitycontinuation": {"apps": [\(list(continuation))]}}
                    """.utf8))
        }
        let own = "\(team).\(reader)"
        switch variant {
        case "no association file": return .status(404)
        case "applinks lists the app, activitycontinuation does not": return file(links: [own], continuation: [])
        case "activitycontinuation lists the app": return file(links: [], continuation: [own])
        case "activitycontinuation lists the app of another team":
            return file(links: [own], continuation: ["TEAM000060.\(reader)"])
        default: throw LimitReached("a variant that this test knows: \(variant)")
        }
    }

    @Test func aPageGoesToTheAppThatItsSiteNamesElseToTheBrowser() async throws {
        let given = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C59"))
        #expect(given.given.variants.count == 4 && given.expect.count == 4)
        try await withTwoDaemons { pair in
            try await TestSite.run { site in
                try await pair.join()
                let app = try await install(pair)
                var record = ActivityRecord(id: "page", type: ActivityRecord.browsingWeb)
                record.webpageURL = site.url(Self.host, "/show/4")
                record.title = "Show 4"
                record.userInfo = Payload([.string("tab"): .integer(7)]).canonicalData
                let browser = FakeApp()
                browser.answer(with: record)
                let client = try await pair.here.client("org.example.browser", browser)
                try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
                for (variant, expected) in zip(given.given.variants, given.expect) {
                    try await site.set(Self.host, Self.behaviour(variant))
                    _ = try await pair.otherUser.call(
                        LinksMethods.fetch, Self.host,
                        FetchOptions(authority: TestSite.authority, port: site.port), timeout: Limits.wait)
                    let offer = try await pair.otherUser.until(
                        HandoffMethods.interface, HandoffMethods.offersChanged
                    ) {
                        try await pair.otherUser.call(HandoffMethods.listOffers).first(where: \.reachable)
                    }
                    guard expected.hasPrefix("app") else {
                        #expect(expected == "browser")
                        #expect(offer.opensWith == nil, "\(variant)")
                        continue
                    }
                    #expect(offer.opensWith == reader, "\(variant)")
                    let outcome = try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
                    #expect(outcome.opened == reader)
                    #expect(try await app.announced.next().type == ActivityRecord.browsingWeb)
                    let arrived = try await app.activities.next()
                    #expect(arrived.record.type == ActivityRecord.browsingWeb)
                    #expect(arrived.record.webpageURL == record.webpageURL)
                    #expect(arrived.record.userInfo == nil, "nothing else of another team's comes along")
                    #expect(arrived.platform.cause == "handoff")
                }
                // The page that is shown by now is another site's, which names nobody.
                record.webpageURL = "https://elsewhere.example/"
                browser.answer(with: record)
                try await site.set(Self.host, Self.behaviour(given.given.variants[2]))
                _ = try await pair.otherUser.call(
                    LinksMethods.fetch, Self.host, FetchOptions(authority: TestSite.authority, port: site.port),
                    timeout: Limits.wait)
                let offer = try await pair.offer()
                let error = await refusal {
                    try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
                }
                #expect(error?.code == .handoffFailed)
            }
        }
    }

    /// The app on the other device: this process.
    private func install(_ pair: Pair) async throws -> FakeApp {
        let scratch = pair.there.scratch
        try scratch.write("Reader.app/Info.plist", plist(id: reader, executable: "run"))
        try scratch.write(
            "Reader.app/Reader.entitlements",
            """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>com.apple.developer.team-identifier</key><string>\(team)</string>
            <key>com.apple.developer.associated-domains</key><array>
            <string>applinks:\(Self.host)?mode=developer</string>
            <string>activitycontinuation:\(Self.host)?mode=developer</string></array></dict></plist>
            """)
        try #require(ScratchFolder.hardLink(ProcessIdentity.executable ?? "", as: scratch.file("Reader.app/run")))
        _ = try await pair.otherUser.call(AppsMethods.add, scratch.file("Reader.app"))
        let app = FakeApp()
        let client = try await pair.there.client(reader, app)
        try await client.call(ConnectionMethods.ready)
        return app
    }
}
