internal import Observation

/// A view's place in the tree: what stays when the view value is made anew. It holds the view's state, what it renders, and
/// its children, and is evaluated when something that it read has changed.
@MainActor package final class Node {
    package let host: ViewHost
    package private(set) weak var parent: Node?
    /// Ancestors are evaluated before their descendants.
    let depth: Int
    package private(set) var view: any View
    package private(set) var environment: EnvironmentValues
    package private(set) var children: [Node] = []
    private var keys: [ChildKey] = []
    private var slots: [Int] = []
    private var loose: [Node] = []

    /// The children, each with what makes it the same one as before.
    var keyedChildren: [(key: ChildKey, node: Node)] { zip(keys, children).map { ($0, $1) } }

    /// What a view of the framework's own keeps from one evaluation to the next.
    package var memory: AnyObject?
    /// Sources of what was read in the last evaluation.
    var sources: [ObjectIdentifier: any DependencySource] = [:]
    /// The storage of the view's dynamic properties, in their order.
    var cells: [any PropertyCell] = []
    var preferences: [ObjectIdentifier: Any] = [:]
    var preferenceReaders: [ObjectIdentifier: () -> Void] = [:]
    /// The node's own element.
    package private(set) var rendered: RenderedNode?
    /// The elements that the nearest node above with an element shows: the node's own, or those of its children.
    package private(set) var output: [RenderedNode] = []
    /// Called when the node goes.
    private var endings: [() -> Void] = []
    private(set) var isGone = false
    /// Whether the node's element is only around the view in it.
    private var passesOn = false
    var isDirty = false
    private var isUpdating = false
    private var evaluation = 0

    init(host: ViewHost, parent: Node?, view: any View, environment: EnvironmentValues) {
        self.host = host
        self.parent = parent
        self.view = view
        self.environment = environment
        depth = parent.map { $0.depth + 1 } ?? 0
        host.counts.nodes += 1
    }

    // MARK: Updating

    /// Brings the node up to another value of the same type of view.
    func update(to view: any View, in environment: EnvironmentValues) {
        let isSame = environment.isIdentical(to: self.environment) && isEqual(view, self.view)
        self.view = view
        self.environment = environment
        if !isSame || isDirty { evaluate() }
    }

    /// Asks the view what it is made of now, and brings everything below up to it.
    func evaluate() {
        guard !isGone else { return }
        isDirty = false
        isUpdating = true
        evaluation += 1
        host.counts.evaluations += 1
        forgetSources()
        if let own = view as? any NodeView {
            own.build(in: self)
        } else {
            setChildren([Child(.index(0), body(of: view))])
        }
        isUpdating = false
        refreshOutput()
    }

    /// Changes the node's element or children without evaluating its view: what it reads from below has changed.
    package func rearrange(_ change: () -> Void) {
        guard !isGone else { return }
        isUpdating = true
        change()
        isUpdating = false
        refreshOutput()
    }

    private func body<V: View>(of view: V) -> any View {
        bindProperties(of: (view as? any DynamicHolder)?.holder ?? view)
        return track { view.body }
    }

    /// Evaluates something, and has the node evaluated again when what it reads has changed.
    package func track<T>(_ read: () -> T) -> T {
        let evaluation = evaluation
        return Dependencies.recording(self) {
            withObservationTracking(read) { [weak self] in
                // Of whatever thread, and before the change.
                MainQueueHop.run { self?.observedChange(of: evaluation) }
            }
        }
    }

    private func observedChange(of evaluation: Int) { if evaluation == self.evaluation { markDirty() } }

    /// Has the node evaluated in the next pass.
    package func markDirty() {
        guard !isGone, !isDirty else { return }
        isDirty = true
        host.enqueue(self)
    }

    private func forgetSources() {
        for source in sources.values { source.removeReader(self) }
        sources = [:]
    }

    // MARK: Children

    /// Brings the children up to these: a child of the same key and type of view stays, with its state.
    package func setChildren(_ new: [Child]) {
        if new.count == children.count, zip(new, zip(keys, children)).allSatisfy({ $0.key == $1.0 && $0.isFor($1.1) }) {
            for (child, node) in zip(new, children) where !child.isKept {
                node.update(to: child.view, in: child.environment ?? inherited)
            }
            slots = new.map(\.slot)
            return
        }
        var old: [ChildKey: Node] = [:]
        for (key, node) in zip(keys, children) where old.updateValue(node, forKey: key) != nil {
            // Of two with one identifier the second is another.
            node.leave()
        }
        var next: [Node] = []
        var nextKeys: [ChildKey] = []
        next.reserveCapacity(new.count)
        nextKeys.reserveCapacity(new.count)
        for child in new {
            let environment = child.environment ?? inherited
            if let node = old[child.key], child.isFor(node) {
                old[child.key] = nil
                if !child.isKept { node.update(to: child.view, in: environment) }
                next.append(node)
            } else {
                let node = Node(host: host, parent: self, view: child.view, environment: environment)
                next.append(node)
                node.evaluate()
            }
            nextKeys.append(child.key)
        }
        let staying = Set(next.map(ObjectIdentifier.init))
        let left = children.filter { !staying.contains(ObjectIdentifier($0)) }
        children = next
        keys = nextKeys
        slots = new.map(\.slot)
        for node in left { node.leave() }
    }

    /// What a child has for its environment where nothing else is said.
    private var inherited: EnvironmentValues {
        rendered == nil ? environment : passesOn ? environment.withCommonOfContent : environment.withoutCommon
    }

    // MARK: Children on demand

    /// A child whose elements the node does not show by itself, and which stays until it is taken away.
    func makeLoose(_ view: any View) -> Node {
        let node = Node(host: host, parent: self, view: view, environment: environment.withoutCommon)
        loose.append(node)
        node.evaluate()
        return node
    }

    func updateLoose(_ node: Node, to view: any View) {
        guard type(of: node.view) == RowView.self else { return }
        node.update(to: RowView(content: view), in: environment.withoutCommon)
    }

    func removeLoose(_ node: Node) {
        loose.removeAll { $0 === node }
        node.leave()
    }

    // MARK: Elements

    /// Says what the node renders. Its children's elements are shown in it.
    ///
    /// - Parameter onEvent: what the renderer tells of it.
    package func setElement<E: Element>(_ element: E, onEvent: @escaping @MainActor (ElementEvent) -> Void = { _ in }) {
        let common = E.isWrapper ? environment.common.ofWrapper : environment.common
        passesOn = E.isWrapper
        if let rendered, rendered.accepts(element) {
            rendered.onEvent = onEvent
            rendered.update(element, common)
        } else {
            rendered?.remove()
            let made = RenderedNode(element, common, node: self, host.renderer, onEvent)
            rendered = made
            host.counts.elements += 1
        }
    }

    /// Passes the elements of the children on to whoever shows them.
    private func refreshOutput() {
        if let rendered {
            rendered.setChildren(slotted())
            if output.first !== rendered || output.count != 1 {
                output = [rendered]
                tellParent()
            }
            return
        }
        let shown = zip(children, slots).filter { $0.1 == 0 }.flatMap(\.0.output)
        guard !shown.elementsEqual(output, by: ===) else { return }
        output = shown
        tellParent()
    }

    private func tellParent() {
        guard let parent, !parent.isUpdating else { return }
        parent.refreshOutput()
    }

    private func slotted() -> [Int: [RenderedNode]] {
        var result: [Int: [RenderedNode]] = [:]
        for (child, slot) in zip(children, slots) where slot >= 0 { result[slot, default: []] += child.output }
        return result
    }

    // MARK: Preferences

    /// Says something to a node above that reads it; nil says nothing any more.
    package func setPreference<K: ViewPreference>(_ key: K.Type, _ value: K.Value?) {
        let id = ObjectIdentifier(key)
        if let old = preferences[id] as? K.Value, let value, K.areEqual(old, value) { return }
        if preferences[id] == nil, value == nil { return }
        preferences[id] = value
        preferencesChanged(id)
    }

    /// Has a closure called after each pass in which a preference below has changed.
    package func onPreference<K: ViewPreference>(_ key: K.Type, _ changed: @escaping () -> Void) {
        let id = ObjectIdentifier(key)
        if preferenceReaders.updateValue(changed, forKey: id) == nil { host.willRead(self, id) }
    }

    private func preferencesChanged(_ id: ObjectIdentifier) {
        var above = parent
        while let node = above {
            if node.preferenceReaders[id] != nil { return host.willRead(node, id) }
            above = node.parent
        }
    }

    /// Nothing that is said in it counts above: it is not to be seen now.
    var isSilent = false {
        didSet {
            guard isSilent != oldValue else { return }
            var above = parent
            while let node = above {
                for id in node.preferenceReaders.keys { host.willRead(node, id) }
                above = node.parent
            }
        }
    }

    /// What is said below, in the order of the tree; not below another node that reads it.
    package func collect<K: ViewPreference>(_ key: K.Type) -> [K.Value] {
        var result: [K.Value] = []
        for child in children + loose { child.collect(key, into: &result) }
        return result
    }

    private func collect<K: ViewPreference>(_ key: K.Type, into result: inout [K.Value]) {
        guard !isSilent else { return }
        let id = ObjectIdentifier(key)
        if let value = preferences[id] as? K.Value {
            let inner = preferenceReaders[id] == nil ? collect(key) : []
            result += K.combine(value, inner)
            return
        }
        guard preferenceReaders[id] == nil else { return }
        for child in children + loose { child.collect(key, into: &result) }
    }

    // MARK: The end

    /// Has something done when the node goes.
    package func onEnd(_ perform: @escaping () -> Void) { endings.append(perform) }

    /// The node and everything below it goes.
    func leave() {
        guard !isGone else { return }
        isGone = true
        host.counts.nodes -= 1
        for id in preferences.keys { preferencesChanged(id) }
        for child in children + loose { child.leave() }
        loose = []
        for ending in endings.reversed() { ending() }
        endings = []
        forgetSources()
        for cell in cells { cell.end() }
        cells = []
        rendered?.remove()
        if rendered != nil { host.counts.elements -= 1 }
        rendered = nil
        output = []
        children = []
        memory = nil
    }
}

