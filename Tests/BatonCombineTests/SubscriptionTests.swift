import BatonCombine
import Synchronization
import Testing

struct SubscriptionTests {
    // MARK: Order

    @Test func subscribersReceiveInTheirOrder() {
        let subject = PassthroughSubject<Int, Never>()
        var lines: [String] = []
        let first = subject.sink { lines.append("first \($0)") }
        let second = subject.sink { lines.append("second \($0)") }
        subject.send(1)
        subject.send(2)
        #expect(lines == ["first 1", "second 1", "first 2", "second 2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func aCurrentValueComesFirst() {
        let subject = CurrentValueSubject<Int, Never>(1)
        var values: [Int] = []
        let subscription = subject.sink { values.append($0) }
        subject.value = 2
        subject.send(3)
        #expect(values == [1, 2, 3])
        #expect(subject.value == 3)
        withExtendedLifetime(subscription) {}
    }

    // MARK: Cancelling

    @Test func whoIsCancelledWhileSomethingIsSentReceivesNothingMore() {
        let subject = PassthroughSubject<Int, Never>()
        var lines: [String] = []
        var second: AnyCancellable?
        let first = subject.sink {
            lines.append("first \($0)")
            second?.cancel()
        }
        second = subject.sink { lines.append("second \($0)") }
        subject.send(1)
        subject.send(2)
        #expect(lines == ["first 1", "first 2"])
        withExtendedLifetime(first) {}
    }

    @Test func aSinkMayCancelItself() {
        let subject = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        var subscription: AnyCancellable?
        subscription = subject.sink {
            values.append($0)
            subscription?.cancel()
            subscription = nil
        }
        subject.send(1)
        subject.send(2)
        #expect(values == [1])
    }

    @Test func lettingASubscriptionGoEndsIt() {
        final class Held {}
        let subject = PassthroughSubject<Int, Never>()
        weak var seen: Held?
        var count = 0
        do {
            let held = Held()
            seen = held
            let subscription = subject.map { $0 + 1 }.filter { $0 > 0 }.sink { _ in
                withExtendedLifetime(held) {}
                count += 1
            }
            subject.send(1)
            withExtendedLifetime(subscription) {}
        }
        #expect(seen == nil)
        subject.send(2)
        #expect(count == 1)
    }

    @Test func whatACancelledSinkHeldMayCancelOthers() {
        // What goes with a subscriber ends another subscription of the same subject: the list must not be locked by then.
        let subject = PassthroughSubject<Int, Never>()
        var outer: AnyCancellable?
        do {
            let inner = subject.sink { _ in }
            outer = subject.sink { _ in withExtendedLifetime(inner) {} }
        }
        outer?.cancel()
        subject.send(1)
    }

    @Test func storedSubscriptionsEndWithTheirSet() {
        let subject = PassthroughSubject<Int, Never>()
        var set: Set<AnyCancellable> = []
        var list: [AnyCancellable] = []
        var count = 0
        subject.sink { _ in count += 1 }.store(in: &set)
        subject.sink { _ in count += 1 }.store(in: &list)
        subject.send(1)
        set.removeAll()
        list = []
        subject.send(2)
        #expect(count == 2)
    }

    // MARK: Re-entrancy

    @Test func sendingInsideOfASinkIsDeliveredAtOnce() {
        let subject = PassthroughSubject<Int, Never>()
        var lines: [String] = []
        let first = subject.sink { value in
            lines.append("first \(value)")
            if value == 1 { subject.send(2) }
        }
        let second = subject.sink { lines.append("second \($0)") }
        subject.send(1)
        #expect(lines == ["first 1", "first 2", "second 2", "second 1"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func whoSubscribesWhileSomethingIsSentReceivesTheNext() {
        let subject = PassthroughSubject<Int, Never>()
        var late: [Int] = []
        var subscriptions: [AnyCancellable] = []
        subject.sink { value in
            if value == 1 { subject.sink { late.append($0) }.store(in: &subscriptions) }
        }.store(in: &subscriptions)
        subject.send(1)
        subject.send(2)
        #expect(late == [2])
    }

    // MARK: Ends

    struct Fault: Error, Equatable {}

    @Test func anEndIsToldOnceAndToThoseWhoComeLater() {
        let subject = PassthroughSubject<Int, Fault>()
        var lines: [String] = []
        let first = subject.sink(receiveCompletion: { lines.append("\($0)") }, receiveValue: { lines.append("\($0)") })
        subject.send(1)
        subject.send(completion: .failure(Fault()))
        subject.send(2)
        subject.send(completion: .finished)
        let second = subject.sink(receiveCompletion: { lines.append("later \($0)") }, receiveValue: { _ in })
        #expect(lines == ["1", "failure(BatonCombineTests.SubscriptionTests.Fault())", "later failure(BatonCombineTests.SubscriptionTests.Fault())"])
        withExtendedLifetime((first, second)) {}
    }

    @Test func anEndedSubjectKeepsItsValue() {
        let subject = CurrentValueSubject<Int, Never>(1)
        subject.send(completion: .finished)
        subject.send(2)
        #expect(subject.value == 1)
        var values: [Int] = []
        withExtendedLifetime(subject.sink { values.append($0) }) {}
        #expect(values == [])
    }

    @Test func whoHasEndedHoldsNothing() {
        final class Held {}
        weak var seen: Held?
        let subject = PassthroughSubject<Int, Never>()
        var subscription: AnyCancellable?
        do {
            let held = Held()
            seen = held
            subscription = subject.sink { _ in withExtendedLifetime(held) {} }
        }
        #expect(seen != nil)
        subject.send(completion: .finished)
        #expect(seen == nil)
        withExtendedLifetime(subscription) {}
    }

    // MARK: Threads

    /// Threads that count together.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { await Task.detached { body(number) }.value } }
        }
    }

    @Test func twoThreadsMaySendAtOnce() async {
        let subject = PassthroughSubject<Int, Never>()
        let count = Counter()
        let subscription = subject.map { $0 + 1 }.dropFirst(0).removeDuplicates().sink { _ in count.add() }
        await onThreads(2) { thread in for value in 0..<5000 { subject.send(thread * 10_000 + value) } }
        #expect(count.value == 10_000)
        withExtendedLifetime(subscription) {}
    }

    @Test func threadsMaySubscribeSendAndCancelAtOnce() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        let count = Counter()
        await onThreads(4) { thread in
            for value in 0..<1000 {
                if thread.isMultiple(of: 2) {
                    subject.send(value)
                } else {
                    let subscription = subject.sink { _ in count.add() }
                    subscription.cancel()
                }
            }
        }
        #expect(count.value >= 2000)
    }

    final class Counter: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }
}
