public import Foundation
internal import SceneRules

extension ActivityScene {
    /// A handler or a condition that was added to a scene; `ActivityScene.remove(_:)` takes it away.
    public struct Registration: Sendable, Hashable {
        private let number = UUID()
    }

    struct Handler<Value> {
        let token: Registration
        let perform: @MainActor (Value) -> Void
    }

    /// Opens addresses in this scene: those of the app's own schemes, files, and links, which do not come to
    /// `onContinueUserActivity` then.
    ///
    /// Several may be added, by the views of the scene: each is called, once. What came before there was a handler is given
    /// to those that are added in the same turn of the main actor.
    @discardableResult public func onOpenURL(_ perform: @escaping @MainActor (URL) -> Void) -> Registration {
        let token = Registration()
        urlHandlers.append(Handler(token: token, perform: perform))
        flushLater()
        return token
    }

    /// Continues activities of exactly this type in this scene: handed-off ones, search results, and of type
    /// `NSUserActivityTypeBrowsingWeb` links, where the scene has no `onOpenURL`.
    ///
    /// Several may be added, by the views of the scene: each of the type is called, once.
    @discardableResult public func onContinueUserActivity(
        _ activityType: String, perform: @escaping @MainActor (NSUserActivity) -> Void
    ) -> Registration {
        let token = Registration()
        activityHandlers.append((activityType, Handler(token: token, perform: perform)))
        flushLater()
        return token
    }

    /// Says which events the scene takes: one of which `preferring` matches before scenes that only allow it, one of which
    /// `allowing` matches before a new scene is opened for it. The sets of several views of the scene count together.
    ///
    /// A condition matches where the event's `targetContentIdentifier`, else its address, contains it, case and accents
    /// aside. `*` matches every event; the empty text and the empty set match none.
    @discardableResult public func handlesExternalEvents(
        preferring: Set<String>, allowing: Set<String>
    ) -> Registration {
        let token = Registration()
        conditions.append((token, SceneConditions(preferring.sorted()), SceneConditions(allowing.sorted())))
        return token
    }

    /// Takes away what was added. A scene that has no conditions any more takes events as if it had never had any.
    public func remove(_ registration: Registration) {
        urlHandlers.removeAll { $0.token == registration }
        activityHandlers.removeAll { $0.handler.token == registration }
        conditions.removeAll { $0.token == registration }
    }
}
