// What is made of several publishers.

extension Publishers {
    /// The newest values of two publishers, whenever one of them sends; not before both have.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public let a: A, b: B
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure> { downstream in
                let latest = Guarded<(a: A.Output?, b: B.Output?)>((nil, nil))
                let ends = Ends(2, downstream)
                func send(_ change: (inout (a: A.Output?, b: B.Output?)) -> Void) {
                    let now = latest.with { latest in
                        change(&latest)
                        return latest
                    }
                    if let a = now.a, let b = now.b { downstream.send((a, b)) }
                }
                downstream.follow(a, { value in send { $0.a = value } }, onEnd: ends.end)
                downstream.follow(b, { value in send { $0.b = value } }, onEnd: ends.end)
            }.receive(subscriber: subscriber)
        }
    }

    /// The newest values of three publishers.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure
        public let a: A, b: B, c: C
        public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest(a, b), c).map { ($0.0.0, $0.0.1, $0.1) }.receive(subscriber: subscriber)
        }
    }

    /// The newest values of four publishers.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure
        public let a: A, b: B, c: C, d: D
        public init(_ a: A, _ b: B, _ c: C, _ d: D) { (self.a, self.b, self.c, self.d) = (a, b, c, d) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest(a, b), CombineLatest(c, d)).map { ($0.0.0, $0.0.1, $0.1.0, $0.1.1) }
                .receive(subscriber: subscriber)
        }
    }

    /// The values of two publishers in pairs: the first with the first, the second with the second.
    public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure
        public let a: A, b: B
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            typealias Waiting = (a: [A.Output], b: [B.Output], aEnded: Bool, bEnded: Bool)
            AnyPublisher<Output, Failure> { downstream in
                let waiting = Guarded<Waiting>(([], [], false, false))
                func update(_ change: (inout Waiting) -> Void) {
                    let (pair, isOver): (Output?, Bool) = waiting.with { waiting in
                        change(&waiting)
                        var pair: Output?
                        if !waiting.a.isEmpty, !waiting.b.isEmpty {
                            pair = (waiting.a.removeFirst(), waiting.b.removeFirst())
                        }
                        // No other pair can come.
                        let isOver = waiting.aEnded && waiting.a.isEmpty || waiting.bEnded && waiting.b.isEmpty
                        return (pair, isOver)
                    }
                    if let pair { downstream.send(pair) }
                    if isOver { downstream.end(.finished) }
                }
                func ended(_ completion: Subscribers.Completion<Failure>, _ change: (inout Waiting) -> Void) {
                    if case .failure = completion { downstream.end(completion) } else { update(change) }
                }
                downstream.follow(a) { value in update { $0.a.append(value) } } onEnd: { ended($0) { $0.aEnded = true } }
                downstream.follow(b) { value in update { $0.b.append(value) } } onEnd: { ended($0) { $0.bEnded = true } }
            }.receive(subscriber: subscriber)
        }
    }

    /// The values of publishers of one type, as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let publishers: [Upstream]
        public init(_ upstream: Upstream...) { publishers = upstream }
        public init<S: Sequence>(_ upstream: S) where S.Element == Upstream { publishers = Array(upstream) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure> { downstream in
                guard !publishers.isEmpty else { return downstream.end(.finished) }
                let ends = Ends(publishers.count, downstream)
                for publisher in publishers { downstream.follow(publisher, downstream.send, onEnd: ends.end) }
            }.receive(subscriber: subscriber)
        }
    }

    /// The values of two publishers, as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure, A.Output == B.Output {
        public typealias Output = A.Output
        public typealias Failure = A.Failure
        public let a: A, b: B
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            MergeMany([a.eraseToAnyPublisher(), b.eraseToAnyPublisher()]).receive(subscriber: subscriber)
        }
    }
}

/// Ends what several publishers have a part in: with the last of them, or with the first failure.
private struct Ends<Output, Failure: Error> {
    let left: Guarded<Int>
    let downstream: Downstream<Output, Failure>

    init(_ count: Int, _ downstream: Downstream<Output, Failure>) {
        left = Guarded(count)
        self.downstream = downstream
    }

    func add() { left.with { $0 += 1 } }

    func end(_ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion { return downstream.end(completion) }
        let isLast = left.with { left in
            left -= 1
            return left == 0
        }
        if isLast { downstream.end(.finished) }
    }
}

extension Publisher {
    /// The newest values of this publisher and of another, whenever one of them sends; not before both have.
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P> where P.Failure == Failure {
        Publishers.CombineLatest(self, other)
    }
    public func combineLatest<P: Publisher, Q: Publisher>(_ p: P, _ q: Q) -> Publishers.CombineLatest3<Self, P, Q>
    where P.Failure == Failure, Q.Failure == Failure { Publishers.CombineLatest3(self, p, q) }
    public func combineLatest<P: Publisher, T>(
        _ other: P, _ transform: @escaping (Output, P.Output) -> T
    ) -> AnyPublisher<T, Failure> where P.Failure == Failure { combineLatest(other).map { transform($0.0, $0.1) }.eraseToAnyPublisher() }

    /// The values of both publishers in pairs.
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P> where P.Failure == Failure {
        Publishers.Zip(self, other)
    }

    /// The values of both publishers, as they come.
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where P.Output == Output, P.Failure == Failure { Publishers.Merge(self, other) }

    /// The values of the publishers that the closure makes of the values, as they come.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> AnyPublisher<P.Output, Failure> where P.Failure == Failure {
        AnyPublisher { downstream in
            let ends = Ends(1, downstream)
            downstream.follow(
                self,
                { value in
                    ends.add()
                    downstream.follow(transform(value), downstream.send, onEnd: ends.end)
                }, onEnd: ends.end)
        }
    }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
    /// The values of the newest of the publishers that this one sends.
    public func switchToLatest() -> AnyPublisher<Output.Output, Failure> {
        AnyPublisher { downstream in
            let ends = Ends(1, downstream)
            let shown = Guarded<(key: Int, turn: Int)?>(nil)
            let turns = Guarded(0)
            downstream.follow(
                self,
                { publisher in
                    let turn = turns.with { turns in
                        turns += 1
                        return turns
                    }
                    if let old = shown.take() {
                        downstream.stop(old.key)
                        ends.end(.finished)
                    }
                    ends.add()
                    let isOver = Guarded(false)
                    let key = downstream.follow(
                        publisher, { if turns.current == turn { downstream.send($0) } },
                        onEnd: { completion in
                            isOver.exchange(true)
                            let wasShown = shown.with { shown in
                                guard shown?.turn == turn else { return false }
                                shown = nil
                                return true
                            }
                            if wasShown || turns.current == turn { ends.end(completion) }
                        })
                    if !isOver.current, turns.current == turn { shown.exchange((key, turn)) }
                }, onEnd: ends.end)
        }
    }
}
