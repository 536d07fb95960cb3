package import Foundation
internal import GLibKit
internal import SceneRules

/// The scenes of an app, and which of them takes an event: exactly one, or the app's delegate.
@MainActor package final class SceneDispatcher: ActivityEventSink {
    /// In the order in which they were opened.
    private(set) var open: [ActivityScene] = []
    weak var application: ActivityApplication?
    private var declarations: [Declaration] = []
    private let style: SceneStyle
    private let limits: SceneLimits
    /// Who has heard of the beginning of an event.
    private var chosen: [String: Beginning] = [:]
    /// Until the event comes that the process was started for.
    private var launch: Task<Void, Never>?
    private var opened = 0

    private struct Beginning {
        /// nil: the app's delegate.
        let scene: ActivityScene?
        /// Whether the scene's delegate has heard of it, and waits for the end.
        let hasHeard: Bool
    }

    private struct Declaration {
        let rules: SceneDeclaration
        let make: @MainActor (ActivityScene) -> Void
    }

    init(application: ActivityApplication, style: SceneStyle, limits: SceneLimits) {
        self.application = application
        self.style = style
        self.limits = limits
    }

    // MARK: Scenes

    func declare(_ id: String, matching: Set<String>?, make: @escaping @MainActor (ActivityScene) -> Void) {
        guard !declarations.contains(where: { $0.rules.id == id }) else {
            return UserActivityDiagnostics.report(
                .error, "A scene (\(id)) is declared twice; the second declaration has no effect.")
        }
        let rules = SceneDeclaration(id: id, matching: matching.map { SceneConditions($0.sorted()) })
        declarations.append(Declaration(rules: rules, make: make))
    }

    /// Opens a scene for nothing in particular; nil where there is no such declaration.
    func openScene(_ id: String) -> ActivityScene? {
        guard let scene = make(id) else { return nil }
        endLaunch()
        _ = scene.connect(ActivityScene.ConnectionOptions())
        return scene
    }

    private func make(_ id: String) -> ActivityScene? {
        guard let declaration = declarations.first(where: { $0.rules.id == id }) else { return nil }
        opened += 1
        let scene = ActivityScene(id: "\(id)-\(opened)", declaration: id, limits: limits, dispatcher: self)
        open.append(scene)
        declaration.make(scene)
        return scene
    }

    func remove(_ scene: ActivityScene) { open.removeAll { $0 === scene } }

    // MARK: Launching

    /// The app takes events from now on. Its first scene is opened, unless one is open; where the process was started for
    /// an event, the scene that takes it is the first one.
    func begin(waitsForEvent: Bool) {
        guard open.isEmpty, !declarations.isEmpty, launch == nil else { return }
        guard waitsForEvent else { return openFirst() }
        launch = limits.after(SceneLimits.launchPatience) { [weak self] in self?.openFirst() }
    }

    private func openFirst() {
        endLaunch()
        guard open.isEmpty, let first = declarations.first else { return }
        _ = openScene(first.rules.id)
    }

    private func endLaunch() {
        launch?.cancel()
        launch = nil
    }

    // MARK: Events

    /// Where an event goes.
    private enum Place {
        case open(ActivityScene)
        /// A new scene, made for the event and not connected yet.
        case new(ActivityScene)
        case application
    }

    private func place(of event: SceneEvent) -> Place {
        let decision = SceneRouter.route(
            event, open: open.map { OpenScene(id: $0.id, takes: $0.takes) }, declarations: declarations.map(\.rules),
            style: style)
        switch decision.choice {
        case .open(let id): if let scene = open.first(where: { $0.id == id }) { return .open(scene) }
        case .new(let id):
            if let scene = make(id) {
                endLaunch()
                return .new(scene)
            }
        case .none: break
        }
        // The event that the process was started for has come, and a launched app has a scene.
        if launch != nil { openFirst() }
        return .application
    }

    package func willContinue(_ event: ActivityEvent, type: String) -> Bool? {
        let text = SceneEvent(
            targetContentIdentifier: event.targetContentIdentifier, webpageURL: event.webpageURL)
        switch place(of: text) {
        case .open(let scene):
            scene.onAttention?(event.activationToken)
            let hasHeard = scene.ask { $0.scene(scene, willContinueUserActivityWithType: type) }
            chosen[event.id] = Beginning(scene: scene, hasHeard: hasHeard)
            return hasHeard
        case .new(let scene):
            var options = ActivityScene.ConnectionOptions()
            options.handoffUserActivityType = type
            chosen[event.id] = Beginning(scene: scene, hasHeard: scene.connect(options))
            scene.onAttention?(event.activationToken)
            return false
        case .application:
            chosen[event.id] = Beginning(scene: nil, hasHeard: true)
            return nil
        }
    }

    package func `continue`(_ event: ActivityEvent, _ activity: NSUserActivity) async -> Bool? {
        let what = "An activity (\(activity.activityType))"
        let content = ActivityScene.Content.activity(activity, isLink: event.cause == nil || event.cause == "link")
        if let beginning = chosen.removeValue(forKey: event.id) {
            guard let scene = beginning.scene else { return nil }
            if !scene.isClosed {
                let outcome = await scene.deliver(content)
                if outcome != .taken, beginning.hasHeard { end(activity.activityType, in: scene, outcome) }
                return answer(outcome, what, scene)
            }
        }
        var options = ActivityScene.ConnectionOptions()
        options.userActivities = [activity]
        let text = SceneEvent(
            targetContentIdentifier: activity.targetContentIdentifier, webpageURL: activity.webpageURL?.absoluteString)
        return await deliver(event, content, what, options, to: place(of: text))
    }

    /// A delegate that has heard of a beginning has been promised an end.
    private func end(_ type: String, in scene: ActivityScene, _ outcome: ActivityScene.Outcome) {
        let code =
            outcome == .senderGone
            ? CocoaError.userActivityConnectionUnavailable : .userActivityRemoteApplicationTimedOut
        scene.delegate?.scene(scene, didFailToContinueUserActivityWithType: type, error: CocoaError(code))
    }

    package func open(_ event: ActivityEvent, _ urls: [URL]) async -> Bool? {
        var options = ActivityScene.ConnectionOptions()
        options.urls = urls
        let what = urls.count == 1 ? "An address" : "\(urls.count) addresses"
        return await deliver(
            event, .urls(urls), what, options, to: place(of: SceneEvent(url: urls.first?.absoluteString)))
    }

    private func deliver(
        _ event: ActivityEvent, _ content: ActivityScene.Content, _ what: String,
        _ options: ActivityScene.ConnectionOptions, to place: Place
    ) async -> Bool? {
        switch place {
        case .application: return nil
        case .open(let scene):
            scene.onAttention?(event.activationToken)
            return answer(await scene.deliver(content), what, scene)
        case .new(let scene):
            let hasTaken = scene.connect(options)
            scene.onAttention?(event.activationToken)
            if hasTaken { return true }
            return answer(await scene.deliver(content), what, scene)
        }
    }

    /// nil: the app's delegate is asked.
    private func answer(_ outcome: ActivityScene.Outcome, _ what: String, _ scene: ActivityScene) -> Bool? {
        let reason: String
        switch outcome {
        case .taken: return true
        case .senderGone:
            UserActivityDiagnostics.report(
                .warning, "\(what) waited in the scene \(scene.id) when the daemon went, and is dropped.")
            return false
        case .notTakenInTime: reason = "has no handler or delegate that took it within 10 seconds"
        case .declined: reason = "has a delegate that did not take it, and no handler"
        case .closed: reason = "was closed before anything in it had taken it"
        case .full: reason = "has \(SceneLimits.maximumWaiting) events waiting already"
        }
        UserActivityDiagnostics.report(
            .warning, "\(what) goes to the app's delegate: it was for the scene \(scene.id), which \(reason).")
        return nil
    }

    package func didFail(_ event: String, type: String, error: any Error) -> Bool {
        guard let scene = chosen.removeValue(forKey: event)?.scene, !scene.isClosed else { return false }
        if let delegate = scene.delegate {
            delegate.scene(scene, didFailToContinueUserActivityWithType: type, error: error)
        } else {
            UserActivityDiagnostics.reportFailure(error, type: type)
        }
        return true
    }

    package func didUpdate(_ userActivity: NSUserActivity) {
        for scene in open where scene.userActivity === userActivity {
            scene.delegate?.scene(scene, didUpdate: userActivity)
        }
    }

    package func senderIsGone() {
        for scene in open { scene.endWaiting(.senderGone) }
    }
}
