internal import ActivityModel

extension DeliveryState {
    /// The next state, and what has to be done. Inputs that come too late change nothing.
    package mutating func apply(_ input: Input) -> [Effect] {
        let (next, effects) = after(input)
        self = next
        return effects
    }

    private func after(_ input: Input) -> (DeliveryState, [Effect]) {
        switch self {
        case .waiting(let kind): waiting(kind, input)
        case .beginning(let content): beginning(content, input)
        case .begun(let content): begun(content, input)
        case .failing(let error): failing(error, input)
        case .reporting: reporting(input)
        case .delivering: delivering(input)
        case .ended: (self, [])
        }
    }

    private func waiting(_ kind: Kind, _ input: Input) -> (DeliveryState, [Effect]) {
        switch (input, kind) {
        case (.turn, .oneStep): (.delivering, [.sendContent])
        case (.turn, .handoff(let content)): (.beginning(content), [.sendBegin])
        case (.fetched, .handoff): (.waiting(.handoff(.ready)), [])
        // The app has heard nothing, so there is nothing to take back.
        case (.fetchFailed(let error), _), (.superseded(let error), _): (.ended, [.finish(.failed(error))])
        case (.lost(let error), _): (.ended, [.finish(.undelivered(error))])
        case (.fetched, .oneStep), (.answered, _), (.broke, _): (self, [])
        }
    }

    private func beginning(_ content: Content, _ input: Input) -> (DeliveryState, [Effect]) {
        switch (input, content) {
        case (.answered, .failed(let error)): (.failing(error), [])
        case (.answered, _): (.begun(content), [])
        case (.fetched, .fetching): (.beginning(.ready), [])
        case (.fetchFailed(let error), .fetching), (.superseded(let error), .fetching),
            (.superseded(let error), .ready):
            (.beginning(.failed(error)), [.finish(.failed(error))])
        case (.broke(let error), .failed(let first)): error.isGone ? (.ended, []) : (.failing(first), [])
        case (.broke(let error), _):
            switch error.code {
            case .connectionUnavailable: (.ended, [.finish(.failed(error))])
            // An app that does not answer now would keep the activity waiting as long again.
            case .timedOut: (.failing(error), [.finish(.failed(error))])
            // An app that has no such method, or fails in it, may still continue the activity.
            default: (.begun(content), [])
            }
        case (.lost, .failed): (.ended, [])
        case (.lost(let error), _): (.ended, [.finish(.failed(error))])
        case (.turn, _), (.fetched, _), (.fetchFailed, _), (.superseded, .failed): (self, [])
        }
    }

    private func begun(_ content: Content, _ input: Input) -> (DeliveryState, [Effect]) {
        switch (input, content) {
        case (.turn, .ready): (.delivering, [.sendContent])
        case (.fetched, .fetching): (.begun(.ready), [])
        case (.fetchFailed(let error), .fetching), (.superseded(let error), _):
            (.failing(error), [.finish(.failed(error))])
        case (.lost(let error), _): (.ended, [.finish(.failed(error))])
        case (.turn, _), (.fetched, _), (.fetchFailed, _), (.answered, _), (.broke, _): (self, [])
        }
    }

    private func failing(_ error: BatonError, _ input: Input) -> (DeliveryState, [Effect]) {
        switch input {
        case .turn: (.reporting, [.sendFailure(error)])
        case .lost: (.ended, [])
        case .fetched, .fetchFailed, .answered, .broke, .superseded: (self, [])
        }
    }

    private func reporting(_ input: Input) -> (DeliveryState, [Effect]) {
        switch input {
        case .answered, .broke, .lost: (.ended, [])
        case .turn, .fetched, .fetchFailed, .superseded: (self, [])
        }
    }

    private func delivering(_ input: Input) -> (DeliveryState, [Effect]) {
        switch input {
        case .answered(let taken): (.ended, [.finish(taken ? .taken : .refused)])
        case .broke(let error), .lost(let error): (.ended, [.finish(.failed(error))])
        // The app has it: choosing another one does not take it back.
        case .turn, .fetched, .fetchFailed, .superseded: (self, [])
        }
    }
}

extension BatonError {
    fileprivate var isGone: Bool { code == .connectionUnavailable }
}
