import ActivityModel
import FoundationEssentials
import ICUKit
import TestSupport
import Testing

@testable import BatonLinks

@Suite struct AssociationTableTests {
    /// A table of apps and files, without a service.
    private func table(
        _ apps: [AppManifest], _ files: [String: String], choices: [String: LinkChoice] = [:]
    ) throws -> AssociationTable {
        var known: [HostName: LinkChoice] = [:]
        for (host, choice) in choices { known[try #require(HostName(host))] = choice }
        var read: [HostName: AssociationFile] = [:]
        for (host, text) in files {
            read[try #require(HostName(host))] = try AssociationFile(parsing: Data(text.utf8))
        }
        return AssociationTable(apps, files: read, choices: known)
    }

    private func file(_ rules: (String, String)...) -> String {
        let details = rules.map { "{\"appIDs\": [\"TEAM.\($0.0)\"], \"components\": [\($0.1)]}" }
        return "{\"applinks\": {\"details\": [\(details.joined(separator: ", "))]}}"
    }

    private let all = #"{"/": "*"}"#

    private func decision(_ table: AssociationTable, _ url: String) throws -> LinkDecision {
        table.decide(try #require(LinkURL(url)))
    }

    // MARK: Cases

    private struct C35: Decodable {
        struct Given: Decodable { let entitlements: [String: [String]] }
        let given: Given
        let when: [[String]]
        let expect: [String]
    }

    @Test func hostsAndTheirParentsAsInC35() throws {
        let test = try JSONDecoder().decode(C35.self, from: try BehaviourCase.data("C35"))
        let apps = test.given.entitlements.sorted { $0.key < $1.key }.map {
            LinksFixture.app("org.example.\($0.key)", $0.value)
        }
        let everybody = file(("org.example.App1", all), ("org.example.App2", all), ("org.example.App3", all))
        try #require(test.when.count == 8 && test.expect.count == 8)
        for (step, expected) in zip(test.when, test.expect) {
            // Each step looks at one app, as if it were installed alone.
            let files = ["example35.test": everybody, "www.example35.test": file(("org.example.App2", all))]
            let table = try table(apps.filter { $0.id == "org.example.\(step[0])" }, files)
            let opens = try decision(table, step[1]).app
            let word = expected.prefix { $0 != " " }
            #expect(opens == (word == "browser" ? nil : "org.example.\(word)"), "\(step)")
        }
    }

    private struct C59: Decodable {
        struct Given: Decodable {
            let variants: [String]
            private enum CodingKeys: String, CodingKey { case variants = "site example59.test variants" }
        }
        let given: Given
        let when: [String]
        let expect: [String]
    }

    @Test func continuationNeedsTheListAndTheEntitlementAsInC59() throws {
        let test = try JSONDecoder().decode(C59.self, from: try BehaviourCase.data("C59"))
        let address = try #require(test.when.first?.split(separator: " ").first { $0.hasPrefix("https:") })
        let url = try #require(LinkURL(String(address.drop { $0 == "," }.prefix { $0 != "," })))
        let both = LinksFixture.app(
            "org.example.app", ["applinks:example59.test", "activitycontinuation:example59.test"])
        let linksAlone = LinksFixture.app("org.example.app", ["applinks:example59.test"])
        func text(_ continuation: String?) -> String {
            let list = continuation.map { ", \"activitycontinuation\": {\"apps\": [\"\($0)\"]}" } ?? ""
            return
                "{\"applinks\": {\"details\": [{\"appIDs\": [\"TEAM.org.example.app\"], \"components\": [\(all)]}]}\(list)}"
        }
        let files: [String: String?] = [
            "no association file": nil, "applinks lists the app, activitycontinuation does not": text(nil),
            "activitycontinuation lists the app": text("TEAM.org.example.app"),
            "activitycontinuation lists the app of another team": text("OTHER.org.example.app"),
        ]
        try #require(test.given.variants.count == 4 && test.expect.count == 4)
        for (variant, expected) in zip(test.given.variants, test.expect) {
            let file = try #require(files[variant])
            let sites = file.map { ["example59.test": $0] } ?? [:]
            let app = try table([both], sites).continuationApp(for: url)
            #expect(app == (expected.hasPrefix("app") ? "org.example.app" : nil), "\(variant)")
            #expect(try table([linksAlone], sites).continuationApp(for: url) == nil)
        }
    }

    /// The other half of C38, how the strings are read, is `AssociatedDomain`'s.
    @Test func entriesThatCannotBeReadAreSaidAsInC38() async throws {
        let entries = [
            "applinks:links38.test", "https://links38.test", "links38.test", "applinks: links38.test",
            "applinks:links38.test/", "applinks:links38.test:8080", "applinks:10.0.0.1",
        ]
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["links38.test"] = LinksFixture.file("TEAM.org.example.app")
            await fixture.install(LinksFixture.app("org.example.app", entries))
            let states = await fixture.service.status()
            #expect(states.map(\.entry) == entries)
            #expect(states[0].state == .approved)
            #expect(states[0].service == .applinks && states[0].domain == "links38.test")
            #expect(states.dropFirst().allSatisfy { $0.state == .unreadable && !$0.reason.isEmpty && $0.domain == nil })
            #expect(fixture.sites.questions.count == 1)
        }
        #expect(LinkURL("http://applinks:links38.test/spm") == nil)
    }

    // MARK: Rules

    @Test func theAppListedFirstTakesIt() throws {
        let apps = ["b", "a", "c"].map { LinksFixture.app("org.example.\($0)", ["applinks:example.com"]) }
        let text = file(("org.example.c", #"{"/": "/c"}"#), ("org.example.a", all), ("org.example.b", all))
        let table = try table(apps, ["example.com": text])
        #expect(try decision(table, "https://example.com/c").app == "org.example.c")
        let found = try decision(table, "http://example.com/x")
        #expect(found.app == "org.example.a")
        #expect(found.place?.description == #"details[1].components[0] {"/": "*"}"#)
    }

    @Test func theHostItselfGoesBeforeItsParentsAndTheNearestFirst() throws {
        let apps = [
            LinksFixture.app("org.example.far", ["applinks:*.example.com"]),
            LinksFixture.app("org.example.near", ["applinks:*.b.example.com"]),
            LinksFixture.app("org.example.exact", ["applinks:a.b.example.com"]),
        ]
        let files = [
            "example.com": file(("org.example.far", all)),
            "b.example.com": file(("org.example.near", #"{"/": "/near"}, {"/": "/exact"}"#)),
            "a.b.example.com": file(("org.example.exact", #"{"/": "/exact"}"#)),
        ]
        let table = try table(apps, files)
        #expect(try decision(table, "https://a.b.example.com/exact").app == "org.example.exact")
        #expect(try decision(table, "https://a.b.example.com/near").app == "org.example.near")
        #expect(try decision(table, "https://a.b.example.com/far").app == "org.example.far")
        #expect(try decision(table, "https://b.example.com/near").app == "org.example.far")
        #expect(try decision(table, "https://example.com/far").app == nil)
        #expect(try decision(table, "https://ab.example.com/exact").app == "org.example.far")
    }

    @Test func whatTheHostExcludesForAnAppItsParentDoesNotBringBack() throws {
        let apps = [
            LinksFixture.app("org.example.one", ["applinks:www.example.com", "applinks:*.example.com"]),
            LinksFixture.app("org.example.two", ["applinks:*.example.com"]),
        ]
        let excluding = file(("org.example.one", #"{"/": "/private/*", "exclude": true}, {"/": "/open"}"#))
        let one = try table(
            [apps[0]], ["www.example.com": excluding, "example.com": file(("org.example.one", all))])
        let decided = try decision(one, "https://www.example.com/private/x")
        #expect(decided.app == nil)
        #expect(decided.place?.description.hasPrefix("details[0].components[0]") == true)
        #expect(decided.why == "a rule in the file of www.example.com excludes it for org.example.one")
        #expect(try decision(one, "https://www.example.com/other").app == "org.example.one")
        // Another app is another matter.
        let both = try table(
            apps,
            ["www.example.com": excluding, "example.com": file(("org.example.one", all), ("org.example.two", all))])
        #expect(try decision(both, "https://www.example.com/private/x").app == "org.example.two")
    }

    @Test func internationalisedHostsAreEqualInEitherSpelling() throws {
        for entry in ["applinks:bücher.example", "applinks:xn--bcher-kva.example", "applinks:BÜCHER.example"] {
            let table = try table(
                [LinksFixture.app("org.example.a", [entry])],
                ["xn--bcher-kva.example": file(("org.example.a", all))])
            #expect(try decision(table, "https://bücher.example/x").app == "org.example.a")
            #expect(try decision(table, "https://XN--BCHER-KVA.example./x").app == "org.example.a")
        }
    }

    @Test func theFirstListedGoesOnWithAPage() throws {
        let apps = ["a", "b"].map { LinksFixture.app("org.example.\($0)", ["activitycontinuation:*.example.com"]) }
        let text = #"{"activitycontinuation": {"apps": ["TEAM.org.example.b", "TEAM.org.example.a"]}}"#
        let table = try table(apps, ["example.com": text])
        #expect(table.continuationApp(for: try #require(LinkURL("https://x.example.com/"))) == "org.example.b")
        #expect(table.continuationApp(for: try #require(LinkURL("https://example.com/"))) == nil)
        // Continuation is no right to open links.
        #expect(try decision(table, "https://x.example.com/").app == nil)
    }

    @Test func theChoiceOfTheBrowserHoldsForThatHostAlone() throws {
        let app = LinksFixture.app(
            "org.example.a", ["applinks:*.example.com", "activitycontinuation:*.example.com"])
        let table = try table(
            [app], ["example.com": file(("org.example.a", all))], choices: ["x.example.com": .browser])
        #expect(try decision(table, "https://x.example.com/").app == nil)
        #expect(try decision(table, "https://y.example.com/").app == "org.example.a")
        #expect(table.continuationApp(for: try #require(LinkURL("https://x.example.com/"))) == nil)
    }

    @Test func everyRefusalSaysWhy() throws {
        let app = LinksFixture.app("org.example.a", ["applinks:example.com"])
        func why(_ table: AssociationTable, _ url: String = "https://example.com/x") throws -> String {
            let decision = try decision(table, url)
            #expect(decision.app == nil)
            return decision.why
        }
        #expect(try why(table([], [:])) == "no installed app names example.com in its associated domains")
        #expect(try why(table([app], [:])) == "the association file of example.com is not fetched yet")
        #expect(
            try why(table([app], ["example.com": file(("org.example.b", all))]))
                == "the file of example.com does not list TEAM.org.example.a")
        let some = try table([app], ["example.com": file(("org.example.a", #"{"/": "/y"}"#))])
        #expect(try why(some) == "no rule in the file of example.com matches it")
        #expect(
            try why(some, "https://example.com:8080/y")
                == "it names port 8080, and associations are of the port of the scheme")
        var denied = try table([app], [:])
        let key = SiteKey(try #require(HostName("example.com")))
        denied.set(AssociationTable.Site(file: nil, fileDate: nil, verdict: .denied("it says no")), for: key)
        #expect(try why(denied) == "example.com has no association file: it says no")
    }
}
