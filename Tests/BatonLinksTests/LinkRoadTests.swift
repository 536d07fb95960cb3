import ActivityModel
import BatonLinks
import FoundationEssentials
import ICUKit
import TestSupport
import Testing

/// The road of an address, with associations that are made up: an app claims everything on some hosts.
@Suite struct LinkRoadTests {
    private static let app = "org.example.claims"

    private static func app(_ id: String = app, schemes: [String] = []) -> AppManifest {
        var manifest = AppManifest(
            id: id, name: id, team: "TEAM", activityTypes: [], folder: "/apps/\(id)", executable: "/apps/\(id)/run")
        manifest.urlSchemes = schemes
        return manifest
    }

    private static func route(
        _ url: String, from origin: LinkOrigin = LinkOrigin(), hosts: [String], schemes: [String] = []
    ) throws -> RoadDecision {
        try LinkRoad.route(url, from: origin, apps: [app(schemes: schemes), app("org.example.other", schemes: schemes)]) {
            hosts.contains($0.host.ascii)
                ? LinkDecision(app: app, place: nil, why: "it matches") : LinkDecision(app: nil, place: nil, why: "no app")
        }
    }

    // MARK: Case C32

    private struct Tapped: Decodable {
        struct Step: Decodable {
            let page: String?
            let tap: String?
            let typed: String?
            let from: String?
        }
        let when: [Step]
        let expect: [String]
    }

    @Test func aLinkOfTheSameSiteStaysAndATypedAddressOpensNoApp() throws {
        let given = try JSONDecoder().decode(Tapped.self, from: BehaviourCase.data("C32"))
        #expect(given.when.count == given.expect.count)
        for (step, expected) in zip(given.when, given.expect) {
            var origin = LinkOrigin(isTyped: step.typed != nil)
            origin.page = step.page.flatMap { LinkURL($0) }
            #expect((origin.page == nil) == (step.page == nil))
            let tap = try #require(step.tap ?? step.typed)
            // A link that leads on is first what it is: the browser follows it, and opens what it comes to.
            let taps = tap.components(separatedBy: " which redirects to ")
            var opened: [String] = []
            for url in taps {
                let target = try Self.route(url, from: origin, hosts: ["example32.test", "go.example32.test"]).target
                opened.append(target == .browser ? "browser" : "app")
            }
            let words = expected.contains("then") ? ["browser", "app"] : [String(expected.prefix { $0 != " " })]
            #expect(opened == words, "\(tap): \(expected)")
        }
    }

    // MARK: Case C34

    private struct Opened: Decodable {
        let when: [String]
        let expect: [String: String]
    }

    @Test func theSchemeDecidesTheRoadAndNotTheHost() throws {
        let given = try JSONDecoder().decode(Opened.self, from: BehaviourCase.data("C34"))
        for (number, step) in given.when.enumerated() where step.hasPrefix("open ") {
            let url = String(step.dropFirst(5))
            let expected = try #require(given.expect["\(number + 1)"])
            let found = try Self.route(url, hosts: ["www.example34.test"], schemes: ["example34"])
            if expected.hasPrefix("universal link") {
                #expect(found.target == .link(app: Self.app), "\(url)")
            } else {
                #expect(expected == "open-URL handler")
                #expect(found.target == .scheme(app: Self.app), "\(url)")
                #expect(found.url == url)
            }
        }
        // What a web page's address may be is one rule for all: the last step of the case is refused by it.
        let last = try #require(given.when.last?.split(separator: " ").last)
        #expect(!WebAddress.isWeb(String(last)))
    }

    // MARK: Beyond the cases

    @Test func whatAnAppOpensOfItsOwnGoesOnInTheBrowser() throws {
        let own = try Self.route(
            "https://a.test/x", from: LinkOrigin(app: Self.app), hosts: ["a.test"])
        #expect(own.target == .browser)
        #expect(own.why.contains(Self.app))
        let others = try Self.route(
            "https://a.test/x", from: LinkOrigin(app: "org.example.other"), hosts: ["a.test"])
        #expect(others.target == .link(app: Self.app))
    }

    @Test func aSiteIsItsHostInEitherSpelling() throws {
        let page = try #require(LinkURL("http://BÜCHER.example:8080/a"))
        let found = try Self.route(
            "https://xn--bcher-kva.example/b", from: LinkOrigin(page: page), hosts: ["xn--bcher-kva.example"])
        #expect(found.target == .browser)
    }

    @Test func theFirstAppThatDeclaresTheSchemeGetsIt() throws {
        #expect(try Self.route("One.2+3-x:abc", hosts: [], schemes: ["one.2+3-x"]).target == .scheme(app: Self.app))
    }

    @Test(arguments: [
        ("", BatonError.Code.invalidArgument), (":", .invalidArgument), ("nothing", .invalidArgument),
        ("1st:x", .invalidArgument), ("a b:x", .invalidArgument), ("http:", .invalidArgument),
        ("https:/x", .invalidArgument), ("http://", .invalidArgument), ("https://:80/", .invalidArgument),
        ("https://a.test:65536/", .invalidArgument), ("unknown:x", .noSuchApp), ("javascript:alert(1)", .invalidArgument),
        ("file:///etc/passwd", .invalidArgument), ("data:text/html,x", .invalidArgument),
        ("https://a.test/" + String(repeating: "a", count: 1 << 20), .invalidArgument),
        (String(repeating: "s", count: 300) + ":x", .invalidArgument),
    ]) func whatGoesNowhereIsSaid(_ url: String, _ code: BatonError.Code) {
        #expect { try Self.route(url, hosts: ["a.test"]) } throws: { ($0 as? BatonError)?.code == code }
    }

    @Test func whatGoesRoundIsNoticed() {
        var loops = LoopGuard()
        let start = Date(timeIntervalSinceReferenceDate: 0)
        let once = (0..<8).map { loops.allows("https://a.test/x", at: start.addingTimeInterval(Double($0) * 0.5)) }
        #expect(once == [true, true, true, true, true, false, false, false])
        let later = loops.allows("https://a.test/x", at: start.addingTimeInterval(6))
        #expect(later)
        let site = (0..<30).map { loops.allows("https://b.test/\($0)", at: start.addingTimeInterval(7)) }
        #expect(site.count { $0 } == LoopGuard.maximumOfSite)
        let many = (0..<100).map { loops.allows("https://\($0).test/", at: start.addingTimeInterval(8)) }
        let schemes = (0..<100).map { loops.allows("scheme:\($0)", at: start.addingTimeInterval(8)) }
        // A clock that is set back.
        let before = loops.allows("https://a.test/x", at: start.addingTimeInterval(-100))
        #expect(!many.contains(false) && !schemes.contains(false) && before)
    }

    /// Two readers would see two hosts: none of them is believed.
    @Test(arguments: ["https://evil.test\\@a.test/", "https://a.test\\.evil.test/x"])
    func anAddressThatCanBeReadInTwoWaysOpensNoApp(_ url: String) {
        let found = try? Self.route(url, hosts: ["a.test", "evil.test"])
        #expect(found == nil || found?.target == .browser)
    }
}
