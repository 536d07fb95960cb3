package import UserActivity

/// Runs an app: its scenes as UserActivity's, each open one as a window of the renderer's.
@MainActor package final class AppHost {
    private let application: ActivityApplication
    private let renderer: any Renderer
    private let host: ViewHost
    private var descriptions: [SceneDescription] = []
    private var declared: [String] = []
    package private(set) var windows: [WindowHost] = []
    private let phase = ScenePhaseSource(.background)
    private let schedule: (@MainActor (@escaping @MainActor () -> Void) -> Void)?
    /// Called when the last window has gone.
    package var onLastWindowClosed: @MainActor () -> Void = {}

    package init(
        _ application: ActivityApplication, renderer: any Renderer,
        schedule: (@MainActor (@escaping @MainActor () -> Void) -> Void)? = nil
    ) {
        self.application = application
        self.renderer = renderer
        self.schedule = schedule
        host = schedule.map { ViewHost(renderer: renderer, schedule: $0) } ?? ViewHost(renderer: renderer)
    }

    /// Declares the app's scenes. The first of them is opened when the application is ready.
    package func begin<A: App>(_ app: A) {
        var environment = EnvironmentValues()
        environment.scenePhaseSource = phase
        host.show(AppView(app: app, owner: self), in: environment)
    }

    /// The phase of one of the windows has changed. Not at once: going from one window to another is no change.
    func phasesChanged() {
        host.afterPass { [weak self] in self?.updatePhase() }
    }

    private func updatePhase() {
        let new = windows.map(\.phase.value).max() ?? .background
        if new != phase.value { phase.value = new }
    }

    /// The app's body was evaluated.
    func scenesChanged(_ new: [SceneDescription]) {
        descriptions = new
        for (index, description) in new.enumerated() {
            let id = Self.id(of: description, index)
            if declared.contains(id) { continue }
            declared.append(id)
            application.declareScene(id, matching: description.matching) { [weak self] scene in
                self?.open(scene, index)
            }
        }
        for window in windows where new.indices.contains(window.index) { window.show(new[window.index]) }
    }

    private static func id(of description: SceneDescription, _ index: Int) -> String {
        description.id ?? "scene\(index + 1)"
    }

    private func open(_ scene: ActivityScene, _ index: Int) {
        guard descriptions.indices.contains(index) else { return }
        let host = schedule.map { ViewHost(renderer: renderer, schedule: $0) } ?? ViewHost(renderer: renderer)
        let window = WindowHost(scene, index: index, value: nextValue, host: host, owner: self)
        windows.append(window)
        window.show(descriptions[index])
        phasesChanged()
    }

    private func index(of id: String) -> Int? {
        descriptions.indices.first { Self.id(of: descriptions[$0], $0) == id }
    }

    /// Opens a window of the scene with this id; of a single one, the one that is open comes to the front.
    func openWindow(id: String) {
        guard let index = index(of: id) else {
            return UserActivityDiagnostics.report(.error, "openWindow(id:): the app has no scene with the id \(id).")
        }
        if descriptions[index].kind == .single, let open = windows.first(where: { $0.index == index }) {
            return open.raise(activationToken: nil)
        }
        application.openScene(id)
    }

    /// Opens a window that shows a value; the one that does comes to the front.
    func openWindow<D: Hashable>(id: String?, value: D) {
        let type = ObjectIdentifier(D.self)
        let index = id.map { self.index(of: $0) } ?? descriptions.firstIndex { $0.valueType == type }
        guard let index, descriptions[index].valueType == type else {
            let scene = id.map { "with the id \($0) and values" } ?? "for values"
            return UserActivityDiagnostics.report(
                .error, "openWindow(value:): the app has no scene \(scene) of the type \(D.self).")
        }
        let value = AnyHashable(value)
        if let open = windows.first(where: { $0.index == index && $0.value.value == value }) {
            return open.raise(activationToken: nil)
        }
        // The window is made inside of the call.
        nextValue = value
        application.openScene(Self.id(of: descriptions[index], index))
        nextValue = nil
    }

    /// What the window that is made now shows.
    private var nextValue: AnyHashable?

    /// Closes windows of the scene with this id, or of any.
    func closeWindows(id: String?, where isMeant: (WindowHost) -> Bool) {
        let known = windows.filter {
            guard let id else { return isMeant($0) }
            return $0.index == self.index(of: id) && isMeant($0)
        }
        for window in known { window.close() }
    }

    func closed(_ window: WindowHost) {
        windows.removeAll { $0 === window }
        guard windows.isEmpty else { return phasesChanged() }
        updatePhase()
        // What the app does about it is done before it ends.
        host.run()
        onLastWindowClosed()
    }

}

/// Evaluates an app's body, with the app's own state.
struct AppView<A: App>: View, DynamicHolder {
    let app: A
    let owner: AppHost

    var body: some View { ScenesView(scenes: app.body, owner: owner) }
    var holder: Any { app }
}

struct ScenesView<S: Scene> {
    let scenes: S
    let owner: AppHost
}

extension ScenesView: NodeView {
    package func build(in node: Node) {
        var list: [SceneDescription] = []
        node.track { scenes.describe(in: &list) }
        owner.scenesChanged(list)
        let memory = node.memory as? SceneChangeMemory ?? SceneChangeMemory()
        node.memory = memory
        memory.follow(list.flatMap(\.changes), in: node.host)
    }
}
