internal import GLibKit

extension ActivityApplication {
    /// Declares a kind of scene that the app opens. Call it in `applicationDidFinishLaunching(_:)` or before.
    ///
    /// An app that declares scenes has its events taken by them: an open scene that takes the event, else a new one of the
    /// first declaration whose `matching` matches, else of the first without `matching`, else by the app's delegate. When
    /// the app has launched, the first declaration is opened; where it was launched for an event, the one that takes it.
    ///
    /// - Parameters:
    ///   - id: one of its kind in the app; an id that is declared already is reported, and has no effect.
    ///   - matching: the events that a new scene is opened for, as conditions of
    ///     `ActivityScene.handlesExternalEvents(preferring:allowing:)`; the empty set: for none; nil: for those that nothing
    ///     else takes.
    ///   - make: makes a new scene's delegate and handlers. Called before the scene is connected.
    public func declareScene(
        _ id: String, matching: Set<String>? = nil, make: @escaping @MainActor (ActivityScene) -> Void
    ) { sceneDispatcher().declare(id, matching: matching, make: make) }

    /// Opens a scene of a declaration, for nothing in particular; nil where the app has not declared it.
    @discardableResult public func openScene(_ id: String) -> ActivityScene? { dispatcher?.openScene(id) }

    /// The open scenes, in the order in which they were opened.
    public var scenes: [ActivityScene] { dispatcher?.open ?? [] }

    /// For UI layers too. Made at first need: an app without scenes has its events itself.
    package func sceneDispatcher() -> SceneDispatcher {
        if let dispatcher { return dispatcher }
        let made = SceneDispatcher(
            application: self, style: sceneStyle,
            limits: SceneLimits(thread: center.thread, time: time ?? .system(on: center.thread)))
        dispatcher = made
        eventSink = made
        return made
    }
}
