import BatonBus
import FoundationEssentials
import Glibc
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct LogTests {
        private func append(_ text: String, to path: String) {
            guard let file = fopen(path, "a") else { return }
            fputs(text, file)
            fclose(file)
        }

        @Test func printsTheFileWithoutADaemon() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                append("one\ntw\u{1B}o\npart", to: "\(fixture.folder)/log")
                #expect(await fixture.baton("log").output == "one\ntw\u{FFFD}o\npart\n")
                #expect(await fixture.baton("log --json").output.hasPrefix(#"{"line":"one"}"# + "\n"))
            }
        }

        @Test func namesTheCommandWhereTheJournalHasIt() async throws {
            try await Fixture.run { fixture in
                #expect(
                    await fixture.baton("log --quiet").output == "journalctl --user _COMM=batond _PID=0\n")
                #expect(
                    await fixture.baton("log --follow --json").output
                        == #"{"journal":"journalctl --user _COMM=batond _PID=0 --follow"}"# + "\n")
            }
        }

        @Test func followsThroughARotation() async throws {
            try await Fixture.run {
                $0.status.logPlace = ""
            } _: { fixture in
                let path = "\(fixture.folder)/log"
                fixture.daemon.script.withLock { $0.status.logPlace = path }
                append("one\n", to: path)
                let terminal = TestTerminal()
                let log = fixture.begin(["log", "--follow"], on: terminal)
                await terminal.shows("one\n")
                append("two\n", to: path)
                await terminal.shows("two\n")
                append("three\n", to: path)
                #expect(rename(path, path + ".1") == 0)
                append("four\n", to: path)
                await terminal.shows("four\n")
                terminal.interrupt()
                #expect(await log.value == 0)
                #expect(terminal.output == "one\ntwo\nthree\nfour\n")
            }
        }
    }
}
