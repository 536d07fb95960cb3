import BatonCombine
import Foundation
import Testing

struct OperatorTests {
    struct Fault: Error, Equatable {}

    /// What a publisher sends while something is done, and how it ends.
    private func lines<P: Publisher>(_ publisher: P, _ body: () -> Void = {}) -> [String] {
        var lines: [String] = []
        let subscription = publisher.sink(
            receiveCompletion: { completion in
                if case .finished = completion { lines.append("end") } else { lines.append("failed") }
            }, receiveValue: { lines.append("\($0)") })
        body()
        withExtendedLifetime(subscription) {}
        return lines
    }

    /// A subscription that lasts as long as its stream.
    private func keep<T>(_ subscription: AnyCancellable, until continuation: AsyncStream<T>.Continuation) {
        // Proof: it is used once, in the closure.
        nonisolated(unsafe) let subscription = subscription
        continuation.onTermination = { _ in subscription.cancel() }
    }

    @Test func valuesAreChangedAndLeftOut() {
        let subject = PassthroughSubject<Int, Never>()
        func send() { for value in [1, 1, 2, 3, 3] { subject.send(value) } }
        #expect(lines(subject.map { $0 * 2 }, send) == ["2", "2", "4", "6", "6"])
        #expect(lines(subject.map(\.description), send) == ["1", "1", "2", "3", "3"])
        #expect(lines(subject.filter { $0 > 1 }, send) == ["2", "3", "3"])
        #expect(lines(subject.compactMap { $0 == 2 ? nil : $0 }, send) == ["1", "1", "3", "3"])
        #expect(lines(subject.removeDuplicates(), send) == ["1", "2", "3"])
        #expect(lines(subject.dropFirst(3), send) == ["3", "3"])
        #expect(lines(subject.drop { $0 < 3 }, send) == ["3", "3"])
        #expect(lines(subject.prefix(2), send) == ["1", "1", "end"])
        #expect(lines(subject.first { $0 == 2 }, send) == ["2", "end"])
        #expect(lines(subject.scan(0, +), send) == ["1", "2", "4", "7", "10"])
        #expect(lines(subject.prepend(0), send) == ["0", "1", "1", "2", "3", "3"])
        #expect(lines(subject.prefix(3).collect(), send) == ["[1, 1, 2]", "end"])
    }

    @Test func aSubscriptionOfAnOperatorHasAStateOfItsOwn() {
        let dropped = CurrentValueSubject<Int, Never>(1).dropFirst()
        #expect(lines(dropped) == [])
        #expect(lines(dropped) == [])
    }

    @Test func oneValueOrNone() {
        #expect(lines(Just(1)) == ["1", "end"])
        #expect(lines(Empty<Int, Never>()) == ["end"])
        #expect(lines(Empty<Int, Never>(completeImmediately: false)) == [])
        #expect(lines(Fail<Int, Fault>(error: Fault())) == ["failed"])
        #expect(lines(Deferred { Just(2) }) == ["2", "end"])
    }

    @Test func aFutureBringsItsResultToAll() {
        var promise: ((Result<Int, Never>) -> Void)?
        let future = Future<Int, Never> { promise = $0 }
        #expect(lines(future) == [])
        #expect(lines(future) { promise?(.success(1)) } == ["1", "end"])
        promise?(.success(2))
        #expect(lines(future) == ["1", "end"])
    }

    @Test func failuresAreChangedAndTaken() {
        let subject = PassthroughSubject<Int, Fault>()
        #expect(lines(Fail<Int, Fault>(error: Fault()).replaceError(with: 7)) == ["7", "end"])
        #expect(lines(Fail<Int, Fault>(error: Fault()).catch { _ in Just(8) }) == ["8", "end"])
        let thrown = Just(1).tryMap { _ -> Int in throw Fault() }.mapError { $0 as? Fault ?? Fault() }
        #expect(lines(thrown) == ["failed"])
        #expect(lines(Just(Data("[1]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())) == ["[1]", "end"])
        #expect(lines(Just(1).setFailureType(to: Fault.self).merge(with: subject)) == ["1"])
    }

