extension EnvironmentValues {
    /// Opens a window of a scene of the app, by the scene's id.
    public var openWindow: OpenWindowAction { OpenWindowAction(window: window) }
    /// Closes windows of the app, by the id of their scene, or the one that the view is in.
    public var dismissWindow: DismissWindowAction { DismissWindowAction(window: window) }
    /// Whether the app can have several windows, which it can.
    public var supportsMultipleWindows: Bool { true }
}

/// Opens a window: `openWindow(id:)`. The one window of a `Window` comes to the front where it is open.
public struct OpenWindowAction {
    let window: WindowHost?
    @MainActor public func callAsFunction(id: String) { window?.openWindow(id: id) }
}

/// Closes windows: `dismissWindow()`, `dismissWindow(id:)`.
public struct DismissWindowAction {
    let window: WindowHost?
    /// The window that the view is in.
    @MainActor public func callAsFunction() { window?.close() }
    /// All windows of a scene.
    @MainActor public func callAsFunction(id: String) { window?.closeWindows(id: id) }
}
