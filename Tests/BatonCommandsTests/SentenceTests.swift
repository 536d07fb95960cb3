import ActivityModel
import BatonBus
import BatonCommands
import Testing

extension VerbTests {
    /// What is said of commands and settings is as it has to be typed, and whole.
    @Suite(.timeLimit(.minutes(5))) struct SentenceTests {
        @Test func suggestedCommandsAreForTheSameInstance() async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                #expect(await fixture.begin(["handoff", "continue", "--latest"], on: terminal).value == 1)
                #expect(terminal.error.contains("`baton --instance \(fixture.folder) devices list`"))
                let quoted = TestTerminal()
                let words = ["handoff", "continue", "--latest", "--instance=/tmp/it's here"]
                _ = await BatonCommandLine.run(
                    arguments: words, environment: ["HOME": "/", "PATH": ""], terminal: quoted.terminal,
                    ownExecutable: nil, on: fixture.thread)
                #expect(!quoted.error.contains("`baton "))
                // The help is the same for all.
                let usage = TestTerminal()
                #expect(await fixture.begin(["handoff", "lsit"], on: usage).value == 2)
                #expect(usage.error.contains("See `baton handoff --help`"))
            }
        }

        /// An empty name is a shell's variable that was not set.
        @Test(arguments: [
            "handoff continue", "devices remove", "devices join", "devices confirm", "devices rename", "config get",
            "activity publish --type", "activity delete --persistent-id", "apps show", "apps remove", "apps add",
            "search --query", "index add", "index delete --id", "index delete --domain",
        ])
        func anEmptyNameIsWrongUsage(_ line: String) async throws {
            try await Fixture.run { fixture in
                let terminal = TestTerminal()
                #expect(
                    await fixture.begin(line.split(separator: " ").map(String.init) + [""], on: terminal).value == 2)
                #expect(terminal.error.contains("cannot be “”"), "\(terminal.error)")
                #expect(fixture.daemon.calls.isEmpty)
            }
        }

        @Test func aMessageEndsInOneFullStop() async throws {
            try await Fixture.run {
                $0.errors["Status"] = BatonError(.storage, "The state cannot be read: it is damaged..")
            } _: { fixture in
                #expect(
                    await fixture.baton("status").error == "baton status: The state cannot be read: it is damaged.\n")
            }
        }

        @Test func aSettingThatIsNotSetIsSaidToBe() async throws {
            try await Fixture.run {
                $0.config = ["bind": "", "port": "0"]
            } _: { fixture in
                #expect(await fixture.baton("config").output == "bind = (not set)\nport = 0\n")
                #expect(await fixture.baton("config --json").output == #"{"bind":"","port":"0"}"# + "\n")
                let terminal = TestTerminal()
                #expect(await fixture.begin(["config", "set", "bind", ""], on: terminal).value == 0)
                #expect(terminal.output == "bind is no longer set.\n")
            }
        }

        @Test func aPersistentIdentifierIsListedAsItIsDeleted() async throws {
            var record = ActivityRecord(id: "a", type: "org.example.reading")
            record.persistentIdentifier = "chapter 3"
            let saved = SavedActivity(
                app: "org.example.a", key: "chapter 3", record: record, savedAt: Fixture.date, expiresAt: Fixture.date)
            try await Fixture.run {
                $0.saved = [saved]
                $0.deleted = 1
            } _: { fixture in
                #expect(await fixture.baton("activity list").output.contains("  chapter 3  "))
            }
        }
    }
}
