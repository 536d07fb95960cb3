/// How what a view is in goes away: a sheet, a page, a window.
struct Presentation {
    /// Whether something else comes to sight then; a window is presented by nobody.
    let isPresented: Bool
    let dismiss: @MainActor () -> Void
}

enum PresentationEnvironmentKey: EnvironmentKey { static var defaultValue: Presentation? { nil } }

extension EnvironmentValues {
    var presentation: Presentation? {
        get { self[PresentationEnvironmentKey.self] }
        set { self[PresentationEnvironmentKey.self] = newValue }
    }

    /// Takes the sheet, the popover or the page away that the view is in; where it is in none, its window.
    public var dismiss: DismissAction { DismissAction(presentation: presentation) }

    /// Whether the view is in a sheet, a popover, or a page that was gone to.
    public var isPresented: Bool { presentation?.isPresented == true }

    /// The older way to `dismiss` and `isPresented`. A window is not closed by it.
    public var presentationMode: Binding<PresentationMode> {
        let presentation = isPresented ? presentation : nil
        return Binding(
            get: { PresentationMode(isPresented: presentation != nil) },
            set: { mode in
                guard !mode.isPresented, let presentation else { return }
                MainQueueHop.run { presentation.dismiss() }
            })
    }

    /// What is presented has the environment of the place where it is said, but for what that place is in.
    func presenting(_ dismiss: @escaping @MainActor () -> Void) -> EnvironmentValues {
        var result = withoutCommon
        result.navigator = nil
        result.scrollPosition = nil
        result.isInForm = false
        result.presentation = Presentation(isPresented: true, dismiss: dismiss)
        return result
    }
}

/// Takes away what a view is in: `dismiss()`.
public struct DismissAction {
    let presentation: Presentation?
    @MainActor public func callAsFunction() { presentation?.dismiss() }
}

/// Whether a view is presented.
public struct PresentationMode {
    public private(set) var isPresented: Bool
    /// Takes away what the view is in, where the value is a binding's.
    public mutating func dismiss() { isPresented = false }
}
