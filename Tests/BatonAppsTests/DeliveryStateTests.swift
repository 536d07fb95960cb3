import ActivityModel
import BatonApps
import Testing

struct DeliveryStateTests {
    private static let late = BatonError(.timedOut, "late")
    private static let gone = BatonError(.connectionUnavailable, "gone")
    private static let other = BatonError(.cancelled, "other")
    private static let unknown = BatonError(.internal, "unknown method")

    struct Step: Sendable, CustomTestStringConvertible {
        let from: DeliveryState
        let input: DeliveryState.Input
        let to: DeliveryState
        var effects: [DeliveryState.Effect] = []
        var testDescription: String { "\(from) × \(input)" }
    }

    @Test(arguments: [
        Step(from: .waiting(.oneStep), input: .turn, to: .delivering, effects: [.sendContent]),
        Step(from: .waiting(.handoff(.fetching)), input: .turn, to: .beginning(.fetching), effects: [.sendBegin]),
        Step(from: .waiting(.handoff(.ready)), input: .turn, to: .beginning(.ready), effects: [.sendBegin]),
        Step(from: .waiting(.handoff(.fetching)), input: .fetched, to: .waiting(.handoff(.ready))),
        Step(from: .waiting(.oneStep), input: .lost(late), to: .ended, effects: [.finish(.undelivered(late))]),
        Step(
            from: .waiting(.handoff(.ready)), input: .lost(late), to: .ended, effects: [.finish(.undelivered(late))]),
        Step(
            from: .waiting(.handoff(.fetching)), input: .fetchFailed(late), to: .ended,
            effects: [.finish(.failed(late))]),
        Step(
            from: .waiting(.handoff(.ready)), input: .superseded(other), to: .ended, effects: [.finish(.failed(other))]),
        Step(from: .beginning(.fetching), input: .answered(true), to: .begun(.fetching)),
        Step(from: .beginning(.fetching), input: .fetched, to: .beginning(.ready)),
        Step(
            from: .beginning(.fetching), input: .fetchFailed(late), to: .beginning(.failed(late)),
            effects: [.finish(.failed(late))]),
        Step(
            from: .beginning(.ready), input: .superseded(other), to: .beginning(.failed(other)),
            effects: [.finish(.failed(other))]),
        Step(from: .beginning(.failed(other)), input: .superseded(late), to: .beginning(.failed(other))),
        Step(from: .beginning(.failed(other)), input: .answered(false), to: .failing(other)),
        Step(from: .beginning(.failed(other)), input: .lost(gone), to: .ended),
        Step(from: .beginning(.failed(other)), input: .broke(gone), to: .ended),
        Step(from: .beginning(.ready), input: .broke(unknown), to: .begun(.ready)),
        Step(from: .beginning(.ready), input: .broke(gone), to: .ended, effects: [.finish(.failed(gone))]),
        Step(from: .beginning(.ready), input: .broke(late), to: .failing(late), effects: [.finish(.failed(late))]),
        Step(from: .beginning(.ready), input: .lost(gone), to: .ended, effects: [.finish(.failed(gone))]),
        Step(from: .begun(.fetching), input: .turn, to: .begun(.fetching)),
        Step(from: .begun(.fetching), input: .fetched, to: .begun(.ready)),
        Step(from: .begun(.ready), input: .turn, to: .delivering, effects: [.sendContent]),
        Step(from: .begun(.fetching), input: .fetchFailed(late), to: .failing(late), effects: [.finish(.failed(late))]),
        Step(from: .begun(.ready), input: .superseded(other), to: .failing(other), effects: [.finish(.failed(other))]),
        Step(from: .begun(.ready), input: .lost(gone), to: .ended, effects: [.finish(.failed(gone))]),
        Step(from: .failing(late), input: .turn, to: .reporting, effects: [.sendFailure(late)]),
        Step(from: .failing(late), input: .lost(gone), to: .ended),
        Step(from: .reporting, input: .answered(true), to: .ended),
        Step(from: .reporting, input: .broke(late), to: .ended),
        Step(from: .delivering, input: .answered(true), to: .ended, effects: [.finish(.taken)]),
        Step(from: .delivering, input: .answered(false), to: .ended, effects: [.finish(.refused)]),
        Step(from: .delivering, input: .broke(late), to: .ended, effects: [.finish(.failed(late))]),
        Step(from: .delivering, input: .lost(gone), to: .ended, effects: [.finish(.failed(gone))]),
        Step(from: .delivering, input: .superseded(other), to: .delivering),
        Step(from: .ended, input: .answered(true), to: .ended),
    ])
    func theNextStateAndWhatToDo(_ step: Step) {
        var state = step.from
        #expect(state.apply(step.input) == step.effects)
        #expect(state == step.to)
    }

    private static let inputs: [DeliveryState.Input] = [
        .turn, .fetched, .fetchFailed(late), .answered(true), .answered(false), .broke(gone), .broke(late),
        .broke(unknown), .lost(gone), .superseded(other),
    ]

    /// Every order of six things that can happen, from both starts: the requester is answered at most once, and exactly
    /// once when the event ends; the app hears of content or failure at most once, and only after the beginning.
    @Test func inEveryOrderTheRequesterIsAnsweredOnce() {
        func walk(_ state: DeliveryState, _ seen: [DeliveryState.Effect], _ depth: Int) {
            let answers = seen.count { if case .finish = $0 { true } else { false } }
            let begins = seen.count { $0 == .sendBegin }
            let seconds = seen.count { if case .sendFailure = $0 { true } else { $0 == .sendContent } }
            let failures = seen.count { if case .sendFailure = $0 { true } else { false } }
            #expect(answers <= 1 && begins <= 1 && seconds <= 1)
            if failures == 1 { #expect(begins == 1) }
            if state == .ended { #expect(answers == 1) }
            guard depth > 0, state != .ended else { return }
            for input in Self.inputs {
                var next = state
                let effects = next.apply(input)
                // What changes nothing leads nowhere new.
                if next != state || !effects.isEmpty { walk(next, seen + effects, depth - 1) }
            }
        }
        walk(.waiting(.oneStep), [], 6)
        walk(.waiting(.handoff(.fetching)), [], 6)
    }
}
