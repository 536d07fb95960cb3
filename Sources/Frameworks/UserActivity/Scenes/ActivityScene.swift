public import Foundation
package import SceneRules

/// One window of an app, or what stands for one, and what it takes of the events that come to the app.
///
/// A scene is opened by `ActivityApplication.openScene(_:)`, or by Baton for an event that no open scene takes; the kinds
/// of scenes there are is said by `ActivityApplication.declareScene(_:matching:make:)`. Each event goes to one scene, and
/// waits there until the scene can take it: until a handler or its delegate does. What nobody has taken in 10 seconds, or
/// before the scene is closed, goes to the app's delegate.
@MainActor public final class ActivityScene {
    /// What a scene was opened for.
    public struct ConnectionOptions: Sendable {
        /// Links, search results, requests of the system.
        public internal(set) var userActivities: [NSUserActivity] = []
        /// The type of an activity that is handed off to the scene; the activity itself comes later, or fails.
        public internal(set) var handoffUserActivityType: String?
        /// Files, addresses of the app's own schemes.
        public internal(set) var urls: [URL] = []

        /// Whether the scene was opened for nothing in particular.
        public var isEmpty: Bool { userActivities.isEmpty && handoffUserActivityType == nil && urls.isEmpty }
    }

    /// One of its kind in this process: `orders-2`.
    public nonisolated let id: String
    /// The declaration that it is of.
    public nonisolated let declaration: String
    /// Who is told what happens; held strongly, until the scene is closed.
    public var delegate: (any ActivitySceneDelegate)? { didSet { if delegate != nil { flushLater() } } }
    /// For UI layers: an event comes to the scene, with what the desktop gave to raise a window.
    package var onAttention: (@MainActor (_ activationToken: String?) -> Void)?
    /// The activity that the scene shows: when it is saved, the delegate may amend it.
    public var userActivity: NSUserActivity?
    /// Whether the scene was closed.
    public private(set) var isClosed = false

    /// Set to false by the defaults of the delegate's methods.
    var isImplemented = true
    var urlHandlers: [Handler<URL>] = []
    var activityHandlers: [(type: String, handler: Handler<NSUserActivity>)] = []
    var conditions: [(token: Registration, preferring: SceneConditions, allowing: SceneConditions)] = []
    var waiting: [Waiting] = []
    var willFlush = false
    let limits: SceneLimits
    private weak var dispatcher: SceneDispatcher?

    init(id: String, declaration: String, limits: SceneLimits, dispatcher: SceneDispatcher) {
        self.id = id
        self.declaration = declaration
        self.limits = limits
        self.dispatcher = dispatcher
    }

    // MARK: Life

    /// - Returns: whether the delegate has taken what the scene was opened for.
    func connect(_ options: ConnectionOptions) -> Bool {
        ask { $0.scene(self, willConnectWith: options) }
    }

    /// Says that the user is with this scene now: of several processes of one app, the one that said so last takes an
    /// event.
    public func becomeActive() { if !isClosed { dispatcher?.application?.becomeActive() } }

    /// Closes the scene, for good. What waits in it goes to the app's delegate.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        dispatcher?.remove(self)
        let delegate = delegate
        self.delegate = nil
        urlHandlers = []
        activityHandlers = []
        endWaiting(.closed)
        delegate?.sceneDidDisconnect(self)
    }

    // MARK: Which events

    /// What the scene says that it takes.
    var takes: OpenScene.Takes {
        if let first = conditions.first {
            return conditions.dropFirst().reduce(
                .conditions(preferring: first.preferring, allowing: first.allowing)
            ) { takes, next in
                guard case .conditions(let preferring, let allowing) = takes else { return takes }
                return .conditions(
                    preferring: preferring.union(next.preferring), allowing: allowing.union(next.allowing))
            }
        }
        return activationConditions.map { .predicates(prefers: $0.prefers, can: $0.can) } ?? .unsaid
    }

    /// As UIKit's `UIScene.activationConditions`; the conditions of views come before them.
    package var activationConditions: (prefers: ScenePredicate, can: ScenePredicate)?

    /// Says by predicates on an event's `targetContentIdentifier` which events the scene takes.
    ///
    /// - Parameters:
    ///   - prefers: the events that the scene is to have before others; none by default.
    ///   - can: the events that it may have; by default all.
    /// - Throws: `UserActivityError` with code `invalidScenePredicate`, naming the character; the conditions stay as they
    ///   were.
    public func setActivationConditions(prefers: String? = nil, can: String? = nil) throws {
        activationConditions = (
            try prefers.map { try predicate($0, "prefers") } ?? .falsePredicate,
            try can.map { try predicate($0, "can") } ?? .truePredicate
        )
    }

    private func predicate(_ text: String, _ name: String) throws(UserActivityError) -> ScenePredicate {
        do throws(ScenePredicateFault) {
            return try ScenePredicate(parsing: text)
        } catch {
            throw UserActivityError(
                .invalidScenePredicate,
                "The predicate of a scene cannot be read at character \(error.column): \(error.what).", keyPath: name)
        }
    }

    /// - Returns: whether the delegate is there and implements what is called.
    func ask(_ call: (any ActivitySceneDelegate) -> Void) -> Bool {
        guard let delegate else { return false }
        // What is called may run a loop of its own, in which the delegate is asked for something else.
        let outer = isImplemented
        defer { isImplemented = outer }
        isImplemented = true
        call(delegate)
        return isImplemented
    }
}
