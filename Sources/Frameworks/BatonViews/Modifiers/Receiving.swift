public import BatonCombine
internal import Dispatch

nonisolated extension View {
    /// Calls a closure with what a publisher sends, on the main actor, as long as the view is there. What is sent on another
    /// thread comes a little later.
    ///
    /// The view stays with its subscription while the publisher is known to be the same: one that the view or
    /// its model keeps, or one that is made of such a one by operators without captured values.
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never { modifier(ReceiveModifier(publisher: publisher, action: action)) }
}

struct ReceiveModifier<P: Publisher> where P.Failure == Never {
    let publisher: P
    let action: (P.Output) -> Void

    @MainActor private final class Memory {
        /// Kept, so that no other one comes to have its address.
        var publisher: P
        var action: (P.Output) -> Void
        var subscription: AnyCancellable?
        init(_ publisher: P, _ action: @escaping (P.Output) -> Void) { (self.publisher, self.action) = (publisher, action) }

        func subscribe(in node: Node) {
            subscription = nil
            // What is sent at once, and from inside of an evaluation, is told when everything is up to date.
            node.host.afterPass { [weak self, weak node] in
                guard let self, node?.isGone == false else { return }
                subscription = publisher.sink { [weak self] value in
                    if MainQueueHop.isMain { return MainActor.assumeIsolated { self?.action(value) } }
                    // A work item, since it takes what cannot be sent; a publisher's value is its receiver's.
                    DispatchQueue.main.async(
                        execute: DispatchWorkItem { MainActor.assumeIsolated { self?.action(value) } })
                }
            }
        }
    }

    @MainActor func build(in node: Node, content: any View) {
        if let memory = node.memory as? Memory {
            memory.action = action
            if !isSame(publisher, memory.publisher) {
                memory.publisher = publisher
                memory.subscribe(in: node)
            }
        } else {
            let memory = Memory(publisher, action)
            node.memory = memory
            memory.subscribe(in: node)
            node.onEnd {
                memory.subscription?.cancel()
                memory.subscription = nil
            }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

/// Whether two publishers of one type are known to be the same: by the objects and values that they are made of, and closures by
/// their code and what they have captured. Not by all their bytes: those between their parts can be anything.
private func isSame(_ a: Any, _ b: Any) -> Bool {
    guard type(of: a) == type(of: b) else { return false }
    if type(of: a) is AnyClass { return (a as AnyObject) === (b as AnyObject) }
    if let a = a as? any Equatable { return isEqual(a, b) }
    let (parts, others) = (Mirror(reflecting: a).children, Mirror(reflecting: b).children)
    guard !parts.isEmpty, !others.isEmpty else { return hasSameBytes(a, b) }
    return parts.count == others.count && zip(parts, others).allSatisfy { isSame($0.value, $1.value) }
}

private func isEqual<E: Equatable>(_ a: E, _ b: Any) -> Bool { (b as? E) == a }

private func hasSameBytes<T>(_ a: T, _ b: Any) -> Bool {
    guard let b = b as? T else { return false }
    return withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { a.elementsEqual($0) } }
}

extension ReceiveModifier: NodeModifier {}
