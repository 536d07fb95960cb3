// Windows that show something: each value has one of its own.

/// What a window of `WindowGroup(for:)` shows.
typealias WindowValue = StateStorage<AnyHashable?>

enum WindowValueKey: EnvironmentKey { static var defaultValue: WindowValue? { nil } }

extension EnvironmentValues {
    var windowValue: WindowValue? {
        get { self[WindowValueKey.self] }
        set { self[WindowValueKey.self] = newValue }
    }
}

/// The content of a window that shows a value.
public struct PresentedWindowContent<Data: Codable & Hashable, Content: View>: View {
    @Environment(\.windowValue) private var value
    let makeDefault: (() -> Data)?
    let content: (Binding<Data?>) -> Content

    init(_ makeDefault: (() -> Data)?, _ content: @escaping (Binding<Data?>) -> Content) {
        self.makeDefault = makeDefault
        self.content = content
    }

    public var body: Content {
        let value = value
        if let makeDefault, let value, value.value == nil { value.value = AnyHashable(makeDefault()) }
        return content(
            Binding(get: { value?.value?.base as? Data }, set: { value?.value = $0.map { AnyHashable($0) } }))
    }
}

extension WindowGroup {
    @MainActor private init<D: Codable & Hashable, C: View>(
        title: String?, id: String?, _ makeDefault: (() -> D)?, _ content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        description = SceneDescription(kind: .group, id: id, title: title, valueType: ObjectIdentifier(D.self)) {
            PresentedWindowContent(makeDefault, content)
        }
    }

    /// Windows that each show a value; one that is opened without has none. What they show is not kept when the app ends.
    @MainActor public init<D: Codable & Hashable, C: View>(
        for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: nil, id: nil, nil, content) }
    /// Windows that each show a value.
    @MainActor public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: nil, id: id, nil, content) }
    /// Windows that each show a value.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: titleKey.resolved(), id: nil, nil, content) }
    /// Windows that each show a value.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: titleKey.resolved(), id: id, nil, content) }
    /// Windows that each show a value.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ title: Text, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: title.string, id: nil, nil, content) }
    /// Windows that each show a value.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ title: Text, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: title.string, id: id, nil, content) }
    /// Windows that each show a value.
    @_disfavoredOverload @MainActor public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: String(title), id: nil, nil, content) }
    /// Windows that each show a value.
    @_disfavoredOverload @MainActor public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> { self.init(title: String(title), id: id, nil, content) }

    @MainActor private init<D: Codable & Hashable, C: View>(
        title: String?, id: String?, _ content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: title, id: id, defaultValue) { value in
            let first = value.wrappedValue ?? defaultValue()
            return content(Binding(get: { value.wrappedValue ?? first }, set: { value.wrappedValue = $0 }))
        }
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: nil, id: nil, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: nil, id: id, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: titleKey.resolved(), id: nil, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: titleKey.resolved(), id: id, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ title: Text, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: title.string, id: nil, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @MainActor public init<D: Codable & Hashable, C: View>(
        _ title: Text, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: title.string, id: id, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @_disfavoredOverload @MainActor public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: String(title), id: nil, content, defaultValue: defaultValue)
    }
    /// Windows that each show a value; one that is opened without makes its own.
    @_disfavoredOverload @MainActor public init<S: StringProtocol, D: Codable & Hashable, C: View>(
        _ title: S, id: String, for type: D.Type, @ViewBuilder content: @escaping (Binding<D>) -> C, defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(title: String(title), id: id, content, defaultValue: defaultValue)
    }
}

extension OpenWindowAction {
    /// Opens a window for a value, of the first scene for values of its type; the one that shows it comes to the front.
    @MainActor public func callAsFunction<D: Codable & Hashable>(value: D) { window?.openWindow(id: nil, value: value) }
    /// Opens a window for a value, of a scene; the one that shows it comes to the front.
    @MainActor public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {
        window?.openWindow(id: id, value: value)
    }
}

extension DismissWindowAction {
    /// Closes the windows that show a value.
    @MainActor public func callAsFunction<D: Codable & Hashable>(value: D) {
        window?.closeWindows { $0.value.value == AnyHashable(value) }
    }
    /// Closes the windows of a scene that show a value.
    @MainActor public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {
        window?.closeWindows(id: id) { $0.value.value == AnyHashable(value) }
    }
}
