import BatonCombine
import Testing

struct ObservableObjectTests {
    class Base: ObservableObject { @Published var round = 1 }
    final class Derived: Base {
        @Published var name = "a"
        var note = ""
    }
    final class Plain: ObservableObject {
        var count = 0 { willSet { objectWillChange.send() } }
    }
    final class Own: ObservableObject {
        let objectWillChange = PassthroughSubject<Void, Never>()
        var count = 0 { willSet { objectWillChange.send() } }
    }

    @Test func anObjectHasOnePublisher() {
        let derived = Derived()
        #expect(derived.objectWillChange === derived.objectWillChange)
        let plain = Plain()
        #expect(plain.objectWillChange === plain.objectWillChange)
        #expect(plain.objectWillChange !== Plain().objectWillChange)
    }

    @Test func anObjectWithoutPublishedPropertiesTellsItsChanges() {
        let plain = Plain()
        var seen: [Int] = []
        let subscription = plain.objectWillChange.sink { seen.append(plain.count) }
        plain.count = 1
        plain.count = 2
        #expect(seen == [0, 1])
        withExtendedLifetime(subscription) {}
    }

    @Test func objectsThatAreGoneLeaveNothingBehind() {
        // Many at one address: each has a publisher of its own.
        for _ in 0..<300 {
            let plain = Plain()
            var count = 0
            let subscription = plain.objectWillChange.sink { count += 1 }
            plain.count = 1
            #expect(count == 1)
            withExtendedLifetime(subscription) {}
        }
    }

    @Test func aPublishedPropertyOfABaseClassTellsTheSameChange() {
        let derived = Derived()
        var count = 0
        let subscription = derived.objectWillChange.sink { count += 1 }
        derived.round = 2
        derived.name = "b"
        (derived as Base).round = 3
        derived.note = "not published"
        #expect(count == 3)
        withExtendedLifetime(subscription) {}
    }

    @Test func aPublishersOwnTypeIsKept() {
        let own = Own()
        var count = 0
        let subscription = own.objectWillChange.sink { count += 1 }
        own.count = 1
        #expect(count == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test func newValuesAreToldBeforeThePropertyHasThem() {
        let base = Base()
        var lines: [String] = []
        let object = base.objectWillChange.sink { lines.append("object \(base.round)") }
        let property = base.$round.sink { lines.append("value \($0), was \(base.round)") }
        base.round = 2
        #expect(lines == ["value 1, was 1", "object 1", "value 2, was 1"])
        #expect(base.round == 2)
        withExtendedLifetime((object, property)) {}
    }

    @Test func settingInsideOfASinkIsTold() {
        let base = Base()
        var values: [Int] = []
        let subscription = base.$round.sink { value in
            values.append(value)
            if value == 2 { base.round = 3 }
        }
        base.round = 2
        // As with Combine: the outer assignment is the last.
        #expect(values == [1, 2, 3])
        #expect(base.round == 2)
        withExtendedLifetime(subscription) {}
    }

    final class Summary: ObservableObject {
        @Published var items: [Int] = []
        @Published private(set) var text = ""
        init() { $items.map { "\($0.count) items" }.assign(to: &$text) }
    }

    @Test func whatIsAssignedToAPropertyIsAChange() {
        let summary = Summary()
        #expect(summary.text == "0 items")
        var count = 0
        let subscription = summary.objectWillChange.sink { count += 1 }
        summary.items = [1, 2]
        #expect(summary.text == "2 items")
        #expect(count == 2)
        withExtendedLifetime(subscription) {}
    }

    @Test func anAssignmentHoldsNobody() {
        weak var seen: Summary?
        do {
            let summary = Summary()
            seen = summary
            summary.items = [1]
        }
        #expect(seen == nil)
    }

    @Test func twoThreadsMaySetAPropertyAtOnce() async {
        final class Shared: ObservableObject, @unchecked Sendable { @Published var text = "" }
        let shared = Shared()
        let count = SubscriptionTests.Counter()
        let subscription = shared.objectWillChange.sink { count.add() }
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<2 {
                group.addTask { await Task.detached { for value in 0..<2000 { shared.text = "\(thread) \(value)" } }.value }
            }
        }
        #expect(count.value == 4000)
        withExtendedLifetime(subscription) {}
    }
}
