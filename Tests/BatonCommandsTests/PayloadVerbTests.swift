import ActivityModel
import BatonCommands
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

extension VerbTests {
    /// Payloads through the door of the command line.
    @Suite(.timeLimit(.minutes(5))) struct PayloadVerbTests {
        private func publish(_ words: [String], _ fixture: Fixture) async -> (
            status: Int32, error: String, record: ActivityRecord?
        ) {
            let terminal = TestTerminal()
            fixture.daemon.script.withLock { $0.fetched = ActivityRecord(id: "none", type: "none") }
            let task = fixture.begin(["activity", "publish", "--type", "org.example.odd"] + words, on: terminal)
            // Current, or ended with words.
            await terminal.shows("\n")
            terminal.interrupt()
            let status = await task.value
            let record = fixture.daemon.script.withLock(\.fetched)
            return (status, terminal.error, record.type == "none" ? nil : record)
        }

        @Test func oddPayloadsArriveEqual() async throws {
            try await Fixture.run { fixture in
                let file = "\(fixture.folder)/info.json"
                for odd in OddPayloads.taken {
                    try Data(odd.json.utf8).write(to: URL(filePath: file))
                    let result = await publish(["--info-json", file], fixture)
                    #expect(result.status == 0, "\(odd.name): \(result.error)")
                    let isEqual = try result.record?.payload() == Payload(canonical: Data(odd.json.utf8))
                    #expect(isEqual, "\(odd.name)")
                }
            }
        }

        @Test func damagedPayloadsAreRefusedByTheirPlace() async throws {
            try await Fixture.run { fixture in
                let file = "\(fixture.folder)/info.json"
                for odd in OddPayloads.refused {
                    try Data(odd.json.utf8).write(to: URL(filePath: file))
                    let result = await publish(["--info-json", file], fixture)
                    #expect(result.status == 2 && result.record == nil, "\(odd.name)")
                    #expect(
                        result.error.contains(odd.place.map { " \($0)" } ?? "payload"), "\(odd.name): \(result.error)")
                }
            }
        }

        @Test func pairsAreTakenAsTheyAre() async throws {
            try await Fixture.run { fixture in
                let result = await publish(
                    [
                        "--info", "a==b", "--info", "$date=1", "--info=é=1", "--info=e\u{301}=2", "--info",
                        "x=\u{1B}[31m",
                    ], fixture)
                let payload = try result.record?.payload()
                #expect(payload?["a"] == .string("=b"))
                #expect(payload?["$date"] == .string("1"))
                #expect(payload?["é"] == .string("1") && payload?["e\u{301}"] == .string("2"))
                #expect(payload?["x"] == .string("\u{1B}[31m"))
                #expect(await publish(["--info", "a=\u{0}"], fixture).status == 0)
            }
        }

        @Test func aDateThatHasPassedIsRefused() async throws {
            try await Fixture.run { fixture in
                for date in ["2001-01-01", "1969-12-31T23:59:59Z", "+0s"] {
                    let result = await publish(["--expires", date], fixture)
                    #expect(
                        result.status == 2 && result.error.contains("has passed already"), "\(date): \(result.error)")
                }
                #expect(await publish(["--expires", "+1h"], fixture).status == 0)
            }
        }
    }
}
