/// A value that a view keeps, from its first appearance until it goes. Writing it has what reads it made anew.
@propertyWrapper public struct State<Value>: DynamicProperty {
    private let initial: Value
    private let link = StateLink<Value>()

    public init(wrappedValue: Value) { initial = wrappedValue }
    public init(initialValue: Value) { initial = initialValue }

    /// Before the view is on the screen it is the initial value, and writing it has no effect.
    public var wrappedValue: Value {
        get { link.storage?.value ?? initial }
        nonmutating set { link.storage?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        let (link, initial) = (link, initial)
        guard let storage = link.storage else {
            return Binding(get: { link.storage?.value ?? initial }, set: { link.storage?.value = $0 })
        }
        return Binding(get: { storage.value }, set: { storage.value = $0 })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// Where a property of a view value finds what its node keeps.
final class StateLink<Value> { var storage: StateStorage<Value>? }

/// A value, and who has read it.
final class StateStorage<Value> {
    private var stored: Value
    private let readers = Readers()

    nonisolated init(_ value: Value) { stored = value }

    var value: Value {
        get {
            readers.noteRead()
            return stored
        }
        set {
            let isSame = Self.areSame(stored, newValue)
            stored = newValue
            if !isSame { readers.noteChange() }
        }
    }
}

extension StateStorage {
    /// Whether two values are known to be the same: a view that writes what is there already, as it may in its body, would be
    /// made anew for ever.
    fileprivate static func areSame(_ a: Value, _ b: Value) -> Bool {
        guard _isPOD(Value.self) else { return false }
        return withUnsafeBytes(of: a) { a in withUnsafeBytes(of: b) { a.elementsEqual($0) } }
    }
}

final class StateCell<Value>: PropertyCell {
    let storage: StateStorage<Value>
    init(_ value: Value) { storage = StateStorage(value) }
}

extension State: NodeProperty {
    func makeCell(in node: Node) -> StateCell<Value> { StateCell(initial) }
    func connect(to cell: StateCell<Value>, in node: Node) { link.storage = cell.storage }
}
