public import Foundation
package import Synchronization
public import UserActivity

nonisolated extension View {
    /// Called with each address that is opened in this window: of the app's own schemes, files, and links. Links do not come
    /// to `onContinueUserActivity` then.
    ///
    /// What came before the view was there is given to it.
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modifier(SceneHandlerModifier(key: "", action: action) { scene, _, perform in scene.onOpenURL(perform) })
    }

    /// Called with each activity of exactly this type that is continued in this window. The app's `Info.plist` lists the
    /// type under `NSUserActivityTypes`.
    public func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View {
        modifier(
            SceneHandlerModifier(key: activityType, action: action) { scene, type, perform in
                scene.onContinueUserActivity(type, perform: perform)
            })
    }

    /// Says which events this window takes: one of which `preferring` matches before other windows, one of which `allowing`
    /// matches before a new window is opened for it. The sets of all views of the window count together.
    public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View {
        modifier(ConditionsModifier(preferring: preferring, allowing: allowing))
    }

    /// Advertises what the user does here, as long as the view is there and `isActive`.
    ///
    /// - Parameter update: fills in the activity. Called when the state is wanted, on the main actor: later, several times,
    ///   or never; it changes nothing of the app.
    public func userActivity(
        _ activityType: String, isActive: Bool = true, _ update: @escaping (NSUserActivity) -> Void
    ) -> some View { modifier(ActivityModifier(type: activityType, update: isActive ? update : nil)) }

    /// Advertises what the user does with an element; nil: nothing.
    public func userActivity<P>(
        _ activityType: String, element: P?, _ update: @escaping (P, NSUserActivity) -> Void
    ) -> some View {
        modifier(
            ActivityModifier(type: activityType, update: element.map { element in { update(element, $0) } }))
    }
}

/// A handler of the scene that the view is in, as long as the view is there.
struct SceneHandlerModifier<Value> {
    let key: String
    let action: (Value) -> Void
    let register:
        @MainActor (ActivityScene, String, @escaping @MainActor (Value) -> Void) -> ActivityScene.Registration

    private final class Memory {
        var key: String
        var action: (Value) -> Void
        var registration: ActivityScene.Registration?
        init(_ key: String, _ action: @escaping (Value) -> Void) { (self.key, self.action) = (key, action) }
    }

    @MainActor func build(in node: Node, content: any View) {
        let scene = node.environment.scene
        let memory: Memory
        if let known = node.memory as? Memory {
            memory = known
            memory.action = action
        } else {
            memory = Memory(key, action)
            node.memory = memory
            node.onEnd { memory.registration.map { scene?.remove($0) } }
        }
        if memory.registration == nil || memory.key != key {
            memory.registration.map { scene?.remove($0) }
            memory.key = key
            if let scene {
                memory.registration = register(scene, key) { memory.action($0) }
            } else {
                LifeCycleWarning.give()
            }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

extension SceneHandlerModifier: NodeModifier {}

struct ConditionsModifier: Equatable {
    let preferring: Set<String>
    let allowing: Set<String>

    private final class Memory {
        var conditions: ConditionsModifier?
        var registration: ActivityScene.Registration?
    }

    @MainActor func build(in node: Node, content: any View) {
        let scene = node.environment.scene
        let memory: Memory
        if let known = node.memory as? Memory {
            memory = known
        } else {
            memory = Memory()
            node.memory = memory
            node.onEnd { memory.registration.map { scene?.remove($0) } }
        }
        if memory.conditions != self {
            memory.conditions = self
            let old = memory.registration
            memory.registration = scene?.handlesExternalEvents(preferring: preferring, allowing: allowing)
            old.map { scene?.remove($0) }
            if scene == nil { LifeCycleWarning.give() }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

extension ConditionsModifier: NodeModifier {}

struct ActivityModifier {
    let type: String
    /// nil: not advertised now.
    let update: ((NSUserActivity) -> Void)?

    @MainActor func build(in node: Node, content: any View) {
        if node.environment.scene == nil { LifeCycleWarning.give() }
        node.setChildren([Child(.index(0), content)])
        node.setPreference(ActivityPreference.self, update.map { ActivityOffer(type: type, updates: [$0]) })
    }
}

extension ActivityModifier: NodeModifier {}

/// What a window is to advertise: one type, and everyone who fills in the activity.
package struct ActivityOffer {
    package let type: String
    package var updates: [(NSUserActivity) -> Void]
}

/// Of different types on one branch the outer one counts, among siblings the first; of one type, all.
enum ActivityPreference: ViewPreference {
    // Closures cannot be compared: a view that was made anew may have another state.
    static func areEqual(_ a: ActivityOffer, _ b: ActivityOffer) -> Bool { false }

    static func combine(_ outer: ActivityOffer, _ inner: [ActivityOffer]) -> [ActivityOffer] {
        var result = outer
        for offer in inner where offer.type == outer.type { result.updates += offer.updates }
        return [result]
    }

    static func first(of offers: [ActivityOffer]) -> ActivityOffer? {
        guard var result = offers.first else { return nil }
        for offer in offers.dropFirst() where offer.type == result.type { result.updates += offer.updates }
        return result
    }
}

/// Said once where views have activities and the app has no life of the framework's.
package enum LifeCycleWarning {
    package static let given = Mutex(false)

    static func give() {
        let isFirst = given.withLock { given in
            defer { given = true }
            return !given
        }
        guard isFirst else { return }
        UserActivityDiagnostics.report(
            .warning,
            "Activities, addresses and conditions of views count only in an app with `@main struct …: App`; here they do nothing."
        )
    }
}
