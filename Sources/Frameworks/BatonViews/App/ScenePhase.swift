/// Whether the user is with a window; of the app: with one of its windows.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// The window is being closed; the app has no window.
    case background
    /// The window is there, and the user is with another one.
    case inactive
    /// What the user types goes to the window.
    case active
}

/// The phase as a window or an app has it: who has read it is made anew when it changes, and nobody else.
typealias ScenePhaseSource = StateStorage<ScenePhase>

enum ScenePhaseSourceKey: EnvironmentKey { static var defaultValue: ScenePhaseSource? { nil } }
enum ScenePhaseKey: EnvironmentKey { static let defaultValue: ScenePhase? = nil }

extension EnvironmentValues {
    var scenePhaseSource: ScenePhaseSource? {
        get { self[ScenePhaseSourceKey.self] }
        set { self[ScenePhaseSourceKey.self] = newValue }
    }

    /// The phase of the window that a view is in; in an app's own properties, that of all its windows together: the most
    /// active one's.
    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] ?? scenePhaseSource?.value ?? .active }
        set { self[ScenePhaseKey.self] = newValue }
    }
}

// MARK: Changes that an app's scenes follow

/// A value of which an app wants to hear when it is another one.
package struct SceneChange {
    let value: Any
    let isInitial: Bool
    let isSame: (Any) -> Bool
    let perform: (_ old: Any) -> Void

    init<V: Equatable>(_ value: V, isInitial: Bool = false, _ action: @escaping (V, V) -> Void) {
        self.value = value
        self.isInitial = isInitial
        isSame = { ($0 as? V) == value }
        perform = { old in if let old = old as? V { action(old, value) } }
    }
}

nonisolated extension Scene {
    private func onChange(_ change: SceneChange) -> some Scene {
        ChangedScene(base: self, isFirstAlone: true) { $0.changes.append(change) }
    }

    /// Called with the new value when a value has changed.
    @available(*, deprecated, message: "Use onChange with a closure of two parameters, or of none.")
    public func onChange<V: Equatable>(of value: V, perform action: @escaping (V) -> Void) -> some Scene {
        onChange(SceneChange(value) { _, new in action(new) })
    }
    /// Called with the old and the new value when a value has changed.
    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene { onChange(SceneChange(value, isInitial: initial, action)) }
    /// Called when a value has changed.
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void) -> some Scene
    { onChange(SceneChange(value, isInitial: initial) { _, _ in action() }) }
}

/// What changes were seen the last time, by their places.
@MainActor final class SceneChangeMemory {
    private var known: [SceneChange] = []

    func follow(_ changes: [SceneChange], in host: ViewHost) {
        for (index, change) in changes.enumerated() {
            if index >= known.count {
                if change.isInitial { host.afterPass { change.perform(change.value) } }
            } else if !change.isSame(known[index].value) {
                let old = known[index].value
                host.afterPass { change.perform(old) }
            }
        }
        known = changes
    }
}
