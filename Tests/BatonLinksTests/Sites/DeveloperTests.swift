import ActivityModel
import FoundationEssentials
import ICUKit
import Synchronization
import TestSupport
import Testing

@testable import BatonLinks

private let plain = LinksFixture.app("org.example.plain", ["applinks:a.localhost"])
private let developer = LinksFixture.app("org.example.dev", ["applinks:a.localhost?mode=developer"])

@Suite(.timeLimit(.minutes(5))) struct DeveloperTests {
    @Test func thisMachineIsNotAskedByItself() async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(plain, developer, LinksFixture.app("org.example.l", ["applinks:localhost"]))
            await fixture.clock.advance(by: .days(10))
            #expect(fixture.sites.questions.isEmpty)
            let states = await fixture.service.status()
            #expect(states.map(\.state) == [.notFetched, .notFetched, .notFetched])
            #expect(states[0].reason.contains("?mode=developer"))
            #expect(states[1].reason.contains("baton links fetch a.localhost"))
        }
    }

    @Test(arguments: [(nil, nil), ("/ca.pem", nil), (nil, 8443)] as [(String?, Int?)])
    func withoutADevelopersEntitlementItIsRefused(_ authority: String?, _ port: Int?) async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(plain, LinksFixture.app("org.example.notes", ["applinks:example.com"]))
            let asked = fixture.sites.questions.count
            let error = await #expect(throws: BatonError.self) {
                try await fixture.fetch("a.localhost", authority: authority, port: port)
            }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("?mode=developer") == true)
            if authority != nil || port != nil {
                await #expect(throws: BatonError.self) {
                    try await fixture.fetch("example.com", authority: authority, port: port)
                }
            }
            #expect(fixture.sites.questions.count == asked)
        }
    }

    @Test func whatNobodyNamesIsNotFetched() async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(LinksFixture.app("org.example.notes", ["applinks:*.example.com"]))
            let error = await #expect(throws: BatonError.self) { try await fixture.fetch("www.example.com") }
            #expect(error?.code == .notAllowed)
            try await fixture.fetch("example.com")
        }
    }

    @Test func aDevelopersRecordServesDevelopersAlone() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["a.localhost"] = LinksFixture.file("TEAM.org.example.plain", "TEAM.org.example.dev")
            await fixture.install(plain, developer)
            try await fixture.fetch("a.localhost", authority: "/ca.pem", port: 8443)
            let question = try #require(fixture.sites.questions.first)
            #expect(question.url == "https://a.localhost:8443/.well-known/apple-app-site-association")
            #expect(question.authority == "/ca.pem")
            #expect(question.connectsAnywhere)
            #expect(try await fixture.opens("https://a.localhost/") == "org.example.dev")
            #expect(try await fixture.opens("https://a.localhost:8443/") == "org.example.dev")
            #expect(try await fixture.opens("https://a.localhost:8444/") == nil)
            let states = await fixture.service.status()
            #expect(states.map(\.state) == [.notFetched, .approved])
            // What was given is remembered.
            await fixture.clock.advance(by: .days(7))
            try await fixture.fetch("a.localhost")
            #expect(fixture.sites.questions.count == 3)
            #expect(fixture.sites.questions.allSatisfy { $0 == question })
            await fixture.install(plain)
            #expect(try await fixture.opens("https://a.localhost/") == nil)
            // An app that is being built is gone for a moment: it has all of it again.
            await fixture.install(developer)
            #expect(try await fixture.opens("https://a.localhost/") == "org.example.dev")
            await fixture.install(plain)
            await fixture.clock.advance(by: .hours(1))
            #expect(fixture.store.sites.withLock { !$0.keys.contains { $0.isDeveloper } })
            await fixture.install(developer)
            #expect(try await fixture.opens("https://a.localhost/") == nil)
        }
    }

    @Test func withoutARecordOfItsOwnADevelopersAppGoesByThePublicFile() async throws {
        let app = LinksFixture.app("org.example.dev", ["applinks:example.com?mode=developer"])
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.dev")
            await fixture.install(app)
            #expect(fixture.sites.questions.first?.connectsAnywhere == false)
            #expect(try await fixture.opens("https://example.com/") == "org.example.dev")
            // The developer's site counts from the first answer on, a bad one as well.
            fixture.sites["example.com"] = .status(404)
            try await fixture.fetch("example.com", port: 8443)
            #expect(try await fixture.opens("https://example.com/") == nil)
            #expect(try await fixture.state().state == .denied)
        }
    }

    @Test func aDevelopersOwnNetworkIsAskedOnceSomebodySaysSo() async throws {
        let app = LinksFixture.app("org.example.dev", ["applinks:intranet.test?mode=developer"])
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["intranet.test"] = .privateAddress("10.0.0.1 is a private address")
            await fixture.install(app)
            #expect(fixture.sites.questions.map(\.connectsAnywhere) == [false])
            try await fixture.fetch("intranet.test")
            #expect(fixture.sites.questions.map(\.connectsAnywhere) == [false, false, true])
        }
    }

    @Test func anAnswerToAnOlderQuestionDoesNotCount() async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(developer)
            fixture.sites.hold("a.localhost")
            let first = Task(executorPreference: fixture.service.thread) {
                try await fixture.fetch("a.localhost", port: 1)
            }
            await fixture.clock.settle()
            let second = Task(executorPreference: fixture.service.thread) {
                try await fixture.fetch("a.localhost", port: 2)
            }
            await fixture.clock.settle()
            fixture.sites["a.localhost"] = LinksFixture.file("TEAM.org.example.dev")
            fixture.sites.release("a.localhost")
            try await limited("the answers") {
                try await first.value
                try await second.value
            }
            #expect(fixture.sites.questions.map { $0.url.contains(":2/") } == [false, true])
            #expect(fixture.sites.most.ofOne == 1)
            #expect(try await fixture.opens("https://a.localhost:2/") == "org.example.dev")
        }
    }
}
