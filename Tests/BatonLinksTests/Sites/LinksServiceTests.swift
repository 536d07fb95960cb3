import ActivityModel
import FoundationEssentials
import GLibKit
import ICUKit
import Synchronization
import TestSupport
import Testing

@testable import BatonLinks

private let notes = LinksFixture.app("org.example.notes", ["applinks:example.com"])
private let page = "https://example.com/page"

@Suite(.timeLimit(.minutes(5))) struct LinksServiceTests {
    @Test func nothingIsAskedWithoutAssociatedDomains() async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(LinksFixture.app("org.example.plain", []))
            await fixture.clock.advance(by: .days(30))
            #expect(fixture.sites.questions.isEmpty)
            #expect(fixture.clock.sleeping == 0)
            #expect(await fixture.service.status().isEmpty)
        }
    }

    @Test func theSitesOfAnAppAreAskedWhenItComes() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            #expect(
                fixture.sites.questions.map(\.url) == ["https://example.com/.well-known/apple-app-site-association"])
            #expect(fixture.sites.questions.first?.connectsAnywhere == false)
            #expect(try await fixture.opens(page) == "org.example.notes")
            let status = try await fixture.state()
            #expect(status.state == .approved)
            #expect(status.lastCheck == fixture.clock.now)
            #expect(status.nextCheck == fixture.clock.now.addingTimeInterval(7 * 86_400))
            #expect(fixture.changes.waiting >= 2)
        }
    }

    @Test func sitesAreAskedWeeklyByOneTimer() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            fixture.sites["other.test"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(
                LinksFixture.app("org.example.notes", ["applinks:example.com", "applinks:other.test"]))
            #expect(fixture.sites.questions.count == 2)
            for _ in 0..<7 {
                #expect(fixture.clock.sleeping == 1)
                await fixture.clock.advance(by: .seconds(86_399))
                #expect(fixture.sites.questions.count == 2)
            }
            await fixture.clock.advance(by: .seconds(7))
            #expect(fixture.sites.questions.count == 4)
        }
    }

    /// Each check of a failing site costs a question; after each failure the next one comes later.
    @Test func aSiteThatFailsIsAskedLessAndLess() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = .unresolved
            let start = fixture.clock.now
            await fixture.install(notes)
            await fixture.clock.advance(by: .days(4))
            let pauses = [0, 60, 660, 4260, 25_860, 112_260, 198_660, 285_060].map(TimeInterval.init)
            #expect(fixture.sites.times.map { $0.timeIntervalSince(start).rounded() } == pauses)
            #expect(try await fixture.state().state == .unreachable)
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.clock.advance(by: .days(1))
            #expect(try await fixture.opens(page) == "org.example.notes")
            // And it begins anew.
            fixture.sites["example.com"] = .timedOut
            try await fixture.fetch("example.com")
            let asked = fixture.sites.times.count
            await fixture.clock.advance(by: .minutes(1))
            #expect(fixture.sites.times.count == asked + 1)
        }
    }

    // MARK: What an answer means

    @Test(arguments: [400, 401, 403, 404, 410, 418, 451]) func aSiteThatDeniesIsBelievedAtOnce(_ status: Int)
        async throws
    {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            fixture.sites["example.com"] = .status(status)
            try await fixture.fetch("example.com")
            #expect(try await fixture.opens(page) == nil)
            let state = try await fixture.state()
            #expect(state.state == .denied)
            #expect(state.reason == "example.com: it answers with status \(status)")
            #expect(state.nextCheck == fixture.clock.now.addingTimeInterval(7 * 86_400))
            // It changes its mind.
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.clock.advance(by: .days(7))
            #expect(try await fixture.opens(page) == "org.example.notes")
        }
    }

    static let failures: [(SiteAnswer, String)] = [
        (.file(Data("{".utf8)), "its file cannot be read: line 1"),
        (.file(Data("[]".utf8)), "its file cannot be read: line 1"), (.tooLarge, "its file has more than 128 KiB"),
        (.status(500), "it answers with status 500"), (.status(503), "it answers with status 503"),
        (.status(429), "it answers with status 429"), (.status(204), "it answers with status 204"),
        (.redirected(to: "https://x.test/"), "it redirects to https://x.test/"),
        (.certificate("it has expired"), "its certificate is refused: it has expired"),
        (.exchange("odd"), "what it speaks is not understood: odd"), (.timedOut, "it did not answer in time"),
        (.unresolved, "its name has no address"), (.notConnected("no"), "it cannot be connected to: no"),
        (.privateAddress("10.0.0.1 is a private address"), "10.0.0.1 is a private address"),
    ]

    @Test(arguments: failures) func theLastGoodFileIsUsedForThirtyDays(_ answer: SiteAnswer, _ words: String)
        async throws
    {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            let start = fixture.clock.now
            fixture.sites["example.com"] = answer
            await fixture.clock.advance(by: .days(29))
            #expect(try await fixture.opens(page) == "org.example.notes")
            let state = try await fixture.state()
            #expect(state.state == .earlier)
            #expect(state.reason.hasPrefix("the file of \(LinkDecision.day(start)) is used: example.com: \(words)"))
            let why = await fixture.decision(try #require(LinkURL(page))).why
            #expect(why.contains("its file of \(LinkDecision.day(start)) is used, since \(words)"))
            await fixture.clock.advance(by: .seconds(86_399))
            #expect(try await fixture.opens(page) == "org.example.notes")
            await fixture.clock.advance(by: .seconds(2))
            #expect(try await fixture.opens(page) == nil)
            let last = try await fixture.state()
            #expect(last.state == .broken || last.state == .unreachable)
            #expect(last.reason.hasPrefix("example.com: \(words)"))
            #expect(await fixture.decision(try #require(LinkURL(page))).why.contains(words))
        }
    }

    @Test func aSiteThatComesAndGoesKeepsItsFile() async throws {
        try await LinksFixture.run { (fixture) async throws in
            await fixture.install(notes)
            for round in 0..<60 {
                fixture.sites["example.com"] =
                    round.isMultiple(of: 2) ? LinksFixture.file("TEAM.org.example.notes") : .status(500)
                try await fixture.fetch("example.com")
                #expect(try await fixture.opens(page) == "org.example.notes")
                await fixture.clock.advance(by: .seconds(30))
            }
        }
    }

    @Test func aFileThatDoesNotListTheAppSaysSo() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("OTHER.org.example.notes", "org.example.notes")
            await fixture.install(notes)
            #expect(try await fixture.opens(page) == nil)
            let state = try await fixture.state()
            #expect(state.state == .notListed)
            #expect(state.reason == "the file of example.com does not list TEAM.org.example.notes under applinks")
        }
    }

    // MARK: Slow sites

    @Test func twoSitesAreAskedAtATimeAndEachOnce() async throws {
        try await LinksFixture.run { (fixture) async throws in
            let hosts = (0..<6).map { "s\($0).test" }
            for host in hosts {
                fixture.sites[host] = LinksFixture.file("TEAM.org.example.notes")
                fixture.sites.hold(host)
            }
            await fixture.install(
                LinksFixture.app(
                    "org.example.notes", hosts.map { "applinks:\($0)" } + hosts.map { "webcredentials:\($0)" }))
            #expect(fixture.sites.questions.count == 2)
            // A timer would find no room.
            #expect(fixture.clock.sleeping == 0)
            for host in hosts {
                fixture.sites.release(host)
                await fixture.clock.settle()
            }
            #expect(fixture.sites.questions.count == 6)
            #expect(fixture.sites.most == (2, 1))
            for host in hosts { #expect(try await fixture.opens("https://\(host)/") != nil) }
        }
    }

    @Test func theEndDoesNotWaitForASite() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites.hold("example.com")
            await fixture.install(notes)
            let waiting = Task(executorPreference: fixture.service.thread) { try await fixture.fetch("example.com") }
            await fixture.clock.settle()
            try await limited("the end") { await fixture.service.stop() }
            await #expect(throws: BatonError.self) { try await limited("the answer") { try await waiting.value } }
            #expect(fixture.store.sites.withLock { $0 }.isEmpty)
            await #expect(throws: BatonError.self) { try await fixture.fetch("example.com") }
            await fixture.install(LinksFixture.app("org.example.other", ["applinks:other.test"]))
            #expect(fixture.sites.questions.count == 1)
        }
    }

    @Test func whoAsksGetsAnAnswerThatBeganAfterwards() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites.hold("example.com")
            await fixture.install(notes)
            let asked = Task(executorPreference: fixture.service.thread) { try await fixture.fetch("example.com") }
            await fixture.clock.settle()
            #expect(fixture.sites.questions.count == 1)
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            fixture.sites.release("example.com")
            try await limited("the answer") { try await asked.value }
            #expect(fixture.sites.questions.count == 2)
            #expect(try await fixture.opens(page) == "org.example.notes")
        }
    }

    @Test func aSiteWhoseAppIsGoneIsForgotten() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            #expect(fixture.store.sites.withLock { $0.count } == 1)
            fixture.sites.hold("example.com")
            let asked = Task(executorPreference: fixture.service.thread) { try await fixture.fetch("example.com") }
            await fixture.clock.settle()
            await fixture.install()
            try await limited("the answer") { try await asked.value }
            #expect(fixture.store.sites.withLock { $0.isEmpty })
            #expect(try await fixture.opens(page) == nil)
            #expect(fixture.clock.sleeping == 0)
        }
    }

    @Test func aSiteThatIsNamedAgainWhileItIsAskedIsAskedAgain() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites.hold("example.com")
            await fixture.install(notes)
            await fixture.service.appsChanged([])
            await fixture.service.appsChanged([notes])
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            fixture.sites.release("example.com")
            await fixture.clock.settle()
            #expect(fixture.sites.questions.count == 2)
            #expect(try await fixture.opens(page) == "org.example.notes")
            #expect(fixture.store.sites.withLock { $0.count } == 1)
        }
    }

    // MARK: Apps that come

    @Test func anAppThatComesToAKnownSiteHasItAsked() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            await fixture.clock.advance(by: .hours(1))
            let second = LinksFixture.app("org.example.second", ["applinks:example.com"])
            await fixture.install(notes, second)
            #expect(fixture.sites.questions.count == 2)
            // A newer version of it as well.
            await fixture.clock.advance(by: .hours(1))
            let newer = LinksFixture.app("org.example.second", ["applinks:example.com"], version: "2")
            await fixture.install(notes, newer)
            #expect(fixture.sites.questions.count == 3)
            // An app that goes and one that stays are no reason.
            await fixture.clock.advance(by: .hours(1))
            await fixture.install(notes)
            #expect(fixture.sites.questions.count == 3)
        }
    }

    @Test func anAppThatComesAndGoesDoesNotFloodItsSite() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            let other = LinksFixture.app("org.example.other", ["applinks:example.com"])
            await fixture.install(other, notes)
            for _ in 0..<100 {
                await fixture.install(other)
                await fixture.install(other, notes)
            }
            #expect(fixture.sites.questions.count == 1)
            await fixture.clock.advance(by: .minutes(1))
            #expect(fixture.sites.questions.count == 2)
        }
    }

    @Test func anAppWithoutATeamCannotBeAssociated() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("org.example.notes")
            await fixture.install(LinksFixture.app("org.example.notes", ["applinks:example.com"], team: nil))
            #expect(try await fixture.opens(page) == nil)
            #expect(try await fixture.state().state == .noTeam)
        }
    }

    @Test func anAppMayNameAHundredDomains() async throws {
        try await LinksFixture.run { (fixture) async throws in
            let entries = (0..<101).map { "applinks:s\($0).test" }
            await fixture.install(LinksFixture.app("org.example.notes", entries + ["webcredentials:s0.test"]))
            await fixture.clock.advance(by: .seconds(1))
            #expect(Set(fixture.sites.questions.map(\.url)).count == 100)
            let states = await fixture.service.status().map(\.state)
            #expect(states[..<100].allSatisfy { $0 == .denied })
            #expect(states[100...] == [.tooMany, .denied])
            // And so many entries are looked at.
            let many = (0..<1000).map { _ in "applinks:s0.test" }
            await fixture.install(LinksFixture.app("org.example.notes", many))
            let last = try #require(await fixture.service.status().last)
            #expect(last.state == .tooMany)
            #expect(last.reason == "600 more entries are not looked at; 400 are the most")
        }
    }

    @Test func allAppsTogetherMayNameTenThousand() {
        let apps = (0..<102).map { app in
            LinksFixture.app("org.example.a\(app)", (0..<100).map { "applinks:s\($0).a\(app).test" })
        }
        let all = AppAssociations.all(apps)
        #expect(all.map { $0.entries.count { $0.fault == nil } }.reduce(0, +) == 10_000)
        #expect(all.last?.entries.first?.fault != nil)
    }

    // MARK: Stores and clocks

    @Test func whatIsKnownOutlivesTheDaemon() async throws {
        let store = MemoryLinkStore()
        var start = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let answers = ["example.com": LinksFixture.file("TEAM.org.example.notes")]
        try await LinksFixture.open(store, at: start, answers: answers) { (fixture) async throws in
            await fixture.install(notes)
            try await fixture.service.prefer(.browser, for: try #require(HostName("other.test")))
        }
        start += 86_400
        try await LinksFixture.open(store, at: start, answers: ["example.com": .status(500)]) {
            (fixture) async throws in
            await fixture.install(notes)
            #expect(fixture.sites.questions.isEmpty)
            #expect(try await fixture.opens(page) == "org.example.notes")
            #expect(await fixture.service.choices == [try #require(HostName("other.test")): .browser])
            await fixture.clock.advance(by: .days(6))
            #expect(fixture.sites.questions.count == 1)
        }
        // 30 days after the last good answer, not after the last start.
        start += 29 * 86_400 + 1
        try await LinksFixture.open(store, at: start, answers: ["example.com": .status(500)]) {
            (fixture) async throws in
            await fixture.install(notes)
            #expect(fixture.sites.questions.count == 1)
            #expect(try await fixture.opens(page) == nil)
        }
        // All apps went while no daemon ran.
        let gone = MemoryLinkStore()
        gone.sites.withLock { $0 = store.sites.withLock { $0 } }
        try await LinksFixture.open(gone, at: start) { (fixture) async throws in
            await fixture.install()
            #expect(gone.sites.withLock { $0.isEmpty })
        }
        // An app that came while no daemon ran.
        let second = LinksFixture.app("org.example.second", ["applinks:example.com"])
        try await LinksFixture.open(store, at: start + 1, answers: answers) { (fixture) async throws in
            await fixture.install(notes, second)
            await fixture.clock.advance(by: .minutes(1))
            #expect(fixture.sites.questions.count == 1)
            #expect(try await fixture.opens(page) == "org.example.notes")
        }
    }

    @Test func aClockThatWasWrongPutsNothingOff() async throws {
        let store = MemoryLinkStore()
        let wrong = Date(timeIntervalSinceReferenceDate: 3_000_000_000)
        let right = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let answers = ["example.com": LinksFixture.file("TEAM.org.example.notes")]
        try await LinksFixture.open(store, at: wrong, answers: answers) { await $0.install(notes) }
        try await LinksFixture.open(store, at: right, answers: ["example.com": .unresolved]) { (fixture) async throws in
            await fixture.install(notes)
            #expect(try await fixture.opens(page) == "org.example.notes")
            await fixture.clock.advance(by: .days(7))
            #expect(fixture.sites.questions.count == 1)
            await fixture.clock.advance(by: .days(24))
            #expect(try await fixture.opens(page) == nil)
        }
    }

    @Test func aClockThatIsSetWhileItRunsIsNoticedWithinADay() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            fixture.clock.set(to: fixture.clock.now.addingTimeInterval(10 * 86_400))
            await fixture.clock.advance(by: .days(1))
            #expect(fixture.sites.questions.count == 2)
            fixture.clock.set(to: fixture.clock.now.addingTimeInterval(-365 * 86_400))
            await fixture.clock.advance(by: .days(9))
            #expect(fixture.sites.questions.count == 3)
        }
    }

    @Test func whatCannotBeStoredIsSaidAndHolds() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.store.isFull.withLock { $0 = true }
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            #expect(try await fixture.log.next() == "The disk is full.")
            #expect(try await fixture.opens(page) == "org.example.notes")
            await #expect(throws: BatonError.self) {
                try await fixture.service.prefer(.browser, for: try #require(HostName("example.com")))
            }
            #expect(try await fixture.opens(page) == "org.example.notes")
        }
    }

    @Test func theUsersChoiceComesFirst() async throws {
        try await LinksFixture.run { (fixture) async throws in
            fixture.sites["example.com"] = LinksFixture.file("TEAM.org.example.notes")
            await fixture.install(notes)
            let host = try #require(HostName("example.com"))
            try await fixture.service.prefer(.browser, for: host)
            #expect(try await fixture.opens(page) == nil)
            #expect(try await fixture.state().state == .off)
            #expect(try await fixture.state().choice == .browser)
            #expect(await fixture.decision(try #require(LinkURL(page))).why.hasPrefix("you have chosen the browser"))
            // It survives what happens to the apps.
            await fixture.install()
            await fixture.install(notes)
            #expect(try await fixture.opens(page) == nil)
            try await fixture.service.prefer(.app, for: host)
            #expect(try await fixture.opens(page) == "org.example.notes")
            #expect(fixture.store.choices.withLock { $0.isEmpty })
        }
    }

    @Test func filesOfAllSitesTogetherHaveALimit() async throws {
        try await LinksFixture.run { (fixture) async throws in
            var file = LinksFixture.data(["TEAM.org.example.notes"])
            file += Data(repeating: 32, count: AssociationFile.maximumSize - file.count)
            let count = LinksService.maximumFiles / file.count
            var apps: [AppManifest] = []
            for number in 0...count {
                fixture.sites["s\(number).test"] = .file(file)
                apps.append(LinksFixture.app("org.example.a\(number)", ["applinks:s\(number).test"]))
            }
            await fixture.service.appsChanged(apps)
            for _ in 0..<count { await fixture.clock.settle() }
            let states = await fixture.service.status()
            #expect(states.count { $0.state == .broken } == 1)
            #expect(states.first { $0.state == .broken }?.reason.contains("8 MiB") == true)
        }
    }
}

