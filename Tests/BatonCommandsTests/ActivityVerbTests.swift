import ActivityModel
import BatonBus
import FoundationEssentials
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct ActivityVerbTests {
        @Test func publishHoldsTheActivityAndSaysWhatHappensToIt() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                let publish = fixture.begin(
                    ["activity", "publish", "--type", "org.example.reading", "--title", "Page 5", "--info", "page=5"],
                    on: terminal)
                await terminal.shows("current\n")
                let record = fixture.daemon.script.withLock(\.fetched)
                let saved = try await fixture.daemon.callApp(AppMethods.saveActivity, record.id)
                #expect(saved == record)
                await terminal.shows("saved\n")
                _ = try await fixture.daemon.callApp(
                    AppMethods.activityWasContinued, record.id, ContinuedDetails(device: "pho\u{1B}ne"))
                await terminal.shows("continued on")
                terminal.interrupt()
                #expect(await publish.value == 0)
                #expect(terminal.output == "current\nsaved\ncontinued on pho\u{FFFD}ne\n")
                #expect(terminal.error.isEmpty)
                #expect(fixture.daemon.calls == ["BecomeCurrent org.example.reading baton.user", "Invalidate"])
            }
        }

        @Test func publishAsJSONLines() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                let publish = fixture.begin(
                    ["--json", "activity", "publish", "--type=t", "--app", "org.example.app"], on: terminal)
                await terminal.shows(#""type":"t"}"#)
                let id = fixture.daemon.script.withLock(\.fetched).id
                _ = try await fixture.daemon.callApp(AppMethods.saveActivity, id)
                _ = try await fixture.daemon.callApp(
                    AppMethods.activityWasContinued, id, ContinuedDetails(device: "phone"))
                await terminal.shows(#""phone"}"#)
                terminal.interrupt()
                #expect(await publish.value == 0)
                #expect(
                    terminal.output == """
                        {"event":"current","app":"org.example.app","id":"\(id)","type":"t"}
                        {"event":"saved"}
                        {"event":"continued","device":"phone"}

                        """)
            }
        }

        @Test func publishSendsAllThatItWasGiven() async throws {
            try await Fixture.run { fixture in
                let file = "\(fixture.folder)/info.json"
                try Data(#"{"n":1.5,"ok":true,"when":{"$date":1},"k":"file"}"#.utf8).write(to: URL(filePath: file))
                let picture = "\(fixture.folder)/p.png"
                try Data([1, 2, 3]).write(to: URL(filePath: picture))
                let terminal = TestTerminal()
                let line =
                    "activity publish --type t --url https://example.org/ä --info k=v=w --info-json \(file) --required-keys k,n "
                    + "--keywords a,b --expires 2027-01-15T08:00:00Z --search --no-handoff --prediction --public "
                    + "--persistent-id p1 --target-id t1 --description text --thumbnail \(picture)"
                let publish = fixture.begin(line.split(separator: " ").map(String.init), on: terminal)
                await terminal.shows("current")
                let record = fixture.daemon.script.withLock(\.fetched)
                #expect(record.webpageURL == "https://example.org/%C3%A4")
                #expect(
                    record.userInfo.map { String(decoding: $0, as: UTF8.self) }
                        == #"{"k":"v=w","n":1.5,"ok":true,"when":{"$date":1}}"#)
                #expect(record.requiredKeys == ["k", "n"])
                #expect(record.keywords == ["a", "b"])
                #expect(record.expirationDate == Fixture.date)
                #expect(record.eligibility == [.search, .prediction, .publicIndexing])
                #expect(record.persistentIdentifier == "p1")
                #expect(record.targetContentIdentifier == "t1")
                // What search looks into and shows.
                #expect(record.contentAttributes["contentDescription"] == .string("text"))
                #expect(record.contentAttributes["thumbnailData"] == .data(Data([1, 2, 3])))
                #expect(record.facets?.count == 1)
                terminal.interrupt()
                #expect(await publish.value == 0)
            }
        }

        @Test func infoIsReadFromStandardInput() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal(input: [#"{"a":1}"#])
                let publish = fixture.begin(["activity", "publish", "--type", "t", "--info-json", "-"], on: terminal)
                await terminal.shows("current")
                #expect(fixture.daemon.script.withLock(\.fetched).userInfo == Data(#"{"a":1}"#.utf8))
                terminal.interrupt()
                _ = await publish.value
            }
        }

        @Test func aStoppedDaemonEndsIt() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                let publish = fixture.begin(["activity", "publish", "--type", "t"], on: terminal)
                await terminal.shows("current")
                await fixture.daemon.emit(SystemMethods.interface, SystemMethods.stopping)
                #expect(await publish.value == 3)
                #expect(terminal.error.contains("The daemon was stopped, so the activity is no longer current"))
            }
        }

        @Test func aRefusalEndsIt() async throws {
            try await Fixture.run {
                $0.errors["BecomeCurrent"] = BatonError(
                    .notAllowed, "org.example.app has a manifest; it speaks for itself.")
            } _: { fixture in
                let result = await fixture.baton("activity publish --type t --app org.example.app")
                #expect(result.status == 1 && result.output.isEmpty)
                #expect(
                    result.error == "baton activity publish: org.example.app has a manifest; it speaks for itself.\n")
            }
        }

        @Test(arguments: [
            ("--type t --url ftp://x", "An activity's webpageURL must be http or https."),
            ("--type t --expires soon", "--expires cannot be “soon”: it must be a date such as 2030-01-31"),
            ("--type t --info-json /nowhere", "/nowhere cannot be read; check the path and its permissions."),
            ("--type t --thumbnail /dev/zero", "/dev/zero is over 262144 bytes; give a smaller one."),
            ("--title x", "“activity publish” needs --type."),
            ("--type=", "--type cannot be “”: it must not be empty."),
        ])
        func whatCannotBePublishedIsWrongUsage(options: String, message: String) async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let result = await fixture.baton("activity publish \(options)")
                #expect(result.status == 2)
                #expect(result.error.hasPrefix("baton activity publish: \(message)"), "\(result.error)")
            }
        }

        @Test(arguments: [("+30m", 1800.0), ("+2h", 7200), ("+7d", 604800)])
        func expiryMayCountFromNow(text: String, seconds: Double) async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                let publish = fixture.begin(["activity", "publish", "--type", "t", "--expires", text], on: terminal)
                await terminal.shows("current")
                let expiry = try #require(fixture.daemon.script.withLock(\.fetched).expirationDate)
                #expect(abs(expiry.timeIntervalSinceNow - seconds) < 30)
                terminal.interrupt()
                _ = await publish.value
            }
        }

        @Test func listsCurrentThenSaved() async throws {
            var record = ActivityRecord(id: "a", type: "org.example.reading")
            record.title = "Pa\u{202E}ge"
            var kept = record
            kept.persistentIdentifier = "p1"
            kept.title = nil
            kept.eligibility = [.search, .publicIndexing]
            let (now, then) = (record, kept)
            try await Fixture.run {
                $0.current = [
                    CurrentActivityInfo(app: "org.example.a", since: Fixture.date.addingTimeInterval(-60), record: now),
                    CurrentActivityInfo(app: "org.example.b", since: Fixture.date, record: now),
                ]
                $0.saved = [
                    SavedActivity(
                        app: "org.example.a", key: "p1", record: then, savedAt: Fixture.date,
                        expiresAt: Fixture.date.addingTimeInterval(60))
                ]
            } _: { fixture in
                let gap = String(repeating: " ", count: Fixture.text.count - 5)
                let earlier = Fixture.text.replacing("08:00:00", with: "07:59:00")
                #expect(
                    await fixture.baton("activity list").output == """
                        STATE    APP            TYPE                 TITLE  PERSISTENT ID  SINCE\(gap)  ELIGIBLE FOR
                        current  org.example.b  org.example.reading  Pa\u{FFFD}ge  -              \(Fixture.text)  handoff
                        current  org.example.a  org.example.reading  Pa\u{FFFD}ge  -              \(earlier)  handoff
                        saved    org.example.a  org.example.reading  -      p1             \(Fixture.text)  search, public

                        """)
                #expect(
                    await fixture.baton("activity list --app org.example.a --json").output
                        == #"[{"state":"current","app":"org.example.a","type":"org.example.reading","title":"Pa\u202ege","#
                        + #""eligibility":["handoff"],"since":"2027-01-15T07:59:00Z"},"#
                        + #"{"state":"saved","app":"org.example.a","type":"org.example.reading","title":null,"#
                        + #""persistentIdentifier":"p1","identifier":"p1","eligibility":["search","publicIndexing"],"#
                        + #""savedAt":"2027-01-15T08:00:00Z","expiresAt":"2027-01-15T08:01:00Z"}]"# + "\n")
            }
        }

        @Test func deletesWhatIsNamed() async throws {
            try await Fixture.run { fixture in
                let none = await fixture.baton("activity delete --persistent-id p1")
                #expect(none.status == 1)
                #expect(none.error.hasPrefix("baton activity delete: baton.user has no saved activity"))
                fixture.daemon.script.withLock { $0.deleted = 2 }
                #expect(
                    await fixture.baton("activity delete --persistent-id p1 --persistent-id p2 --app org.example.a")
                        .output
                        == "2 saved activities of org.example.a deleted.\n")
                #expect(
                    await fixture.baton("activity delete --all --app org.example.a --json").output
                        == #"{"deleted":2,"app":"org.example.a"}"# + "\n")
                #expect(
                    fixture.daemon.calls == [
                        "DeleteSaved p1 baton.user", "DeleteSaved p1,p2 org.example.a", "DeleteAllSaved org.example.a",
                    ])
                #expect(await fixture.baton("activity delete").status == 2)
                let unasked = await fixture.baton("activity delete --all")
                #expect(unasked.status == 2 && unasked.error.contains("--yes deletes all of every app"))
                #expect(await fixture.baton("activity delete --all --app a.b.c --persistent-id x").status == 2)
            }
        }

        @Test func allOfEveryAppGoAfterAQuestion() async throws {
            try await Fixture.run {
                $0.status.savedActivities = 3
                $0.deleted = 3
            } _: { fixture in
                let no = TestTerminal(isTerminal: true, input: ["n"])
                #expect(await fixture.begin(["activity", "delete", "--all"], on: no).value == 1)
                #expect(no.output.contains("This goes, and cannot be brought back: 3 saved activities of all apps."))
                #expect(no.error.contains("Nothing was deleted."))
                #expect(fixture.daemon.calls.isEmpty)
                let yes = TestTerminal(isTerminal: true, input: ["yes"])
                #expect(await fixture.begin(["activity", "delete", "--all"], on: yes).value == 0)
                #expect(yes.output.hasSuffix("3 saved activities of all apps deleted.\n"))
                #expect(
                    await fixture.baton("activity delete --all --yes --json").output == #"{"deleted":3}"# + "\n")
                #expect(fixture.daemon.calls == ["Forget activities -", "Forget activities -"])
            }
        }
    }
}
