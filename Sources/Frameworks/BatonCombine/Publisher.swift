/// Something that sends values to those who subscribe, and may end.
///
/// A part of Combine, for view models: without back pressure, what is sent is received.
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
    /// Has the subscriber receive what is sent from now on.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Has the subscriber receive what is sent from now on.
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }
    /// Has a subject send what this publisher sends, until the result is let go or cancelled.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        sink(receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
    }
}

/// Something that receives what a publisher sends.
public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error
    func receive(subscription: any Subscription)
    @discardableResult func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

/// What can be ended before its time.
public protocol Cancellable {
    func cancel()
}

extension Cancellable {
    /// Keeps it in a set: it ends with the set.
    public func store(in set: inout Set<AnyCancellable>) { AnyCancellable(self).store(in: &set) }
    /// Keeps it in a collection: it ends with the collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }
}

/// One subscriber's tie to a publisher.
public protocol Subscription: Cancellable {
    /// Says that values are wanted. Publishers of this module send everything without being asked, and pass it over.
    func request(_ demand: Subscribers.Demand)
}

/// What belongs to subscribers.
public enum Subscribers {
    /// How much a subscriber wants; passed over here.
    public struct Demand: Hashable, Sendable {
        private let count: Int?
        public static let unlimited = Demand(count: nil)
        public static let none = Demand(count: 0)
        public static func max(_ value: Int) -> Demand { Demand(count: value) }
        private init(count: Int?) { self.count = count }
    }

    /// How a publisher ended.
    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable where Failure: Sendable {}
extension Subscribers.Completion: Equatable where Failure: Equatable {}

/// A subscriber of any type.
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    private let onSubscription: (any Subscription) -> Void
    private let onValue: (Input) -> Subscribers.Demand
    private let onEnd: (Subscribers.Completion<Failure>) -> Void

    public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {
        if let known = subscriber as? AnySubscriber {
            self = known
        } else {
            self.init(
                receiveSubscription: { subscriber.receive(subscription: $0) },
                receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) })
        }
    }
    public init(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveValue: ((Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        onSubscription = receiveSubscription ?? { $0.request(.unlimited) }
        onValue = receiveValue ?? { _ in .unlimited }
        onEnd = receiveCompletion ?? { _ in }
    }

    public func receive(subscription: any Subscription) { onSubscription(subscription) }
    @discardableResult public func receive(_ input: Input) -> Subscribers.Demand { onValue(input) }
    public func receive(completion: Subscribers.Completion<Failure>) { onEnd(completion) }
}

/// A subscription that ends when nobody holds this any more.
public final class AnyCancellable: Cancellable, Hashable {
    private let end: Guarded<(() -> Void)?>

    public init(_ cancel: @escaping () -> Void) { end = Guarded(cancel) }
    public init(_ canceller: some Cancellable) { end = Guarded(canceller.cancel) }
    deinit { cancel() }

    public func cancel() { end.take()?() }

    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    public static func == (a: AnyCancellable, b: AnyCancellable) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
