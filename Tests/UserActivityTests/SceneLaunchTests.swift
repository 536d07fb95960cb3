import ActivityModel
import BatonBus
import Foundation
import TestSupport
import Testing

@testable import UserActivity

extension UserActivityTests {
    /// Cold and warm, with the daemon's own calls.
    @Suite struct SceneLaunchTests {
        private static func record(_ url: String) async -> ActivityRecord {
            await SceneStage.activity(url: url).record()
        }

        /// How the daemon opens a link.
        private static func link(_ url: String, _ fixture: Fixture) async throws -> Bool {
            let record = await record(url)
            return try await fixture.daemon.ask(
                AppMethods.continueActivity, UUID().uuidString, record,
                PlatformData(origin: "this device", cause: "link"))
        }

        private static func open(_ urls: [String], _ fixture: Fixture) async throws -> Bool {
            try await fixture.daemon.ask(
                AppMethods.openURLs, UUID().uuidString, urls, PlatformData(origin: "this device", cause: "link"))
        }

        /// An app whose first view adds its handlers in its first update, some time after its scene was connected.
        @MainActor private static func app(
            _ fixture: Fixture, _ view: @escaping @MainActor (ActivityScene, Told) -> Void
        ) -> SceneStage {
            let stage = SceneStage(fixture)
            stage.application.declareScene("window") { scene in
                Task {
                    await stage.turn()
                    stage.told.add("first update")
                    view(scene, stage.told)
                }
            }
            stage.run()
            return stage
        }

        // MARK: C25

        @Test(arguments: ["A", "B"]) func aLinkReachesTheOnlyHandlerOnce(_ variant: String) async throws {
            let url = "https://example25.test/open/7?x=1#y"
            let item = try Case.read("C25")
            #expect((item["when"] as? [String])?.contains("user opens \(url)") == true)
            try await Fixture.with(token: "started for it") { fixture in
                let stage = await Self.app(fixture) { scene, told in
                    if variant == "A" {
                        scene.onOpenURL { told.add("url \($0)") }
                    } else {
                        scene.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) {
                            told.add("\($0.activityType) \($0.webpageURL?.absoluteString ?? "")")
                        }
                    }
                }
                let expected = variant == "A" ? "url \(url)" : "\(NSUserActivityTypeBrowsingWeb) \(url)"
                try await fixture.daemon.expect([], until: "ready")
                #expect(await stage.told.take() == [])
                #expect(try await Self.link(url, fixture))
                #expect(await stage.told.take() == ["first update", expected])
                #expect(try await Self.link(url, fixture))
                #expect(await stage.told.take() == [expected])
                await stage.clock.advance(by: .seconds(60))
                #expect(await stage.told.take() == [])
                #expect(await stage.application.scenes.count == 1)
            }
        }

        /// An app whose scenes write down every call.
        @MainActor private static func logging(_ fixture: Fixture) -> SceneStage {
            let stage = SceneStage(fixture)
            stage.application.declareScene("window") { $0.delegate = LoggingScene(stage.told) }
            stage.run()
            return stage
        }

        // MARK: C26

        @Test func whatASceneWasOpenedForIsInItsOptionsAlone() async throws {
            let item = try Case.read("C26")
            #expect((item["when"] as? [String])?.count == 4)
            try await Fixture.with(token: "started for L") { fixture in
                let stage = await Self.logging(fixture)
                try await fixture.daemon.expect([], until: "ready")
                #expect(try await Self.link("https://l.test/", fixture))
                #expect(await stage.told.take() == ["window-1 connect(activities=[https://l.test/], urls=[])"])
                #expect(try await Self.link("https://m.test/", fixture))
                #expect(await stage.told.take() == ["window-1 continue(https://m.test/)"])
                await stage.clock.advance(by: .seconds(60))
                #expect(await stage.told.take() == [])
            }
            try await Fixture.with(token: "started for a URL") { fixture in
                let stage = await Self.logging(fixture)
                try await fixture.daemon.expect([], until: "ready")
                #expect(try await Self.open(["example26://x/y?z"], fixture))
                #expect(await stage.told.take() == ["window-1 connect(activities=[], urls=[example26://x/y?z])"])
                #expect(try await Self.open(["example26://again"], fixture))
                #expect(await stage.told.take() == ["window-1 open(example26://again)"])
            }
            try await Fixture.with { fixture in
                let stage = await Self.logging(fixture)
                #expect(await stage.told.take() == ["window-1 connect(activities=[], urls=[])"])
            }
        }

