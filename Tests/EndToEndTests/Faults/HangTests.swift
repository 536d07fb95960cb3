import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// Processes that are there and do nothing: whoever waits for them waits for a while, and is told.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HangTests {
    @Test func aStoppedDaemonIsNamedWithWhatHelps() async throws {
        try await Programs.run { programs in
            _ = try programs.instance("stopped")
            let daemon = try await programs.daemon(on: "stopped")
            try await ProcessFacts.freeze(daemon.pid)
            for verb in ["doctor", "stop"] {
                let answer = try await programs.baton([verb], on: "stopped")
                #expect(answer.status == (verb == "doctor" ? 1 : 3), "\(answer)")
                #expect((answer.output + answer.errors).contains("kill -CONT \(daemon.pid)"), "\(verb): \(answer)")
            }
            daemon.signal(SIGCONT)
            #expect(try await programs.baton(["doctor"], on: "stopped").output == "")
            #expect(try await programs.daemonPID(on: "stopped") == daemon.pid)
        }
    }

    /// A device that is stopped in the middle of handing something off.
    @Test func aStoppedDeviceIsWaitedForForAWhileAndWorksAgainAfterwards() async throws {
        try await Programs.run { programs in
            let thread = GLibThread(name: "clients")
            defer { thread.stop() }
            let devices = try await TwoDevices(programs, thread)
            let joined = await devices.join()
            try #require(joined.confirmed && joined.joined, "\(joined.errors)")
            let app = try programs.client("org.example.app", on: "laptop", thread: thread)
            var record = ActivityRecord(id: "1", type: "org.example.reading")
            record.webpageURL = "https://example.org/"
            let offers = Arrivals<Void>("the offer")
            await devices.users[0].onSignal(HandoffMethods.interface, HandoffMethods.offersChanged) { _ in
                offers.put(())
            }
            await app.setAppHandler(Answering(record))
            try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            while try await devices.users[0].call(HandoffMethods.listOffers).isEmpty { try await offers.next() }
            let offer = try #require(try await devices.users[0].call(HandoffMethods.listOffers).first).offer

            try await ProcessFacts.freeze(devices.daemons[1].pid)
            let error = await refusal { try await devices.users[0].call(HandoffMethods.fetch, offer) }
            #expect(error?.code == .timedOut, "\(String(describing: error))")
            // Nothing else of the desk waits.
            #expect(try await devices.users[0].call(SystemMethods.status).devices == 2)
            devices.daemons[1].signal(SIGCONT)
            // Whatever became of the link meanwhile: the offer is there, or comes again.
            let fetched = try await limited("the state after the stop") {
                while true {
                    for offer in try await devices.users[0].call(HandoffMethods.listOffers) {
                        if let record = try? await devices.users[0].call(HandoffMethods.fetch, offer.offer) {
                            return record
                        }
                    }
                }
            }
            #expect(fetched.webpageURL == record.webpageURL)
            await app.close()
            try await devices.end()
        }
    }
}

/// An app that answers with the same state each time.
private final class Answering: AppHandler {
    private let record: ActivityRecord
    init(_ record: ActivityRecord) { self.record = record }

    func saveActivity(_ id: String) async throws -> ActivityRecord { record }
    func activityWasContinued(_ id: String, details: ContinuedDetails) async {}
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool { true }
    func didFailToContinue(event: String, type: String, error: BatonError) async {}
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool { false }
}
