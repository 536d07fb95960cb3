internal import UserActivity

/// What a control keeps from one evaluation to the next.
@MainActor class ControlMemory {
    /// How often the user has set something that the binding did not take. Elements carry it: they differ by it, and the
    /// renderer shows the binding's value again, which it would not touch otherwise.
    var refusals = 0
    var isPressed = false
    private var hasReported = false

    nonisolated init() {}

    /// Tells the developer, once in the control's life.
    func reportOnce(_ message: @autoclosure () -> String) {
        guard !hasReported else { return }
        hasReported = true
        UserActivityDiagnostics.report(.warning, message())
    }
}

extension Node {
    /// The memory of the control that the node is of.
    func control<Memory: ControlMemory>(_ make: @autoclosure () -> Memory) -> Memory {
        if let known = memory as? Memory { return known }
        let made = make()
        memory = made
        return made
    }

    /// Has the control show its binding's value again.
    func refuse(_ memory: ControlMemory) {
        memory.refusals += 1
        markDirty()
    }

    /// Writes what the user has set; where the binding has something else then, the control shows that.
    func write<V: Equatable>(_ value: V, to binding: Binding<V>, _ memory: ControlMemory) {
        binding.wrappedValue = value
        if binding.wrappedValue != value { refuse(memory) }
    }
}

// MARK: What holds for all controls

enum LabelsHiddenKey: EnvironmentKey { static let defaultValue = false }
enum TintKey: EnvironmentKey { static let defaultValue: Color? = nil }

extension EnvironmentValues {
    var labelsHidden: Bool {
        get { self[LabelsHiddenKey.self] }
        set { self[LabelsHiddenKey.self] = newValue }
    }
    package var tint: Color? {
        get { self[TintKey.self] }
        set { self[TintKey.self] = newValue }
    }
}

nonisolated extension View {
    /// Hides the labels of the controls in this view; a screen reader still calls them by their labels.
    public func labelsHidden() -> some View { environment { $0.labelsHidden = true } }

    /// The color of controls in this view, where they have one: what is switched on, what is filled, what leads on; nil: the
    /// desktop's. Text with `Color.accentColor` keeps the desktop's.
    public func tint(_ tint: Color?) -> some View { environment { $0.tint = tint } }
    /// The color of controls in this view, of a style that is one color; another style leaves the desktop's.
    @_disfavoredOverload public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        environment { $0.tint = tint?._color }
    }
    /// The color of controls in this view, by its name of 2019: `tint(_:)`.
    public func accentColor(_ accentColor: Color?) -> some View { tint(accentColor) }
}