        @Test func aProcessStartedForAnEventWaitsForIt() async throws {
            try await Fixture.with(token: "started") { fixture in
                let stage = await SceneStage(fixture)
                await MainActor.run {
                    stage.application.declareScene("window") { $0.delegate = LoggingScene(stage.told) }
                    stage.run()
                }
                try await fixture.daemon.expect([], until: "ready")
                await stage.clock.advance(by: .seconds(4.9))
                #expect(await stage.told.take() == [])
                await stage.clock.advance(by: .seconds(0.2))
                #expect(await stage.told.take() == ["window-1 connect(activities=[], urls=[])"])
                #expect(try await Self.link("https://l.test/", fixture))
                #expect(await stage.told.take() == ["window-1 continue(https://l.test/)"])
            }
        }

        @Test func anAppThatContinuesNothingIsNotWaitedWith() async throws {
            try await Fixture.with(token: "started") { fixture in
                let stage = await SceneStage(fixture)
                await MainActor.run {
                    stage.launches = false
                    stage.application.declareScene("window") { $0.delegate = LoggingScene(stage.told) }
                    stage.run()
                    #expect(stage.told.take() == ["window-1 connect(activities=[], urls=[])"])
                }
                try await fixture.daemon.expect([], until: "ready")
                #expect(try await Self.link("https://l.test/", fixture) == false)
                #expect(await stage.told.take() == [])
            }
        }

