/// A publisher that somebody sends through.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    func send(_ value: Output)
    func send(completion: Subscribers.Completion<Failure>)
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Tells that something is so, without a value.
    public func send() { send(()) }
}

extension Subject {
    /// A subject has everything that it is to receive: it asks for all.
    public func send(subscription: any Subscription) { subscription.request(.unlimited) }
}

/// Who has subscribed, in their order. Who subscribes while something is sent receives the next; who cancels receives nothing
/// more. Two threads that send at once are not held up by each other: their values come in any order.
final class SubscriberList<Output, Failure: Error>: Sendable {
    private struct State {
        var entries: [Entry] = []
        var completion: Subscribers.Completion<Failure>?
    }
    private let state = Guarded(State())

    final class Entry: Subscription, Sendable {
        private weak let list: SubscriberList?
        private let subscriber: Guarded<AnySubscriber<Output, Failure>?>

        init(_ list: SubscriberList, _ subscriber: AnySubscriber<Output, Failure>) {
            self.list = list
            self.subscriber = Guarded(subscriber)
        }

        func request(_ demand: Subscribers.Demand) {}
        func send(_ value: Output) { subscriber.current?.receive(value) }
        func end(_ completion: Subscribers.Completion<Failure>) { subscriber.take()?.receive(completion: completion) }
        func cancel() {
            let gone = subscriber.take()
            list?.remove(self)
            withExtendedLifetime(gone) {}
        }
    }

    /// - Parameter first: what the subscriber receives before everything else.
    func add<S: Subscriber>(_ subscriber: S, first: () -> Output? = { nil })
    where S.Input == Output, S.Failure == Failure {
        let entry = Entry(self, AnySubscriber(subscriber))
        let completion = state.with { state in
            if state.completion == nil { state.entries.append(entry) }
            return state.completion
        }
        subscriber.receive(subscription: entry)
        if let completion {
            entry.end(completion)
        } else if let first = first() {
            entry.send(first)
        }
    }

    private func remove(_ entry: Entry) {
        let gone: Entry? = state.with { state in
            state.entries.firstIndex { $0 === entry }.map { state.entries.remove(at: $0) }
        }
        withExtendedLifetime(gone) {}
    }

    var isOver: Bool { state.with { $0.completion != nil } }

    func send(_ value: Output) { for entry in state.current.entries { entry.send(value) } }

    func end(_ completion: Subscribers.Completion<Failure>) {
        let all: [Entry] = state.with { state in
            guard state.completion == nil else { return [] }
            state.completion = completion
            let all = state.entries
            state.entries = []
            return all
        }
        for entry in all { entry.end(completion) }
    }
}

/// Sends what it is given to those who have subscribed by then, on the sender's thread.
public final class PassthroughSubject<Output, Failure: Error>: Subject, Sendable {
    private let list = SubscriberList<Output, Failure>()
    public init() {}
    public func send(_ value: Output) { list.send(value) }
    public func send(completion: Subscribers.Completion<Failure>) { list.end(completion) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        list.add(subscriber)
    }
}

/// Has a value, and sends each new one, on the sender's thread; who subscribes gets the one there is first.
public final class CurrentValueSubject<Output, Failure: Error>: Subject, Sendable {
    private let list = SubscriberList<Output, Failure>()
    private let current: Guarded<Output>

    public init(_ value: Output) { current = Guarded(value) }
    public var value: Output {
        get { current.current }
        set { send(newValue) }
    }
    public func send(_ value: Output) {
        guard !list.isOver else { return }
        current.exchange(value)
        list.send(value)
    }
    public func send(completion: Subscribers.Completion<Failure>) { list.end(completion) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        list.add(subscriber) { value }
    }
}
