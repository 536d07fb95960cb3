nonisolated extension View {
    /// Called when the view has come to the screen.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modifier(LifetimeModifier(appear: action, disappear: nil))
    }
    /// Called when the view has gone from the screen.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modifier(LifetimeModifier(appear: nil, disappear: action))
    }

    /// Called with the new value when a value has changed.
    @available(*, deprecated, message: "Use onChange with a closure of two parameters, or of none.")
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some View {
        modifier(ChangeModifier(value: value, isInitial: false) { _, new in action(new) })
    }
    /// Called with the old and the new value when a value has changed.
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { modifier(ChangeModifier(value: value, isInitial: initial, action: action)) }
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some View
    { modifier(ChangeModifier(value: value, isInitial: initial) { _, _ in action() }) }

    /// A task as long as the view is there.
    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modifier(TaskModifier(value: 0, priority: priority, action: action)) }
    /// A task that begins anew when a value changes.
    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { modifier(TaskModifier(value: value, priority: priority, action: action)) }
}

struct LifetimeModifier {
    let appear: (() -> Void)?
    let disappear: (() -> Void)?

    private final class Memory { var disappear: (() -> Void)? }

    @MainActor func build(in node: Node, content: any View) {
        let memory: Memory
        if let known = node.memory as? Memory {
            memory = known
        } else {
            memory = Memory()
            node.memory = memory
            let host = node.host
            if let appear { host.afterPass { [weak node] in if node?.isGone == false { appear() } } }
            node.onEnd { if let disappear = memory.disappear { host.afterPass(disappear) } }
        }
        memory.disappear = disappear
        node.setChildren([Child(.index(0), content)])
    }
}

struct ChangeModifier<V: Equatable> {
    let value: V
    let isInitial: Bool
    let action: (V, V) -> Void

    private final class Memory {
        var value: V
        init(_ value: V) { self.value = value }
    }

    @MainActor func build(in node: Node, content: any View) {
        if let memory = node.memory as? Memory {
            let old = memory.value
            if old != value {
                memory.value = value
                node.host.afterPass { action(old, value) }
            }
        } else {
            node.memory = Memory(value)
            if isInitial { node.host.afterPass { action(value, value) } }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

struct TaskModifier<T: Equatable> {
    let value: T
    let priority: TaskPriority
    let action: @Sendable () async -> Void

    private final class Memory {
        var value: T
        let running = RunningTask()
        init(_ value: T) { self.value = value }
    }

    @MainActor func build(in node: Node, content: any View) {
        if let memory = node.memory as? Memory {
            if memory.value != value {
                memory.value = value
                memory.running.begin(priority, action, in: node)
            }
        } else {
            let memory = Memory(value)
            node.memory = memory
            memory.running.begin(priority, action, in: node)
            node.onEnd { memory.running.end() }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

/// A view's task: one at a time.
@MainActor private final class RunningTask {
    private var task: Task<Void, Never>?

    nonisolated init() {}

    func begin(_ priority: TaskPriority, _ action: @escaping @Sendable () async -> Void, in node: Node) {
        end()
        node.host.afterPass { [weak self, weak node] in
            guard let self, node?.isGone == false else { return }
            task = Task(priority: priority) { await action() }
        }
    }

    func end() { task?.cancel() }
}

extension LifetimeModifier: NodeModifier {}
extension ChangeModifier: NodeModifier {}
extension TaskModifier: NodeModifier {}
