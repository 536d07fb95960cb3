public import BatonCombine
public import Observation

/// A value that views below read with `@Environment`.
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

/// What a view has from the views above it.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    /// Another one for each change: two with the same stamp are the same.
    private var stamp = Stamp()
    var common = CommonProperties.standard { didSet { stamp = Stamp() } }

    private final class Stamp {}

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set {
            values[ObjectIdentifier(key)] = newValue
            stamp = Stamp()
        }
    }

    package func object<T>(_ type: T.Type) -> T? { values[ObjectIdentifier(type)] as? T }

    mutating func setObject(_ object: AnyObject, as type: Any.Type) {
        values[ObjectIdentifier(type)] = object
        stamp = Stamp()
    }

    func isIdentical(to other: EnvironmentValues) -> Bool { stamp === other.stamp }

    /// What a view has that an element was only put around.
    var withCommonOfContent: EnvironmentValues {
        guard common != .standard else { return self }
        var result = self
        result.common = common.ofContent
        return result
    }

    /// What a view inside of an element has.
    var withoutCommon: EnvironmentValues {
        guard common != .standard else { return self }
        var result = self
        result.common = .standard
        return result
    }
}

/// A value of the environment: it is read where a view above has set it.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value
    private let link = EnvironmentLink()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    /// An `@Observable` object that a view above has given by `environment(_:)`.
    public init(_ type: Value.Type) where Value: AnyObject & Observable {
        read = { values in
            guard let object = values.object(type) else {
                fatalError("There is no \(type) in the environment: a view above must have environment(_:) with one.")
            }
            return object
        }
    }

    public init<T: AnyObject & Observable>(_ type: T.Type) where Value == T? { read = { $0.object(type) } }

    public var wrappedValue: Value { read(link.values) }
}

final class EnvironmentLink {
    var values = EnvironmentValues()
}

@MainActor final class EnvironmentCell: PropertyCell {}

extension Environment: NodeProperty {
    func makeCell(in node: Node) -> EnvironmentCell { EnvironmentCell() }
    func connect(to cell: EnvironmentCell, in node: Node) { link.values = node.environment.withoutCommon }
}

// MARK: Setting it

/// Changes what the views below have from above.
struct EnvironmentModifier {
    let change: (inout EnvironmentValues) -> Void

    @MainActor func build(in node: Node, content: any View) {
        var environment = node.environment
        change(&environment)
        node.setChildren([Child(.index(0), content, environment: environment)])
    }
}

nonisolated extension View {
    func environment(changing change: @escaping (inout EnvironmentValues) -> Void) -> some View {
        modifier(EnvironmentModifier(change: change))
    }

    /// Sets a value of the environment for this view and those in it.
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        environment { $0[keyPath: keyPath] = value }
    }

    /// Gives an `@Observable` object to this view and those in it; nil takes it away.
    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        environment { values in object.map { values.setObject($0, as: T.self) } }
    }

    /// Gives an object to this view and those in it, for `@EnvironmentObject`.
    public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
        environment { $0.setObject(object, as: T.self) }
    }

    public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View { environment { transform(&$0[keyPath: keyPath]) } }
}

extension EnvironmentModifier: NodeModifier {}
