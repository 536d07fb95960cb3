import ActivityModel
import BatonBus
import BatonCommands
import FoundationEssentials
import Glibc
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct DaemonVerbTests {
        private static let statusJSON =
            #"{"version":"0.1.0","pid":0,"startedAt":"2027-01-15T08:00:00Z","device":"desk","deviceID":"d1","#
            + #""socket":"/s/bus","stateFolder":"/s","log":"journal","sessionBus":false,"listening":[],"devices":1,"#
            + #""reachableDevices":0,"apps":0,"runningApps":0,"currentActivities":0,"savedActivities":0,"offers":0,"problems":0"#

        @Test func statusSaysWhatTheDaemonHolds() async throws {
            try await Fixture.run {
                $0.status.devices = 2
                $0.status.currentActivities = 1
                $0.status.savedActivities = 4
                $0.status.indexed = 12
                $0.status.listening = ["10.0.0.1:4711"]
                $0.status.problems = 1
            } _: { fixture in
                let result = await fixture.baton("status")
                #expect(
                    result.output == """
                        Baton 0.1.0 on desk
                        running since \(Fixture.text), process 0
                        2 devices, 0 reachable
                        0 apps, 0 running
                        1 current activity, 4 saved
                        12 things can be found by search
                        0 offers from other devices
                        listening on 10.0.0.1:4711
                        log: journal
                        1 problem; `baton doctor` says more

                        """)
                #expect(result.status == 0 && result.error.isEmpty)
            }
        }

        @Test func statusAsJSON() async throws {
            try await Fixture.run { fixture in
                #expect(await fixture.baton("--json status").output == Self.statusJSON + "}\n")
            }
        }

        @Test func batonAloneSaysWhatToDoNext() async throws {
            try await Fixture.run { fixture in
                #expect(
                    await fixture.baton("").output.hasSuffix(
                        "log: journal\nTo work on two devices, on this one: baton devices invite\n"))
                #expect(
                    await fixture.baton("--json").output == Self.statusJSON
                        + #","next":{"command":"baton devices invite","why":"To work on two devices, on this one"}}"#
                        + "\n")
                #expect(await fixture.baton("--quiet").output.hasSuffix("log: journal\n"))
                // As it is typed, for this instance.
                let terminal = TestTerminal()
                #expect(await fixture.begin([], on: terminal).value == 0)
                #expect(terminal.output.hasSuffix(": baton --instance \(fixture.folder) devices invite\n"))
                fixture.daemon.script.withLock { $0.status.offers = 1 }
                #expect(await fixture.baton("").output.hasSuffix("There is work to continue: baton handoff list\n"))
                // Somebody sits at the other device and waits.
                fixture.daemon.script.withLock { $0.joiner = JoinerInfo(name: "phone", id: "3333") }
                #expect(
                    await fixture.baton("").output.hasSuffix(
                        "A device waits for the code that it shows: baton devices confirm CODE\n"))
            }
        }

        @Test func colourIsForTerminalsAndNOCOLORIsRespected() async throws {
            try await Fixture.run { fixture in
                #expect(!(await fixture.baton("status").output.contains("\u{1B}")))
                #expect(
                    await fixture.baton("status", on: TestTerminal(isTerminal: true)).output.contains("\u{1B}[1mBaton"))
                let plain = await fixture.baton(
                    "status", environment: ["NO_COLOR": "1"], on: TestTerminal(isTerminal: true))
                #expect(!plain.output.contains("\u{1B}"))
            }
        }

        @Test func withoutADaemonProgramTheErrorSaysSo() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let text = await fixture.baton("status")
                #expect(text.status == 3 && text.output.isEmpty)
                #expect(
                    text.error
                        == "baton status: No daemon runs and its program batond was not found; install it beside baton, "
                        + "or name it in BATON_DAEMON.\n")
                let json = await fixture.baton("status --json")
                #expect(
                    json.error
                        == #"{"error":{"code":"DaemonUnavailable","message":"No daemon runs and its program batond was "#
                        + #"not found; install it beside baton, or name it in BATON_DAEMON."}}"# + "\n")
            }
        }

        @Test func aFailureOfTheDaemonIsStatusThree() async throws {
            try await Fixture.run {
                $0.errors["Status"] = BatonError(.storage, "The state file\n cannot be read.")
            } _: { fixture in
                let result = await fixture.baton("status")
                #expect(result.status == 3)
                #expect(result.error == "baton status: The state file  cannot be read.\n")
            }
        }

        @Test func wrongUsageIsStatusTwo() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let text = await fixture.baton("handoff lsit")
                #expect(text.status == 2 && text.output.isEmpty)
                #expect(
                    text.error == "baton handoff: There is no verb “handoff lsit”; did you mean `baton handoff list`? "
                        + "See `baton handoff --help`.\n")
                let json = await fixture.baton("stats --json")
                #expect(json.status == 2)
                #expect(
                    json.error == #"{"error":{"code":"WrongUsage","message":"There is no verb “stats”; did you mean "#
                        + #"`baton status`? See `baton --help`."}}"# + "\n")
            }
        }

        @Test func versionAndHelpNeedNoDaemon() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                #expect(await fixture.baton("--version").output == "baton 0.1.0\n")
                #expect(await fixture.baton("--version --json").output == #"{"version":"0.1.0"}"# + "\n")
                let help = await fixture.baton("apps set --help")
                #expect(help.output.hasPrefix("Usage: baton apps set ID search/handoff/prediction on/off\n"))
                #expect(help.status == 0)
            }
        }

        @Test func stopEndsARunningDaemonAndStartsNone() async throws {
            try await Fixture.run { fixture in
                let result = await fixture.baton("stop --json")
                #expect(result.output == #"{"stopped":true,"pid":0}"# + "\n")
                #expect(fixture.daemon.calls == ["Stop"])
            }
            try await Fixture.run(daemonRuns: false) { fixture in
                let result = await fixture.baton("stop")
                #expect(result.status == 1 && result.output.isEmpty)
                #expect(
                    result.error == "baton stop: No daemon runs at \(fixture.folder)/bus; there is nothing to stop.\n")
            }
        }

        @Test func doctorIsSilentWhereAllIsWell() async throws {
            try await Fixture.run { fixture in
                let result = await fixture.baton("doctor")
                #expect(result.status == 0 && result.output.isEmpty && result.error.isEmpty)
                let json = await fixture.baton(
                    "doctor --json", environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"])
                #expect(json.output == #"{"findings":[],"notes":[]}"# + "\n")
            }
        }

        @Test func doctorGivesEachFindingWithItsRemedy() async throws {
            try await Fixture.run {
                $0.findings = [Finding(what: "Avahi does not run", remedy: "start avahi-daemon")]
                $0.version = "0.0.9"
            } _: { fixture in
                let result = await fixture.baton("doctor")
                #expect(result.status == 1)
                #expect(
                    result.output == """
                        The daemon is Baton 0.0.9, this command 0.1.0 — `baton stop`; the next command starts the new one
                        Avahi does not run — start avahi-daemon

                        """)
            }
        }

        @Test func doctorWorksWithoutADaemon() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                #expect(chmod(fixture.folder, 0o777) == 0)
                let result = await fixture.baton("doctor")
                #expect(result.status == 1 && result.error.isEmpty)
                #expect(
                    result.output.contains(
                        "\(fixture.folder) can be written by other users — chmod 700 \(fixture.folder)\n"))
                #expect(result.output.contains("batond was not found"))
            }
        }

        @Test func configIsListedReadAndSet() async throws {
            try await Fixture.run { fixture in
                #expect(await fixture.baton("config").output == "device.name = desk\n")
                #expect(await fixture.baton("config --json").output == #"{"device.name":"desk"}"# + "\n")
                #expect(await fixture.baton("config get device.name").output == "desk\n")
                #expect(
                    await fixture.baton("config get device.name --json").output
                        == #"{"key":"device.name","value":"desk"}"# + "\n")
                #expect(await fixture.baton("config set device.name den").output == "device.name is now den.\n")
                #expect(await fixture.baton("config set device.name den -- ").output == "device.name is now den.\n")
                #expect(await fixture.baton("config set device.name den --quiet").output.isEmpty)
                #expect(fixture.daemon.calls == Array(repeating: "SetConfig device.name den", count: 3))
                let unknown = await fixture.baton("config get nothing")
                #expect(unknown.status == 2)
                #expect(unknown.error == "baton config get: There is no setting nothing; `baton config` lists them.\n")
            }
        }

        @Test func resetAsksFirst() async throws {
            try await Fixture.run {
                $0.status.savedActivities = 4
                $0.devices.append(DeviceInfo(id: "2222", name: "phone", isSelf: false, reachable: true))
            } _: { fixture in
                let unasked = await fixture.baton("reset")
                #expect(unasked.status == 2)
                #expect(
                    unasked.error.hasPrefix(
                        "baton reset: Nobody can be asked here; --yes forgets everything without asking."))
                let no = await fixture.baton(
                    "reset", environment: ["NO_COLOR": "1"], on: TestTerminal(isTerminal: true, input: [""]))
                #expect(no.status == 1)
                #expect(no.error == "Forget all this? [y/N] baton reset: Nothing was forgotten.\n")
                #expect(
                    no.output == """
                        This goes, and cannot be brought back:
                          this device's identity and the trust of phone
                          4 saved activities
                          everything that apps have indexed for search
                          what you have chosen for links, and the files of sites; links go to the former browser again
                          all settings, the apps' switches among them
                          the log, and the list of registered apps

                        """)
                #expect(fixture.daemon.calls.isEmpty)
                let yes = await fixture.baton("reset", on: TestTerminal(isTerminal: true, input: ["Y"]))
                #expect(yes.status == 0)
                #expect(fixture.daemon.calls == ["Reset"])
                #expect(
                    await fixture.baton("reset --yes --json").output
                        == #"{"reset":true,"devices":1,"savedActivities":4}"# + "\n")
            }
        }
    }
}
