import ActivityModel
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import BatonApps

/// Order and exactly once, whatever happens: random schedules of events, processes, answers and time, each judged by
/// `History`. The same seed gives the same schedule; `BATON_SEED` runs one alone.
@Suite(.timeLimit(.minutes(5)))
struct ScheduleTests {
    private static let seeds: [UInt64] = {
        if let seed = ProcessInfo.processInfo.environment["BATON_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(1...1000)
    }()

    @Test func everyScheduleEndsAsItMay() async throws {
        var ends: [String: Int] = [:]
        var isBroken = false
        try await withScratch { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Writer.app", id: "org.example.writer")
            let thread = GLibThread(name: "schedule")
            defer { thread.stop() }
            for seed in Self.seeds {
                let schedule = Schedule(seed: seed, folder: "\(scratch.path)/apps", thread: thread)
                let history = try await withTaskExecutorPreference(thread) { try await schedule.run() }
                for event in history.events { ends[Self.name(event.outcome), default: 0] += 1 }
                guard let fault = history.faults.first else { continue }
                isBroken = true
                Issue.record(
                    """
                    \(fault); run it again with BATON_SEED=\(seed). What happened:
                    \(history.trace.joined(separator: "\n"))
                    """)
                break
            }
        }
        guard Self.seeds.count > 1, !isBroken else { return }
        // A test that never sees an end does not test it.
        let seen = [
            "taken", "refused", "NoSuchApp", "TooMany", "Cancelled", "LaunchFailed", "TimedOut",
            "ConnectionUnavailable",
            "TooLarge", "HandoffFailed", "Internal",
        ]
        for end in seen { #expect(ends[end] ?? 0 > 20, "\(end) in \(ends)") }
    }

    /// A fault that is found can be found again.
    @Test func theSameSeedIsTheSameSchedule() async throws {
        try await withScratch { scratch in
            scratch.app("apps/Reader.app")
            let thread = GLibThread(name: "schedule")
            defer { thread.stop() }
            for seed in Self.seeds.prefix(10) {
                var traces: Set<[String]> = []
                for _ in 0..<2 {
                    let schedule = Schedule(seed: seed, folder: "\(scratch.path)/apps", thread: thread)
                    traces.insert(try await withTaskExecutorPreference(thread) { try await schedule.run() }.trace)
                }
                #expect(traces.count == 1, "seed \(seed)")
            }
        }
    }

    private static func name(_ outcome: AppEvent.Outcome?) -> String {
        switch outcome {
        case .taken: "taken"
        case .refused: "refused"
        case .undelivered(let error), .failed(let error): error.code.rawValue
        case nil: "none"
        }
    }

    /// The state of one event, in every order of forty things that can happen to it, late and double ones too.
    @Test func everyOrderOfInputsEndsOnce() {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: seed)
            var state = DeliveryState.waiting(random.chance(2) ? .oneStep : .handoff(.fetching))
            let isHandoff = state != .waiting(.oneStep)
            var (ends, begins, contents, failures, isFetched, isOver) = (0, 0, 0, 0, false, false)
            for step in 0..<41 {
                let input = step == 40 ? .lost(Self.error(.connectionUnavailable)) : Self.input(&random)
                let could = state.wantsTurn || input != .turn
                if input == .fetched, isHandoff { isFetched = true }
                for effect in state.apply(input) {
                    #expect(could, "seed \(seed): a turn was taken that was not wanted")
                    switch effect {
                    case .sendBegin: begins += 1
                    case .sendContent:
                        contents += 1
                        if isHandoff { #expect(isFetched && begins == 1, "seed \(seed): sent before it was there") }
                        #expect(!isOver, "seed \(seed): sent after its end")
                    case .sendFailure:
                        failures += 1
                        #expect(begins == 1 && isOver, "seed \(seed): failed without having begun, or not reported")
                    case .finish:
                        ends += 1
                        isOver = true
                    }
                }
            }
            #expect(state == .ended && ends == 1, "seed \(seed)")
            #expect(begins <= 1 && contents + failures <= 1, "seed \(seed)")
        }
    }

    private static func error(_ code: BatonError.Code) -> BatonError { BatonError(code, "The test says so.") }

    private static func input(_ random: inout SeededGenerator) -> DeliveryState.Input {
        let codes: [BatonError.Code] = [.timedOut, .connectionUnavailable, .internal, .tooLarge]
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: return .turn
        case 3...4: return .fetched
        case 5: return .fetchFailed(error(random.pick(codes)))
        case 6...7: return .answered(random.chance(2))
        case 8: return .broke(error(random.pick(codes)))
        default: return random.chance(3) ? .lost(error(random.pick(codes))) : .superseded(error(.cancelled))
        }
    }
}
