package import UserActivity

/// A window, as the renderer has it.
package struct WindowElement: Element {
    package var title: String
    package var width: Double?, height: Double?
    /// Whether what is in it has bars of its own.
    package var hasOwnBars = false
    /// How often it was to come to the front, and what the desktop gave for the last time.
    package var raised = 0
    package var activationToken: String?
}

/// One open window: a scene of the app, and the tree of its views.
@MainActor package final class WindowHost {
    package let scene: ActivityScene
    package let index: Int
    package let host: ViewHost
    private weak var owner: AppHost?
    private var description: SceneDescription?
    private var raised = 0
    private var activationToken: String?
    let phase = ScenePhaseSource(.inactive)
    let value: WindowValue
    private let colorScheme = StateStorage<ColorScheme>(.light)
    private var advertiser: SceneAdvertiser?
    private var isClosing = false

    init(_ scene: ActivityScene, index: Int, value: AnyHashable?, host: ViewHost, owner: AppHost) {
        self.value = WindowValue(value)
        self.scene = scene
        self.index = index
        self.host = host
        self.owner = owner
        advertiser = SceneAdvertiser(scene)
        scene.onAttention = { [weak self] token in self?.raise(activationToken: token) }
    }

    func show(_ description: SceneDescription) {
        self.description = description
        refresh()
    }

    func raise(activationToken: String?) {
        raised += 1
        self.activationToken = activationToken
        refresh()
    }

    private func refresh() {
        guard let description, !isClosing else { return }
        var environment = EnvironmentValues()
        environment.window = self
        environment.scene = scene
        environment.presentation = Presentation(isPresented: false) { [weak self] in self?.close() }
        environment.scenePhaseSource = phase
        environment.colorSchemeSource = colorScheme
        environment.windowValue = value
        let element = WindowElement(
            title: description.title.map { Text(verbatim: $0).title } ?? AppTitle.name, width: description.width, height: description.height,
            raised: raised, activationToken: activationToken)
        description.apply(to: &environment)
        host.show(WindowView(element: element, content: description.content, window: self), in: environment)
    }

    func advertise(_ offers: [ActivityOffer]) { advertiser?.show(ActivityPreference.first(of: offers)) }

    func openWindow(id: String) { owner?.openWindow(id: id) }
    func openWindow<D: Hashable>(id: String?, value: D) { owner?.openWindow(id: id, value: value) }
    func closeWindows(id: String? = nil, where isMeant: (WindowHost) -> Bool = { _ in true }) {
        owner?.closeWindows(id: id, where: isMeant)
    }

    func setColorScheme(_ new: ColorScheme) { if colorScheme.value != new { colorScheme.value = new } }

    func isActive(_ isActive: Bool) {
        setPhase(isActive ? .active : .inactive)
        if isActive {
            scene.becomeActive()
            advertiser?.windowIsActive()
        }
    }

    private func setPhase(_ new: ScenePhase) {
        // A window that goes loses the focus meanwhile, and is in the background all the same.
        guard !isClosing || new == .background else { return }
        guard phase.value != new else { return }
        phase.value = new
        owner?.phasesChanged()
    }

    /// The user, or the app, closes the window.
    package func close() {
        guard !isClosing else { return }
        isClosing = true
        // Views save what they have when their window goes.
        setPhase(.background)
        if host.isRunning {
            // A view closes it. What is told of the phase comes with the next round, and the end after that.
            let host = host
            host.afterPass { host.afterPass { self.end() } }
        } else {
            host.run()
            end()
        }
    }

    private func end() {
        advertiser?.show(nil)
        host.close()
        // In a pass, what its views are told of their end comes first.
        if host.isRunning { host.afterPass { self.leave() } } else { leave() }
    }

    private func leave() {
        scene.close()
        owner?.closed(self)
    }
}

/// The window itself, above all of its views.
struct WindowView {
    let element: WindowElement
    let content: @MainActor () -> any View
    let window: WindowHost
}

extension WindowView: NodeView {
    package func build(in node: Node) {
        let window = window
        assemble(node, isContentKept: false)
        let again = { [weak node] in
            guard let node else { return }
            node.rearrange { assemble(node, isContentKept: true) }
        }
        node.onTitle(again)
        node.onPreference(HasNavigationPreference.self, again)
        node.onPreference(ActivityPreference.self) { [weak node] in
            window.advertise(node?.collect(ActivityPreference.self) ?? [])
        }
    }

    @MainActor private func assemble(_ node: Node, isContentKept: Bool) {
        let window = window
        var element = element
        if let title = node.collectedTitle { element.title = title }
        element.hasOwnBars = node.collect(HasNavigationPreference.self).contains(true)
        node.setElement(element) { event in
            switch event {
            case .dismissed: window.close()
            case .focused(let isActive): window.isActive(isActive)
            case .darkened(let isDark): window.setColorScheme(isDark ? .dark : .light)
            default: break
            }
        }
        let known = node.children.first?.view
        node.setChildren([
            Child(.index(0), isContentKept ? known ?? content() : node.track { content() }, isKept: isContentKept)
        ])
    }
}

enum WindowKey: EnvironmentKey { static var defaultValue: WindowHost? { nil } }
enum SceneKey: EnvironmentKey { static var defaultValue: ActivityScene? { nil } }

extension EnvironmentValues {
    var window: WindowHost? {
        get { self[WindowKey.self] }
        set { self[WindowKey.self] = newValue }
    }
    /// The scene that a view is in; nil without the framework's app life.
    var scene: ActivityScene? {
        get { self[SceneKey.self] }
        set { self[SceneKey.self] = newValue }
    }
}
