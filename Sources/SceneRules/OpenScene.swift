/// A scene that is open, and what it takes.
package struct OpenScene: Sendable {
    /// One in its list.
    package var id: String
    package var takes: Takes

    package init(id: String, takes: Takes) {
        self.id = id
        self.takes = takes
    }

    /// How a scene says what it takes.
    package enum Takes: Sendable {
        /// It does not say. Reused where the app's style is `SceneStyle.reuse`, after the scenes that say so.
        case unsaid
        /// As SwiftUI's `handlesExternalEvents(preferring:allowing:)`: the union over the scene's views.
        case conditions(preferring: SceneConditions, allowing: SceneConditions)
        /// As UIKit's `UISceneActivationConditions`, which look at the event's `targetContentIdentifier` alone. UIKit's
        /// defaults: a scene prefers nothing, and can take everything.
        case predicates(prefers: ScenePredicate = .falsePredicate, can: ScenePredicate = .truePredicate)
    }
}

/// A kind of scene that the app can open.
package struct SceneDeclaration: Sendable {
    /// One in its list.
    package var id: String
    /// What a new one is opened for; nil: the app does not say, so it is opened for what nothing else takes.
    package var matching: SceneConditions?

    package init(id: String, matching: SceneConditions?) {
        self.id = id
        self.matching = matching
    }
}

/// What happens to an event that no scene names: `BatonSceneStyle` in the app's `Info.plist`.
package enum SceneStyle: String, Sendable, CaseIterable {
    /// An open scene that does not say what it takes is reused, as on a tablet. The default.
    case reuse
    /// Such a scene takes nothing: a new one is opened, as on a desktop.
    case new
    /// The app has one scene, which takes everything, whatever it and the declarations say.
    case single

    /// The key of the `Info.plist`.
    package static let key = "BatonSceneStyle"
}