extension Node: @MainActor Equatable {
    package static func == (a: Node, b: Node) -> Bool { a === b }
}

/// What a node is to have for a child.
package struct Child {
    package let key: ChildKey
    package let view: any View
    /// nil: the node's own.
    package let environment: EnvironmentValues?
    /// The part of the node's element that shows the child's elements; below 0 they are not shown in it.
    package let slot: Int
    /// The child stays as it is where it is there already.
    package let isKept: Bool

    package init(
        _ key: ChildKey, _ view: any View, environment: EnvironmentValues? = nil, slot: Int = 0, isKept: Bool = false
    ) {
        self.key = key
        self.view = view
        self.environment = environment
        self.slot = slot
        self.isKept = isKept
    }

    @MainActor func isFor(_ node: Node) -> Bool { type(of: view) == type(of: node.view) }
}

/// What makes a child the same one as before.
package enum ChildKey: Hashable {
    /// Where it stands.
    case index(Int)
    /// Its own identifier.
    case id(AnyHashable)
}

/// A view that is evaluated for something else that holds its dynamic properties.
@MainActor protocol DynamicHolder { var holder: Any { get } }

/// Something that views say to a view above them.
package protocol ViewPreference {
    associatedtype Value
    static func areEqual(_ a: Value, _ b: Value) -> Bool
    /// What counts where one says something, and others below it do.
    static func combine(_ outer: Value, _ inner: [Value]) -> [Value]
}

extension ViewPreference {
    package static func combine(_ outer: Value, _ inner: [Value]) -> [Value] { inner + [outer] }
}

extension ViewPreference where Value: Equatable {
    package static func areEqual(_ a: Value, _ b: Value) -> Bool { a == b }
}

/// Whether two values of one type of view are known to be the same: `Equatable` ones, and those of plain bytes.
@MainActor func isEqual(_ a: any View, _ b: any View) -> Bool {
    func compare<V: View>(_ a: V) -> Bool {
        guard let b = b as? V else { return false }
        if let a = a as? any Equatable { return isEqual(a, b) }
        guard _isPOD(V.self) else { return false }
        return withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { a.elementsEqual($0) } }
    }
    return compare(a)
}

private func isEqual<E: Equatable>(_ a: E, _ b: Any) -> Bool { (b as? E) == a }
