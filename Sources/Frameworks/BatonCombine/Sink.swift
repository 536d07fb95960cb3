/// Calls closures with what it receives.
final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
    private struct State {
        let onValue: (Input) -> Void
        let onEnd: (Subscribers.Completion<Failure>) -> Void
        var subscription: (any Subscription)?
    }
    private let state: Guarded<State?>

    init(_ onValue: @escaping (Input) -> Void, _ onEnd: @escaping (Subscribers.Completion<Failure>) -> Void) {
        state = Guarded(State(onValue: onValue, onEnd: onEnd))
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.with { state in
            state?.subscription = subscription
            return state != nil
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }
    func receive(_ input: Input) -> Subscribers.Demand {
        state.current?.onValue(input)
        return .unlimited
    }
    func receive(completion: Subscribers.Completion<Failure>) { state.take()?.onEnd(completion) }
    func cancel() { state.take()?.subscription?.cancel() }
}

extension Publisher {
    /// Calls a closure with each value, until the result is let go or cancelled.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Sink<Output, Failure>(receiveValue, receiveCompletion)
        receive(subscriber: sink)
        return AnyCancellable(sink.cancel)
    }
}

extension Publisher where Failure == Never {
    /// Calls a closure with each value, until the result is let go or cancelled.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// Writes each value to a property. The object is held until the result is let go.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable {
        sink { object[keyPath: keyPath] = $0 }
    }
}
