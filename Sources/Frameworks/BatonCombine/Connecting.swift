// Publishers that begin when they are told to, or that several subscribers have together.

/// A publisher that sends nothing until it is connected.
public protocol ConnectablePublisher: Publisher {
    /// Begins; the result ends it.
    func connect() -> any Cancellable
}

extension ConnectablePublisher {
    /// Connects with the first subscriber, and ends with the last.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// Connects a publisher with the first subscriber, and ends it with the last.
    public struct Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        private let users = Guarded<(count: Int, connection: (any Cancellable)?)>((0, nil))

        init(upstream: Upstream) { self.upstream = upstream }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, users) = (upstream, users)
            AnyPublisher<Output, Failure> { downstream in
                let isFirst = users.with { users in
                    users.count += 1
                    return users.count == 1
                }
                downstream.onClose {
                    let connection = users.with { users -> (any Cancellable)? in
                        users.count -= 1
                        guard users.count == 0 else { return nil }
                        defer { users.connection = nil }
                        return users.connection
                    }
                    connection?.cancel()
                }
                downstream.follow(upstream, downstream.send, onEnd: downstream.pass)
                if isFirst {
                    let connection = upstream.connect()
                    let isWanted = users.with { users in
                        if users.count > 0 { users.connection = connection }
                        return users.count > 0
                    }
                    if !isWanted { connection.cancel() }
                }
            }.receive(subscriber: subscriber)
        }
    }

    /// One subscription to a publisher, for all who subscribe.
    public final class Share<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        private let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>
        public let upstream: Upstream

        init(upstream: Upstream) {
            self.upstream = upstream
            shared = upstream.multicast(subject: PassthroughSubject()).autoconnect()
        }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }
    }

    /// What a publisher sends, through a subject.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        private let subject: SubjectType

        init(upstream: Upstream, subject: SubjectType) { (self.upstream, self.subject) = (upstream, subject) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subject.receive(subscriber: subscriber)
        }
        public func connect() -> any Cancellable { upstream.subscribe(subject) }
    }
}

extension Publisher {
    /// One subscription for all who subscribe, from the first to the last.
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }

    /// Sends through a subject, from `connect()`.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Output == Output, S.Failure == Failure { Publishers.Multicast(upstream: self, subject: subject) }
}

extension Publisher where Failure == Never {
    /// Sends from `connect()`.
    public func makeConnectable() -> Publishers.Multicast<Self, PassthroughSubject<Output, Never>> {
        multicast(subject: PassthroughSubject())
    }
}
