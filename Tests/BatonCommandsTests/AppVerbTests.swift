import ActivityModel
import BatonBus
import FoundationEssentials
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct AppVerbTests {
        private static func reader() -> AppInfo {
            var manifest = AppManifest(
                id: "org.example.reader", name: "Reader", team: "TEAM", activityTypes: ["org.example.reading"],
                folder: "/apps/Reader.app", executable: "/apps/Reader.app/reader")
            manifest.version = "1.2"
            return AppInfo(manifest: manifest, switches: AppSwitches(search: false), running: true)
        }
        private static let json =
            #"{"id":"org.example.reader","name":"Reader","version":"1.2","team":"TEAM","running":true,"#
            + #""switches":{"search":false,"handoff":true,"prediction":true},"activityTypes":["org.example.reading"],"#
            + #""folder":"/apps/Reader.app","executable":"/apps/Reader.app/reader"}"#

        @Test func listsAppsAndWarnsOfFoldersThatAreNone() async throws {
            try await Fixture.run {
                $0.apps = [Self.reader()]
                $0.problems = [AppProblem(path: "/apps/Bad.app", message: "Info.plist is missing.")]
            } _: { fixture in
                let text = await fixture.baton("apps list")
                #expect(
                    text.output == """
                        APP                 NAME    STATE    SWITCHED OFF
                        org.example.reader  Reader  running  search

                        """)
                #expect(text.error == "baton: warning: /apps/Bad.app is passed over: Info.plist is missing.\n")
                let json = await fixture.baton("apps list --json")
                #expect(json.output == "[\(Self.json)]\n")
                #expect(
                    json.error == #"{"warning":{"message":"/apps/Bad.app is passed over: Info.plist is missing."}}"#
                        + "\n")
            }
        }

        @Test func noAppsIsNoOutput() async throws {
            try await Fixture.run { fixture in
                #expect(await fixture.baton("apps list").output.isEmpty)
                #expect(await fixture.baton("apps list --json").output == "[]\n")
            }
        }

        @Test func showsOne() async throws {
            try await Fixture.run {
                $0.apps = [Self.reader()]
            } _: { fixture in
                #expect(await fixture.baton("apps show org.example.reader --json").output == Self.json + "\n")
                #expect(
                    await fixture.baton("apps show org.example.reader").output == """
                        name: Reader
                        id: org.example.reader
                        version: 1.2
                        team: TEAM
                        state: running
                        search: off
                        handoff: on
                        prediction: on
                        activity types: org.example.reading
                        folder: /apps/Reader.app

                        """)
                let missing = await fixture.baton("apps show org.example.none")
                #expect(missing.status == 1)
                #expect(
                    missing.error
                        == "baton apps show: No app org.example.none is registered; `baton apps list` lists them.\n")
            }
        }

        @Test func showsExtensions() async throws {
            var app = Self.reader()
            app.manifest.extensions = [
                AppExtension(point: .import, executable: "/apps/Reader.app/x", contentTypes: ["public.text", "a.b"])
            ]
            try await Fixture.run { [app] in
                $0.apps = [app]
            } _: { fixture in
                let json =
                    #""extensions":[{"point":"com.apple.spotlight.import","executable":"/apps/Reader.app/x","#
                    + #""contentTypes":["public.text","a.b"]}]"#
                #expect(await fixture.baton("apps show org.example.reader --json").output.contains(json))
                #expect(
                    await fixture.baton("apps show org.example.reader").output.contains(
                        "extension: com.apple.spotlight.import, /apps/Reader.app/x, public.text, a.b\n"))
            }
        }

        @Test func addsRemovesAndSwitches() async throws {
            try await Fixture.run {
                $0.apps = [Self.reader()]
            } _: { fixture in
                let added = await fixture.baton("apps add \(fixture.folder)/../\(fixture.folder.dropFirst(5))/")
                #expect(added.output == "Reader is registered as org.example.reader.\n")
                #expect(
                    await fixture.baton("apps remove org.example.reader").output
                        == "org.example.reader is no longer registered; its folder was left alone.\n")
                #expect(
                    await fixture.baton("apps set org.example.reader handoff off").output
                        == "org.example.reader: handoff is off.\n")
                #expect(
                    await fixture.baton("apps set org.example.reader search on --json").output
                        == #"{"id":"org.example.reader","switch":"search","on":true}"# + "\n")
                #expect(
                    fixture.daemon.calls == [
                        "Add \(fixture.folder)", "Remove org.example.reader",
                        "SetSwitch org.example.reader handoff false",
                        "SetSwitch org.example.reader search true",
                    ])
                let missing = await fixture.baton("apps add /nowhere/at/all")
                #expect(missing.status == 2)
                #expect(
                    missing.error
                        == "baton apps add: /nowhere/at/all cannot be read; check the path and its permissions.\n")
                #expect(await fixture.baton("apps set org.example.reader sharing on").status == 2)
            }
        }
    }
}
