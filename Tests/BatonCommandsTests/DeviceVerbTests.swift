import ActivityModel
import BatonBus
import FoundationEssentials
import GLibKit
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct DeviceVerbTests {
        private static let phone = DeviceInfo(
            id: "3333cccc4444", name: "phone", isSelf: false, reachable: false, lastSeen: Fixture.date,
            addresses: ["10.0.0.2:1"])

        private func joiner(_ name: String?) throws -> Variant {
            .tuple([try VariantEncoder().encode(JoinerInfo(name: name, id: name), as: "a{sv}")])
        }

        @Test func listsThisDeviceFirst() async throws {
            try await Fixture.run {
                $0.devices.insert(Self.phone, at: 0)
            } _: { fixture in
                #expect(
                    await fixture.baton("devices list").output == """
                        NAME   ID        STATE        LAST SEEN
                        desk   1111aaaa  this device  -
                        phone  3333cccc  away         \(Fixture.text)

                        """)
                #expect(
                    await fixture.baton("devices list --json").output
                        == #"[{"id":"1111aaaa2222","name":"desk","self":true,"reachable":true},"#
                        + #"{"id":"3333cccc4444","name":"phone","self":false,"reachable":false,"#
                        + #""lastSeen":"2027-01-15T08:00:00Z","addresses":["10.0.0.2:1"]}]"# + "\n")
            }
        }

        @Test func inviteReturnsAtOnceWhereNobodyTypes() async throws {
            try await Fixture.run {
                $0.invitation.expiresAt = Fixture.date
            } _: { fixture in
                let text = await fixture.baton("devices invite")
                #expect(
                    text.output == """
                        On the other device, until \(Fixture.text):

                          baton devices join BATON-XYZ

                        It then shows a code; here: baton devices confirm CODE

                        """)
                #expect(await fixture.baton("devices invite --quiet").output == "BATON-XYZ\n")
                #expect(
                    await fixture.baton("devices invite --json").output
                        == #"{"invitation":"BATON-XYZ","expiresAt":"2027-01-15T08:00:00Z","addresses":["10.0.0.1:4711"]}"#
                        + "\n")
                #expect(await fixture.baton("devices invite --wait --no-wait").status == 2)
            }
        }

        @Test func atATerminalTheCodeIsTypedRightThere() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal(isTerminal: true, input: ["999 999", "", "123 456"])
                let invite = fixture.begin(["devices", "invite"], environment: ["NO_COLOR": "1"], on: terminal)
                await terminal.shows("Waiting …\n")
                await fixture.daemon.emit(
                    DevicesMethods.interface, DevicesMethods.joinRequested, try joiner("pho\u{7}ne"))
                #expect(await invite.value == 0)
                #expect(
                    terminal.output.hasSuffix(
                        "Waiting …\npho\u{FFFD}ne asks to join.\nThe code is wrong; 2 tries are left.\nphone has joined.\n"
                    ))
                #expect(fixture.daemon.calls == ["Invite", "Confirm 999999", "Confirm 123456"])
            }
        }

        @Test func waitingAsJSONLines() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal(input: ["123456"])
                let invite = fixture.begin(["devices", "invite", "--wait", "--json"], on: terminal)
                await terminal.shows(#"{"event":"invitation","invitation":"BATON-XYZ""#)
                await fixture.daemon.emit(DevicesMethods.interface, DevicesMethods.joinRequested, try joiner("phone"))
                #expect(await invite.value == 0)
                #expect(
                    terminal.output.hasSuffix(
                        """
                        {"event":"joinRequested","device":"phone","id":"phone"}
                        {"event":"joined","device":"phone","id":"3333cccc"}

                        """))
            }
        }

        @Test func waitingNoticesADeviceThatWasConfirmedElsewhere() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                let invite = fixture.begin(["devices", "invite", "--wait"], on: terminal)
                await terminal.shows("Waiting")
                await fixture.daemon.emit(DevicesMethods.interface, DevicesMethods.changed)
                await fixture.daemon.emit(DevicesMethods.interface, DevicesMethods.joinRequested, try joiner(nil))
                await terminal.shows("The device that asked to join has gone.")
                fixture.daemon.script.withLock { $0.devices.append(Self.phone) }
                await fixture.daemon.emit(DevicesMethods.interface, DevicesMethods.changed)
                #expect(await invite.value == 0)
                #expect(terminal.output.hasSuffix("phone has joined.\n"))
            }
        }

        @Test func waitingEndsWithTheInvitationOrAnInterruption() async throws {
            try await Fixture.run {
                $0.invitation.expiresAt = Fixture.date.addingTimeInterval(-1e9)
            } _: { fixture in
                let result = await fixture.baton("devices invite --wait --quiet")
                #expect(result.status == 1)
                #expect(
                    result.error.hasPrefix("baton devices invite: The invitation has expired and no device has joined"))
                fixture.daemon.script.withLock { $0.invitation.expiresAt = .distantFuture }
                let terminal = TestTerminal()
                let invite = fixture.begin(["devices", "invite", "--wait"], on: terminal)
                await terminal.shows("Waiting")
                terminal.interrupt()
                #expect(await invite.value == 1)
                #expect(fixture.daemon.calls == ["Invite", "Invite", "CancelInvite"])
            }
        }

        @Test func confirmToleratesSpaces() async throws {
            try await Fixture.run { fixture in
                #expect(await fixture.baton("devices confirm 123 456").output == "phone has joined.\n")
                #expect(
                    await fixture.baton("devices confirm 12-34-56 --json").output
                        == #"{"event":"joined","device":"phone","id":"3333cccc"}"# + "\n")
                let wrong = await fixture.baton("devices confirm 1")
                #expect(wrong.status == 1)
                #expect(wrong.error == "baton devices confirm: The code is wrong; 2 tries are left.\n")
                #expect(await fixture.baton("devices confirm").status == 2)
                #expect(fixture.daemon.calls == ["Confirm 123456", "Confirm 123456", "Confirm 1"])
            }
        }

        @Test func joinSaysWithWhomAndWaits() async throws {
            try await Fixture.run { fixture in
                let result = await fixture.baton("devices join BATON-XYZ --address 10.0.0.9:5")
                #expect(
                    result.output == """
                        This device will share with desk and the devices that desk shares with: phone.
                        Code: 123 456
                        Type it on desk, or there: baton devices confirm 123 456
                        Joined: desk has confirmed the code.

                        """)
                #expect(result.status == 0)
                #expect(fixture.daemon.calls == ["Join BATON-XYZ 10.0.0.9:5", "AwaitJoin j1"])
                #expect(
                    await fixture.baton("devices join BATON-XYZ --json").output == """
                        {"event":"code","inviter":"desk","inviterID":"d1","members":["desk","phone"],"code":"123 456"}
                        {"event":"joined","device":"desk","id":"1111aaaa2222"}

                        """)
            }
        }

        @Test func joinNamesTheInviterAloneWhereThereIsNoOther() async throws {
            try await Fixture.run {
                $0.join.members = []
            } _: { fixture in
                #expect(
                    await fixture.baton("devices join X").output.hasPrefix(
                        "This device will share with desk.\nCode: 123 456\n"))
            }
        }

        @Test func anInterruptionCancelsTheJoin() async throws {
            try await Fixture.run {
                $0.joinIsConfirmed = false
            } _: { fixture in
                let terminal = TestTerminal()
                let join = fixture.begin(["devices", "join", "BATON-XYZ"], on: terminal)
                await terminal.shows("Type it on desk")
                terminal.interrupt()
                #expect(await join.value == 1)
                #expect(terminal.error == "baton devices join: Joining was cancelled; nothing is shared.\n")
                #expect(fixture.daemon.calls.prefix(2) == ["Join BATON-XYZ -", "CancelJoin j1"])
            }
        }

        @Test func aRefusedJoinIsNo() async throws {
            try await Fixture.run {
                $0.errors["Join"] = BatonError(.invitationInvalid, "The invitation has expired; make a new one there.")
            } _: { fixture in
                let result = await fixture.baton("devices join X")
                #expect(result.status == 1)
                #expect(result.error == "baton devices join: The invitation has expired; make a new one there.\n")
            }
        }

        @Test func renamesRemovesAndLeaves() async throws {
            try await Fixture.run {
                $0.devices.append(Self.phone)
            } _: { fixture in
                #expect(await fixture.baton("devices rename the den").output == "This device is now called the den.\n")
                #expect(
                    await fixture.baton("devices remove 3333").output == "phone is no longer one of your devices.\n")
                #expect(
                    await fixture.baton("devices remove phone --json").output
                        == #"{"removed":"3333cccc4444","device":"phone"}"# + "\n")
                let missing = await fixture.baton("devices remove tablet")
                #expect(missing.status == 1)
                #expect(missing.error.hasPrefix("baton devices remove: No device has the id or name “tablet”"))
                #expect(
                    await fixture.baton("devices leave").output == "This device shares with no other device any more.\n"
                )
                #expect(
                    fixture.daemon.calls == [
                        "Rename the den", "RemoveDevice 3333cccc4444", "RemoveDevice 3333cccc4444", "Leave",
                    ])
            }
        }
    }
}