/// What is told too early is not taken for all there is.
@Suite(.timeLimit(.minutes(5))) struct LinksStartTests {
    @Test func appsThatComeBeforeWhatIsStoredCostNothing() async throws {
        let app = LinksFixture.app("org.example.a", ["applinks:example.com"])
        let store = MemoryLinkStore()
        let file = LinksFixture.file("TEAM.org.example.a")
        try await LinksFixture.open(store, answers: ["example.com": file]) { (fixture) async throws in
            await fixture.install(app)
            #expect(try await fixture.opens("https://example.com/") == "org.example.a")
        }
        // The next start has no network.
        let thread = GLibThread(name: "links-start-test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) {
            let clock = TestClock(
                at: Date(timeIntervalSinceReferenceDate: 800_000_100), settling: { await thread.settle() })
            let sites = FakeSites(now: { clock.now })
            let service = LinksService(
                thread: thread, time: clock.time, fetcher: sites, store: store, log: { _ in })
            await service.appsChanged([app])
            try await service.start()
            await service.appsChanged([app])
            #expect(sites.questions.isEmpty)
            let url = try #require(LinkURL("https://example.com/"))
            #expect(await service.table.decide(url).app == "org.example.a")
            #expect(store.sites.withLock { $0.values.allSatisfy { $0.file != nil } })
            await service.stop()
        }
    }
}