    @Test func publishersAreJoined() {
        let a = PassthroughSubject<Int, Never>()
        let b = PassthroughSubject<String, Never>()
        func send() {
            a.send(1)
            a.send(2)
            b.send("x")
            b.send("y")
            a.send(3)
        }
        #expect(lines(a.combineLatest(b) { "\($0)\($1)" }, send) == ["2x", "2y", "3y"])
        #expect(lines(a.zip(b).map { "\($0)\($1)" }, send) == ["1x", "2y"])
        #expect(lines(a.map(\.description).merge(with: b), send) == ["1", "2", "x", "y", "3"])
        #expect(lines(a.flatMap { Just($0 * 10) }, send) == ["10", "20", "30"])
        #expect(lines(Publishers.CombineLatest3(Just(1), Just(2), Just(3)).map { $0 + $1 + $2 }) == ["6", "end"])
        #expect(lines(Just(1).zip(Just("a")).map { "\($0)\($1)" }) == ["1a", "end"])
    }

    @Test func theNewestPublisherIsFollowed() {
        let outer = PassthroughSubject<CurrentValueSubject<Int, Never>, Never>()
        let first = CurrentValueSubject<Int, Never>(1)
        let second = CurrentValueSubject<Int, Never>(10)
        let seen = lines(outer.switchToLatest()) {
            outer.send(first)
            first.send(2)
            outer.send(second)
            first.send(3)
            second.send(11)
            outer.send(completion: .finished)
            second.send(completion: .finished)
        }
        #expect(seen == ["1", "2", "10", "11", "end"])
    }

    @Test func whatIsSharedIsSubscribedOnce() {
        var subscriptions = 0
        var cancels = 0
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.handleEvents(
            receiveSubscription: { _ in subscriptions += 1 }, receiveCancel: { cancels += 1 }
        ).share()
        var values: [Int] = []
        let first = shared.sink { values.append($0) }
        let second = shared.sink { values.append($0 * 10) }
        subject.send(1)
        #expect(values == [1, 10])
        #expect(subscriptions == 1)
        first.cancel()
        #expect(cancels == 0)
        second.cancel()
        #expect(cancels == 1)
    }

    @Test func aValueWaitsUntilNoOtherComes() async {
        let queue = DispatchQueue(label: "test")
        let subject = PassthroughSubject<Int, Never>()
        let values = AsyncStream<Int> { continuation in
            let subscription = subject.debounce(for: .milliseconds(20), scheduler: queue).sink { continuation.yield($0) }
            keep(subscription, until: continuation)
        }
        for value in 1...5 { subject.send(value) }
        for await value in values {
            #expect(value == 5)
            break
        }
    }

    @Test func whatIsSentElsewhereKeepsItsOrder() async {
        let queue = DispatchQueue(label: "test")
        let subject = PassthroughSubject<Int, Never>()
        var iterator = AsyncStream<Int> { continuation in
            let subscription = subject.receive(on: queue).sink(
                receiveCompletion: { _ in continuation.finish() }, receiveValue: { continuation.yield($0) })
            keep(subscription, until: continuation)
        }.makeAsyncIterator()
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        var values: [Int] = []
        while let value = await iterator.next() { values.append(value) }
        #expect(values == [1, 2, 3])
    }

    @Test func notificationsAreSentUntilCancelled() {
        let center = NotificationCenter()
        let name = Notification.Name("org.example.changed")
        var values: [Int] = []
        let subscription = center.publisher(for: name).compactMap { $0.userInfo?["value"] as? Int }.sink { values.append($0) }
        center.post(name: name, object: nil, userInfo: ["value": 1])
        center.post(name: Notification.Name("another"), object: nil, userInfo: ["value": 2])
        subscription.cancel()
        center.post(name: name, object: nil, userInfo: ["value": 3])
        #expect(values == [1])
    }

    @Test func aTimerRunsWhileSomebodySubscribes() async {
        let timer = Timer.publish(every: 0.01, on: .main, in: .common).autoconnect()
        var iterator = AsyncStream<Date> { continuation in
            let subscription = timer.sink { continuation.yield($0) }
            keep(subscription, until: continuation)
        }.makeAsyncIterator()
        let first = await iterator.next()
        let second = await iterator.next()
        #expect(first != nil && second != nil && first! < second!)
    }

    @Test func printedTextIsThePublishersOwn() {
        #expect(lines(Just(1).print("numbers")) == ["1", "end"])
    }
}
