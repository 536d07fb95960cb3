public import BatonCombine

/// An object that somebody else keeps: when it says that it changes, what holds this property is made anew.
@MainActor @propertyWrapper @preconcurrency public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
    /// Gives bindings to the object's properties.
    @MainActor @preconcurrency @dynamicMemberLookup public struct Wrapper {
        let root: ObjectType
        public subscript<Subject>(
            dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>
        ) -> Binding<Subject> {
            let root = root
            return Binding(get: { root[keyPath: keyPath] }, set: { root[keyPath: keyPath] = $0 })
        }
    }

    public var wrappedValue: ObjectType
    public var projectedValue: Wrapper { Wrapper(root: wrappedValue) }

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { self.wrappedValue = initialValue }
}

/// An object that the view makes once, and keeps until it goes.
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
    private let make: () -> ObjectType
    private let link = ObjectLink<ObjectType>()

    public init(wrappedValue: @autoclosure @escaping () -> ObjectType) { make = wrappedValue }

    @MainActor @preconcurrency public var wrappedValue: ObjectType { link.object ?? make() }
    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(root: wrappedValue) }
}

/// An object that a view above has given by `environmentObject(_:)`.
@propertyWrapper public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
    private let link = ObjectLink<ObjectType>()

    public init() {}

    @MainActor @preconcurrency public var wrappedValue: ObjectType {
        guard let object = link.object else {
            fatalError(
                "There is no \(ObjectType.self) in the environment: a view above must have environmentObject(_:) with one.")
        }
        return object
    }
    @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { .init(root: wrappedValue) }
}

final class ObjectLink<ObjectType: ObservableObject> {
    var object: ObjectType?
}

/// Follows one object's changes.
@MainActor final class ObjectCell<ObjectType: ObservableObject>: PropertyCell {
    private(set) var object: ObjectType?
    private var subscription: AnyCancellable?
    private weak var node: Node?

    init(_ node: Node) { self.node = node }

    func follow(_ new: ObjectType?) {
        guard object !== new else { return }
        object = new
        subscription = new?.objectWillChange.sink { [weak self] _ in
            // Of whatever thread, and before the change: the pass comes after it.
            MainQueueHop.run { self?.node?.markDirty() }
        }
    }

    func end() {
        subscription?.cancel()
        subscription = nil
        object = nil
    }
}

extension ObservedObject: NodeProperty {
    func makeCell(in node: Node) -> ObjectCell<ObjectType> { ObjectCell(node) }
    func connect(to cell: ObjectCell<ObjectType>, in node: Node) { cell.follow(wrappedValue) }
}

extension StateObject: NodeProperty {
    func makeCell(in node: Node) -> ObjectCell<ObjectType> {
        let cell = ObjectCell<ObjectType>(node)
        cell.follow(Dependencies.unrecorded(make))
        return cell
    }
    func connect(to cell: ObjectCell<ObjectType>, in node: Node) { link.object = cell.object }
}

extension EnvironmentObject: NodeProperty {
    func makeCell(in node: Node) -> ObjectCell<ObjectType> { ObjectCell(node) }
    func connect(to cell: ObjectCell<ObjectType>, in node: Node) {
        cell.follow(node.environment.object(ObjectType.self))
        link.object = cell.object
    }
}
