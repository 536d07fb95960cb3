// What is made of one publisher's failures, and of values by closures that throw.

extension Publisher {
    /// Each value as the closure makes it; what it throws is the end.
    public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
        AnyPublisher { downstream in
            downstream.follow(self) { value in
                do { downstream.send(try transform(value)) } catch { downstream.end(.failure(error)) }
            } onEnd: { downstream.end($0.mapFailure { $0 as any Error }) }
        }
    }

    /// A failure as the closure makes it.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
        AnyPublisher { downstream in
            downstream.follow(self, downstream.send) { downstream.end($0.mapFailure(transform)) }
        }
    }

    /// The values of another publisher after a failure.
    public func `catch`<P: Publisher>(
        _ handler: @escaping (Failure) -> P
    ) -> AnyPublisher<Output, P.Failure> where P.Output == Output {
        AnyPublisher { downstream in
            downstream.follow(self, downstream.send) { completion in
                switch completion {
                case .finished: downstream.end(.finished)
                case .failure(let error):
                    downstream.follow(handler(error), downstream.send, onEnd: downstream.pass)
                }
            }
        }
    }

    /// A value, and the end, for a failure.
    public func replaceError(with output: Output) -> AnyPublisher<Output, Never> { self.catch { _ in Just(output) } }

    /// Subscribes again after a failure, so many times.
    public func retry(_ retries: Int) -> AnyPublisher<Output, Failure> {
        guard retries > 0 else { return eraseToAnyPublisher() }
        return self.catch { _ in self.retry(retries - 1) }.eraseToAnyPublisher()
    }
}

extension Publisher where Failure == Never {
    /// The same values, from a publisher that might fail.
    public func setFailureType<E: Error>(to failureType: E.Type) -> AnyPublisher<Output, E> {
        AnyPublisher { downstream in
            downstream.follow(self, downstream.send) { _ in downstream.end(.finished) }
        }
    }
}

extension Subscribers.Completion {
    func mapFailure<E: Error>(_ transform: (Failure) -> E) -> Subscribers.Completion<E> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}

/// What reads values from data: `JSONDecoder` is one.
public protocol TopLevelDecoder<Input> {
    associatedtype Input
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension Publisher {
    /// What a decoder reads from each value; what it throws is the end.
    public func decode<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type, decoder: Coder
    ) -> AnyPublisher<Item, any Error> where Coder.Input == Output { tryMap { try decoder.decode(type, from: $0) } }
}
