/// What is made of other publishers. Where an operator gives an `AnyPublisher`, its type of Combine's is not here:
/// `Publishers.FlatMap`, `Publishers.TryMap`, `Publishers.Catch` and the like.
public enum Publishers {}

/// A publisher of any type.
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let subscribe: (AnySubscriber<Output, Failure>) -> Void

    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        if let known = publisher as? AnyPublisher {
            self = known
        } else {
            subscribe = { publisher.receive(subscriber: $0) }
        }
    }

    /// - Parameter begin: begins one subscription.
    init(beginning begin: @escaping (Downstream<Output, Failure>) -> Void) {
        subscribe = { subscriber in
            let downstream = Downstream(subscriber)
            subscriber.receive(subscription: downstream)
            if !downstream.isOver { begin(downstream) }
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscribe(AnySubscriber(subscriber))
    }
}

extension Publisher {
    /// The publisher without its type.
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

/// One subscription to what an operator makes: who receives it, and what it has subscribed to itself.
final class Downstream<Output, Failure: Error>: Subscription, Sendable {
    private struct State {
        var subscriber: AnySubscriber<Output, Failure>?
        var upstreams: [Int: any Subscription] = [:]
        var next = 0
        /// Ended before their subscription was there.
        var early: Set<Int> = []
    }
    private let state: Guarded<State>

    init(_ subscriber: AnySubscriber<Output, Failure>) { state = Guarded(State(subscriber: subscriber)) }

    var isOver: Bool { state.with { $0.subscriber == nil } }

    func request(_ demand: Subscribers.Demand) {}
    func send(_ value: Output) { state.current.subscriber?.receive(value) }
    func end(_ completion: Subscribers.Completion<Failure>) { close()?.receive(completion: completion) }
    func cancel() { _ = close() }

    private func close() -> AnySubscriber<Output, Failure>? {
        let old = state.exchange(State())
        for upstream in old.upstreams.values { upstream.cancel() }
        return old.subscriber
    }

    // MARK: Upstream

    /// Subscribes to something for as long as this lasts.
    ///
    /// - Parameters:
    ///   - onValue: what is done with each value.
    ///   - onEnd: called when that has ended, or at once where it is over already.
    /// - Returns: for `stop`.
    @discardableResult func follow<P: Publisher>(
        _ publisher: P, _ onValue: @escaping (P.Output) -> Void,
        onEnd: @escaping (Subscribers.Completion<P.Failure>) -> Void
    ) -> Int {
        let key = state.with { state in
            state.next += 1
            return state.next
        }
        publisher.receive(
            subscriber: AnySubscriber<P.Output, P.Failure>(
                receiveSubscription: { self.hold($0, key) },
                receiveValue: {
                    onValue($0)
                    return .unlimited
                },
                receiveCompletion: {
                    self.release(key)
                    onEnd($0)
                }))
        return key
    }

    /// Has something done when this is over, by its subscriber or by itself.
    func onClose(_ perform: @escaping () -> Void) {
        let key = state.with { state in
            state.next += 1
            return state.next
        }
        hold(Closing(perform: perform), key)
    }

    private struct Closing: Subscription {
        let perform: () -> Void
        func request(_ demand: Subscribers.Demand) {}
        func cancel() { perform() }
    }

    private func hold(_ subscription: any Subscription, _ key: Int) {
        let isWanted = state.with { state in
            guard state.subscriber != nil, state.early.remove(key) == nil else { return false }
            state.upstreams[key] = subscription
            return true
        }
        if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    private func release(_ key: Int) {
        let gone = state.with { state in state.upstreams.removeValue(forKey: key) }
        withExtendedLifetime(gone) {}
    }

    /// Follows something no longer.
    func stop(_ key: Int) {
        let gone = state.with { state in
            let gone = state.upstreams.removeValue(forKey: key)
            if gone == nil, state.subscriber != nil { state.early.insert(key) }
            return gone
        }
        gone?.cancel()
    }
}

extension Downstream {
    /// An end that goes on as it is.
    func pass(_ completion: Subscribers.Completion<Failure>) { end(completion) }
}

// MARK: Without others

/// A value, once.
public struct Just<Output>: Publisher {
    public typealias Failure = Never
    public let output: Output
    public init(_ output: Output) { self.output = output }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        AnyPublisher<Output, Never> { downstream in
            downstream.send(output)
            downstream.end(.finished)
        }.receive(subscriber: subscriber)
    }
}

/// Nothing, and the end; or nothing for ever.
public struct Empty<Output, Failure: Error>: Publisher {
    public let completeImmediately: Bool
    public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        AnyPublisher<Output, Failure> { if completeImmediately { $0.end(.finished) } }.receive(subscriber: subscriber)
    }
}

/// A failure.
public struct Fail<Output, Failure: Error>: Publisher {
    public let error: Failure
    public init(error: Failure) { self.error = error }
    public init(outputType: Output.Type, failure: Failure) { error = failure }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        AnyPublisher<Output, Failure> { $0.end(.failure(error)) }.receive(subscriber: subscriber)
    }
}

/// A publisher that is made for each subscriber.
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure
    public let createPublisher: () -> DeferredPublisher
    public init(createPublisher: @escaping () -> DeferredPublisher) { self.createPublisher = createPublisher }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

/// One result, which comes some time. What brings it begins when the future is made.
public final class Future<Output, Failure: Error>: Publisher, Sendable {
    public typealias Promise = (Result<Output, Failure>) -> Void
    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [Downstream<Output, Failure>] = []
    }
    private let state = Guarded(State())

    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { [state] result in
            let waiting: [Downstream<Output, Failure>] = state.with { state in
                guard state.result == nil else { return [] }
                defer { state.waiting = [] }
                state.result = result
                return state.waiting
            }
            for downstream in waiting { Self.deliver(result, to: downstream) }
        }
    }

    private static func deliver(_ result: Result<Output, Failure>, to downstream: Downstream<Output, Failure>) {
        switch result {
        case .success(let value):
            downstream.send(value)
            downstream.end(.finished)
        case .failure(let error): downstream.end(.failure(error))
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        AnyPublisher<Output, Failure> { [state] downstream in
            let known = state.with { state in
                if state.result == nil { state.waiting.append(downstream) }
                return state.result
            }
            if let known { Self.deliver(known, to: downstream) }
        }.receive(subscriber: subscriber)
    }
}
