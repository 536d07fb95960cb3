// What is made of one publisher's values, as they come. What an operator remembers it has anew for each subscription.
//
// Those that stand in bodies of views are values that can be told from others by their parts: a view that is made anew with the
// same publisher stays with its subscription.

extension Publisher {
    /// Sends a subscriber what a closure sends on for each value; the end goes on as it is.
    func send<T, S: Subscriber>(
        to subscriber: S, _ begin: @escaping (Downstream<T, Failure>) -> (Output) -> Void
    ) where S.Input == T, S.Failure == Failure {
        sending(begin).receive(subscriber: subscriber)
    }

    func sending<T>(
        _ begin: @escaping (Downstream<T, Failure>) -> (Output) -> Void
    ) -> AnyPublisher<T, Failure> {
        AnyPublisher { downstream in downstream.follow(self, begin(downstream), onEnd: downstream.pass) }
    }
}

extension Publishers {
    /// Each value as the closure makes it.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let transform: (Upstream.Output) -> Output
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in { downstream.send(transform($0)) } }
        }
    }

    /// What the closure makes of the values, without nil.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let transform: (Upstream.Output) -> Output?
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in { transform($0).map(downstream.send) } }
        }
    }

    /// The values for which the closure is true.
    public struct Filter<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let isIncluded: (Output) -> Bool
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in { if isIncluded($0) { downstream.send($0) } } }
        }
    }

    /// The values without the first ones.
    public struct Drop<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let count: Int
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in
                let left = Guarded(count)
                return { value in
                    let isDropped = left.with { left in
                        defer { left = Swift.max(left - 1, 0) }
                        return left > 0
                    }
                    if !isDropped { downstream.send(value) }
                }
            }
        }
    }

    /// The values without those that are the same as the one before.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let predicate: (Output, Output) -> Bool
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in
                let last = Guarded<Output?>(nil)
                return { value in
                    let old = last.exchange(value)
                    if let old, predicate(old, value) { return }
                    downstream.send(value)
                }
            }
        }
    }
}

extension Publisher {
    /// Each value as the closure makes it.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// What the closure makes of the values, without nil.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }

    /// The values for which the closure is true.
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        Publishers.Filter(upstream: self, isIncluded: isIncluded)
    }

    /// The values without the first ones.
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> { Publishers.Drop(upstream: self, count: count) }

    /// The values without those that are the same as the one before.
    public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }

    /// Another value for nil.
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? { map { $0 ?? output } }

    /// Each value as what the closure makes of it and of its result before.
    public func scan<T>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T) -> AnyPublisher<T, Failure> {
        sending { downstream in
            let result = Guarded(initialResult)
            return { value in
                // The closure is the caller's: it is not called inside of the lock.
                let new = nextPartialResult(result.current, value)
                result.exchange(new)
                downstream.send(new)
            }
        }
    }

    /// The values from the first one for which the closure is false.
    public func drop(while predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        sending { downstream in
            let drops = Guarded(true)
            return { value in
                if drops.current, predicate(value) { return }
                drops.exchange(false)
                downstream.send(value)
            }
        }
    }

    /// The first values, and the end.
    public func prefix(_ maxLength: Int) -> AnyPublisher<Output, Failure> {
        AnyPublisher { downstream in
            guard maxLength > 0 else { return downstream.end(.finished) }
            let left = Guarded(maxLength)
            downstream.follow(
                self,
                { value in
                    let rest = left.with { left in
                        left -= 1
                        return left
                    }
                    if rest >= 0 { downstream.send(value) }
                    if rest == 0 { downstream.end(.finished) }
                }, onEnd: downstream.pass)
        }
    }

    /// The first value, and the end.
    public func first() -> AnyPublisher<Output, Failure> { prefix(1) }
    /// The first value for which the closure is true, and the end.
    public func first(where predicate: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
        filter(predicate).prefix(1)
    }

    /// All values, when the publisher has ended.
    public func collect() -> AnyPublisher<[Output], Failure> {
        reduce([]) { $0 + [$1] }
    }

    /// The result of all values, when the publisher has ended.
    public func reduce<T>(
        _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
    ) -> AnyPublisher<T, Failure> {
        AnyPublisher { downstream in
            let result = Guarded(initialResult)
            downstream.follow(self) { result.exchange(nextPartialResult(result.current, $0)) } onEnd: { completion in
                if case .finished = completion { downstream.send(result.current) }
                downstream.end(completion)
            }
        }
    }

    /// A value before all others.
    public func prepend(_ elements: Output...) -> AnyPublisher<Output, Failure> {
        AnyPublisher { downstream in
            for element in elements { downstream.send(element) }
            downstream.follow(self, downstream.send, onEnd: downstream.pass)
        }
    }

    /// Does something beside what happens.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { downstream in
            let hasEnded = Guarded(false)
            downstream.onClose { if !hasEnded.current { receiveCancel?() } }
            receiveSubscription?(downstream)
            downstream.follow(
                self,
                {
                    receiveOutput?($0)
                    downstream.send($0)
                },
                onEnd: {
                    hasEnded.exchange(true)
                    receiveCompletion?($0)
                    downstream.end($0)
                })
        }
    }

    /// Writes what happens to the standard output.
    public func print(_ prefix: String = "") -> AnyPublisher<Output, Failure> {
        let start = prefix.isEmpty ? "" : prefix + ": "
        return handleEvents(
            receiveSubscription: { _ in Swift.print("\(start)receive subscription") },
            receiveOutput: { Swift.print("\(start)receive value: (\($0))") },
            receiveCompletion: { completion in
                switch completion {
                case .finished: Swift.print("\(start)receive finished")
                case .failure(let error): Swift.print("\(start)receive error: (\(error))")
                }
            }, receiveCancel: { Swift.print("\(start)receive cancel") })
    }
}

extension Publisher where Output: Equatable {
    /// The values without those that are equal to the one before.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> { removeDuplicates(by: ==) }
}