        @Test func anAppWhoseScenesTakeNothingHasAWindowAllTheSame() async throws {
            try await Fixture.with(token: "started") { fixture in
                let stage = await SceneStage(fixture)
                await MainActor.run {
                    stage.application.declareScene("window", matching: []) { $0.delegate = LoggingScene(stage.told) }
                    stage.run()
                }
                try await fixture.daemon.expect([], until: "ready")
                #expect(try await Self.link("https://l.test/", fixture))
                #expect(
                    await stage.told.take()
                        == ["window-1 connect(activities=[], urls=[])", "app continue(https://l.test/)"])
            }
        }

        @Test func handoffComesWithItsTypeFirst() async throws {
            try await Fixture.with(token: "started") { fixture in
                let stage = await SceneStage(fixture)
                await MainActor.run {
                    stage.application.declareScene("window") { $0.delegate = LoggingScene(stage.told) }
                    stage.run()
                }
                try await fixture.daemon.expect([], until: "ready")
                let platform = PlatformData(origin: "phone", cause: "handoff")
                #expect(try await fixture.daemon.ask(AppMethods.willContinue, "1", "t", platform) == false)
                #expect(await stage.told.take() == ["window-1 connect(activities=[], urls=[], handoff=t)"])
                let record = await SceneStage.activity("t").record()
                #expect(try await fixture.daemon.ask(AppMethods.continueActivity, "1", record, platform))
                #expect(await stage.told.take() == ["window-1 continue(t)"])
                await MainActor.run {
                    for scene in stage.application.scenes { scene.close() }
                    _ = stage.told.take()
                }
                #expect(try await fixture.daemon.ask(AppMethods.willContinue, "2", "t", platform) == false)
                _ = try await fixture.daemon.ask(AppMethods.didFail, "2", "t", "TimedOut", "too late")
                #expect(
                    await stage.told.take()
                        == ["window-2 connect(activities=[], urls=[], handoff=t)", "window-2 fail(4610)"])
            }
        }

        // MARK: C37

        @Test(arguments: [true, false]) func eachLinkIsOneCall(_ isCold: Bool) async throws {
            let item = try Case.read("C37")
            let steps = try #require(item["when"] as? [String])
            let expected = try #require(item["expect"] as? [String: String])
            #expect(steps.count == expected.count)
            for (index, step) in steps.enumerated() {
                try await Fixture.with(token: isCold ? "started" : nil) { fixture in
                    let stage = await Self.app(fixture) { scene, told in
                        if step != "continue handler only" { scene.onOpenURL { told.add("url \($0)") } }
                        if step != "open-URL handler only" {
                            scene.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in told.add("activity") }
                        }
                    }
                    try await fixture.daemon.expect([], until: "ready")
                    if step == "custom scheme with both handlers" {
                        #expect(try await Self.open(["example37://a"], fixture))
                    } else {
                        #expect(try await Self.link("https://example37.test/", fixture))
                    }
                    let told = await stage.told.take().filter { $0 != "first update" }
                    switch (step, expected["\(index + 1)"]) {
                    case ("continue handler only", "one call"): #expect(told == ["activity"])
                    case ("open-URL handler only", "one call"),
                        ("both handlers", "one call in all; the project writes down which"):
                        #expect(told == ["url https://example37.test/"])
                    case ("custom scheme with both handlers", "open-URL handler only"):
                        #expect(told == ["url example37://a"])
                    default: Issue.record("a step that is not known: \(step)")
                    }
                }
            }
        }

        // MARK: C28

        @Test(arguments: [true, false]) func aBadAddressDoesNotCostTheOthers(_ hasScenes: Bool) async throws {
            let given = try #require(try Case.read("C28")["given"] as? [String: [String]])
            let batch = try #require(given["batch"])
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                await MainActor.run {
                    if hasScenes { stage.application.declareScene("a") { $0.delegate = LoggingScene(stage.told) } }
                    stage.run()
                    _ = stage.told.take()
                }
                try await fixture.daemon.expect([], until: "ready")
                try await Reports.collect { reports in
                    let isTaken = try await Self.open(batch, fixture)
                    #expect(isTaken)
                    let who = hasScenes ? "a-1" : "app"
                    #expect(
                        await stage.told.take()
                            == ["\(who) open(https://example28.test/ok https://example28.test/a%20b)"])
                    #expect(
                        reports.all.map(\.text) == [
                            "Of 6 addresses to open, number 2 is passed over: it cannot be read as a URL.",
                            "Of 6 addresses to open, number 3 is passed over: a web address has a host, and this one has none.",
                            "Of 6 addresses to open, number 4 is passed over: it is empty.",
                            "Of 6 addresses to open, number 5 is passed over: its port is over 65535.",
                        ])
                    #expect(try await Self.open(["", "x/y", "http:///x"], fixture) == false)
                    #expect(reports.all.last?.text.contains("has a host") == true && reports.all.count == 7)
                    #expect(try await Self.open([], fixture) == false)
                }
                #expect(await stage.told.take() == [])
            }
        }

        // MARK: The example of docs/scenes.md

        @Test func theExampleIsTheDocuments() async throws {
            let example = try repositoryFile("Tests/UserActivityTests/SceneDocumentExample.swift")
            #expect(try repositoryFile("docs/scenes.md").contains("```swift\n\(example)```"))
            try await Fixture.with(token: "started") { fixture in
                let stage = await SceneStage(fixture)
                let shop = Shop()
                await MainActor.run {
                    stage.application.delegate = shop
                    stage.run()
                }
                try await fixture.daemon.expect([], until: "ready")
                for url in ["https://shop.example/orders/7", "https://shop.example/", "https://shop.example/ORDERS/8"] {
                    #expect(try await Self.link(url, fixture))
                }
                #expect(await stage.application.scenes.map(\.id) == ["order-1", "home-2"])
            }
        }

        // MARK: C34

        @Test func theSchemeDecidesNotTheHost() async throws {
            let steps = try #require(try Case.read("C34")["when"] as? [String])
            try await Fixture.with { fixture in
                let stage = await Self.app(fixture) { scene, told in
                    scene.onOpenURL { told.add("url \($0)") }
                    scene.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in told.add("activity") }
                }
                try await fixture.daemon.expect([], until: "ready")
                for step in steps.prefix(2) {
                    let url = String(step.dropFirst("open ".count))
                    #expect(try await Self.open([url], fixture))
                    #expect(await stage.told.take().last == "url \(url)")
                }
            }
            let activity = await SceneStage.activity(url: "https://www.example34.test/")
            let error = #expect(throws: UserActivityError.self) {
                try activity.setWebpageURL(URL(string: "example34://www.example34.test/some"))
            }
            #expect(error?.message.contains("“example34”") == true)
            #expect(activity.webpageURL?.absoluteString == "https://www.example34.test/")
        }
    }
}
