import ActivityModel
import BatonBus
import FoundationEssentials
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct HandoffVerbTests {
        private static func offer(_ id: String, _ title: String?, ago: Double, reachable: Bool = true) -> OfferInfo {
            var offer = Offer(
                id: id, app: "org.example.reader", team: "T", type: "org.example.reading",
                since: Fixture.date.addingTimeInterval(-ago))
            offer.title = title
            offer.webpageURL = title == nil ? "https://example.org/" : nil
            return OfferInfo(
                offer: offer, device: "phone", deviceID: "2222", opensWith: title == nil ? nil : "org.example.reader",
                reachable: reachable)
        }
        private static let offers = [
            offer("abcd1111", "Page", ago: 60), offer("abcd2222", nil, ago: 0, reachable: false),
        ]

        @Test func listIsNewestFirst() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
            } _: { fixture in
                #expect(
                    await fixture.baton("handoff list --json").output
                        == #"[{"offer":"abcd2222","device":"phone","app":"org.example.reader","type":"org.example.reading","#
                        + #""title":null,"webpageURL":"https://example.org/","since":"2027-01-15T08:00:00Z","reachable":false},"#
                        + #"{"offer":"abcd1111","device":"phone","app":"org.example.reader","type":"org.example.reading","#
                        + #""title":"Page","since":"2027-01-15T07:59:00Z","reachable":true,"opensWith":"org.example.reader"}]"# + "\n")
                let earlier = Fixture.text.replacing("08:00:00", with: "07:59:00")
                #expect(
                    await fixture.baton("handoff list").output == """
                        OFFER     DEVICE  TITLE                APP                 OPENS WITH          SINCE              STATE
                        abcd2222  phone   org.example.reading  org.example.reader  browser             \(Fixture.text)  away
                        abcd1111  phone   Page                 org.example.reader  org.example.reader  \(earlier)  reachable

                        """)
            }
        }

        @Test func continuesTheNewestThatCanBeReachedWithTheCallersSurroundings() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
            } _: { fixture in
                let result = await fixture.baton(
                    "handoff continue --latest",
                    environment: [
                        "DISPLAY": ":1", "LC_TIME": "C", "XDG_ACTIVATION_TOKEN": "token", "SECRET": "x",
                        "TERM": "xterm",
                    ])
                #expect(result.status == 0)
                #expect(result.output == "org.example.reader continues it from phone.\n")
                #expect(fixture.daemon.calls == ["Continue abcd1111 token DISPLAY=:1 LC_TIME=C TERM=xterm"])
            }
        }

        @Test func saysWhichPageTheBrowserOpened() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
                $0.outcome = ContinueOutcome(opened: "browser", webpageURL: "https://example.org/")
            } _: { fixture in
                #expect(
                    await fixture.baton("handoff continue abcd2").output == "The browser opened https://example.org/.\n"
                )
                #expect(
                    await fixture.baton("handoff continue abcd2222 --json").output
                        == #"{"opened":"browser","webpageURL":"https://example.org/"}"# + "\n")
            }
        }

        @Test func anOfferMustBeMeantByWhatIsTyped() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
            } _: { fixture in
                let several = await fixture.baton("handoff continue abcd")
                #expect(several.status == 1)
                #expect(several.error == "baton handoff continue: 2 offers begin with “abcd”; give more of it.\n")
                #expect(await fixture.baton("handoff continue abc").status == 1)
                #expect(await fixture.baton("handoff continue zzzz").status == 1)
                #expect(await fixture.baton("handoff continue").status == 2)
                #expect(await fixture.baton("handoff continue abcd1 --latest").status == 2)
                #expect(fixture.daemon.calls.isEmpty)
            }
        }

        @Test func withoutOffersTheAnswerIsNo() async throws {
            try await Fixture.run { fixture in
                let result = await fixture.baton("handoff continue --latest --json")
                #expect(result.status == 1 && result.output.isEmpty)
                #expect(
                    result.error == #"{"error":{"code":"NoSuchOffer","message":"No other device offers anything now; "#
                        + #"`baton devices list` says which can be reached."}}"# + "\n")
            }
        }

        @Test func aPeerThatFailsIsStatusThree() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
                $0.errors["Continue"] = BatonError(.connectionUnavailable, "phone went away.")
            } _: { fixture in
                let result = await fixture.baton("handoff continue --latest")
                #expect(result.status == 3)
                #expect(result.error == "baton handoff continue: phone went away.\n")
            }
        }

        @Test func printsTheStateInTheCanonicalEncoding() async throws {
            var record = ActivityRecord(id: "a", type: "org.example.reading")
            record.title = "Page"
            record.webpageURL = "https://example.org/"
            record.userInfo = Data("{\"b\":{\"$data\":\"AQI=\"},\n\"a\":\"te\u{202E}xt\",\"n\":{\"$float\":0.37}}".utf8)
            let sent = record
            try await Fixture.run {
                $0.offers = Self.offers
                $0.fetched = sent
            } _: { fixture in
                #expect(
                    await fixture.baton("handoff continue --latest --print --json").output
                        == #"{"type":"org.example.reading","title":"Page","userInfo":{"b":{"$data":"AQI="}, "#
                        + "\"a\":\"te\u{202E}xt\"," + #""n":{"$float":0.37}},"webpageURL":"https://example.org/"}"#
                        + "\n")
                let shown = await fixture.baton(
                    "handoff continue --latest --print --json", on: TestTerminal(isTerminal: true))
                #expect(shown.output.contains(#""a":"te\u202ext""#))
                #expect(
                    await fixture.baton("handoff continue --latest --print").output == """
                        type: org.example.reading
                        title: Page
                        page: https://example.org/
                        a = te\u{FFFD}xt
                        b = {"$data":"AQI="}
                        n = {"$float":0.37}

                        """)
                #expect(fixture.daemon.calls == Array(repeating: "Fetch abcd1111", count: 3))
            }
        }

        @Test func aStateThatCannotBeReadIsThePeersFault() async throws {
            try await Fixture.run {
                $0.offers = Self.offers
                $0.fetched.userInfo = Data("rubbish".utf8)
            } _: { fixture in
                #expect(await fixture.baton("handoff continue --latest --print").status == 3)
                fixture.daemon.script.withLock {
                    $0.fetched.userInfo = nil
                    $0.fetched.payloadSize = 2_000_000
                }
                #expect(await fixture.baton("handoff continue --latest --print").status == 1)
            }
        }
    }
}
