public import BatonCombine
public import Foundation
public import Observation

/// An app: the windows that it has.
///
/// ```swift
/// @main struct Hello: App {
///     var body: some Scene { WindowGroup { Text("Hello") } }
/// }
/// ```
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

/// A kind of window of an app.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

/// A scene of the framework's own.
@MainActor package protocol DeclaredScene: Scene where Body == Never {
    func declare(in list: inout [SceneDescription])
}

extension DeclaredScene {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// What an app says of one kind of its windows.
package struct SceneDescription {
    package enum Kind: Equatable { case group, single }
    package var kind: Kind
    /// nil: by its place among the others.
    package var id: String?
    package var title: String?
    package var matching: Set<String>?
    package var width: Double?, height: Double?
    package var changes: [SceneChange] = []
    /// Of values of this type each has a window.
    package var valueType: ObjectIdentifier?
    /// What its windows have from above, the outermost last.
    var environment: [(inout EnvironmentValues) -> Void] = []
    package var content: @MainActor () -> any View
}

extension SceneDescription {
    package func apply(to values: inout EnvironmentValues) { for change in environment.reversed() { change(&values) } }
}

/// Builds the scenes of an app.
@resultBuilder public enum SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    @MainActor public static func buildBlock<each Content: Scene>(_ content: repeat each Content) -> some Scene {
        var scenes: [any Scene] = []
        repeat scenes.append(each content)
        return SceneList(scenes: scenes)
    }
    public static func buildLimitedAvailability(_ content: any Scene) -> some Scene { SceneList(scenes: [content]) }
}

struct SceneList { let scenes: [any Scene] }

extension SceneList: DeclaredScene {
    func declare(in list: inout [SceneDescription]) { for scene in scenes { scene.describe(in: &list) } }
}

extension Scene {
    package var descriptions: [SceneDescription] {
        var list: [SceneDescription] = []
        describe(in: &list)
        return list
    }

    /// What the scene says, where it is made of others.
    func describe(in list: inout [SceneDescription]) {
        if let own = self as? any DeclaredScene { own.declare(in: &list) } else { body.describe(in: &list) }
    }
}

/// Windows with the same kind of content: as many as are opened.
public struct WindowGroup<Content: View> {
    let description: SceneDescription

    public init(@ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, content: content)
    }
    public init(id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, id: id, content: content)
    }
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, title: titleKey.resolved(), content: content)
    }
    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, id: id, title: titleKey.resolved(), content: content)
    }
    public init(_ title: Text, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, title: title.string, content: content)
    }
    public init(_ title: Text, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, id: id, title: title.string, content: content)
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, title: String(title), content: content)
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .group, id: id, title: String(title), content: content)
    }
}

extension WindowGroup: DeclaredScene {
    package func declare(in list: inout [SceneDescription]) { list.append(description) }
}

/// One window.
public struct Window<Content: View> {
    let description: SceneDescription

    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .single, id: id, title: titleKey.resolved(), content: content)
    }
    public init(_ title: Text, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .single, id: id, title: title.string, content: content)
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: @MainActor @escaping () -> Content) {
        description = SceneDescription(kind: .single, id: id, title: String(title), content: content)
    }
}

extension Window: DeclaredScene {
    package func declare(in list: inout [SceneDescription]) { list.append(description) }
}

/// A scene of which something more is said.
struct ChangedScene<Base: Scene> {
    let base: Base
    /// Said once, however many scenes the base is made of.
    var isFirstAlone = false
    let change: (inout SceneDescription) -> Void
}

extension ChangedScene: DeclaredScene {
    func declare(in list: inout [SceneDescription]) {
        var own: [SceneDescription] = []
        base.describe(in: &own)
        for (index, var description) in own.enumerated() {
            if index == 0 || !isFirstAlone { change(&description) }
            list.append(description)
        }
    }
}

nonisolated extension Scene {
    /// The events that a new window of this kind is opened for, where no open window takes them: those whose text contains
    /// one of the conditions; none at all for the empty set.
    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
        ChangedScene(base: self) { $0.matching = conditions }
    }
    /// The size of a new window.
    public func defaultSize(width: Double, height: Double) -> some Scene {
        ChangedScene(base: self) { ($0.width, $0.height) = (width, height) }
    }
    /// The size of a new window.
    public func defaultSize(_ size: CGSize) -> some Scene { defaultSize(width: size.width, height: size.height) }

    /// Sets a value of the environment for the scene's windows.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some Scene {
        ChangedScene(base: self) { $0.environment.append { $0[keyPath: keyPath] = value } }
    }
    /// Gives an `@Observable` object to the scene's windows; nil takes it away.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some Scene {
        ChangedScene(base: self) { $0.environment.append { values in object.map { values.setObject($0, as: T.self) } } }
    }
    /// Gives an object to the scene's windows, for `@EnvironmentObject`.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some Scene {
        ChangedScene(base: self) { $0.environment.append { $0.setObject(object, as: T.self) } }
    }
}
