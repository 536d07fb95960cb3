internal import Synchronization

/// An object that says when something of it is about to change. A property with `@Published` does by itself.
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never
    /// Sends before the object changes.
    var objectWillChange: ObjectWillChangePublisher { get }
}

/// Says that an object is about to change.
public final class ObservableObjectPublisher: Publisher, Sendable {
    public typealias Output = Void
    public typealias Failure = Never
    private let list = SubscriberList<Void, Never>()
    public init() {}
    public func send() { list.send(()) }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never { list.add(subscriber) }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// One publisher for each object, whichever class has its `@Published` properties, and where it has none.
    public var objectWillChange: ObservableObjectPublisher {
        var mirror: Mirror? = Mirror(reflecting: self)
        var boxes: [any PublishedBox] = []
        while let level = mirror {
            boxes += level.children.compactMap { ($0.value as? any PublishedProperty)?.anyBox }
            mirror = level.superclassMirror
        }
        guard !boxes.isEmpty else { return ObjectPublishers.publisher(of: self) }
        return ObjectPublishers.choosing.withLock { _ in
            let publisher = boxes.lazy.compactMap(\.owner).first ?? ObservableObjectPublisher()
            for box in boxes where box.owner == nil { box.owner = publisher }
            return publisher
        }
    }
}

/// The publishers of objects that have no property to keep one in.
enum ObjectPublishers {
    /// Of two threads that ask an object for the first time, the second is to have the publisher of the first.
    static let choosing = Mutex(())

    private struct Known {
        weak var object: AnyObject?
        let publisher: ObservableObjectPublisher
    }
    private struct Table {
        var known: [ObjectIdentifier: Known] = [:]
        /// So many, and those whose objects have gone are taken out.
        var limit = 64
    }
    private static let table = Guarded(Table())

    static func publisher(of object: AnyObject) -> ObservableObjectPublisher {
        let id = ObjectIdentifier(object)
        return table.with { table in
            // Another object may have the place of one that has gone.
            if let known = table.known[id], known.object === object { return known.publisher }
            let made = ObservableObjectPublisher()
            table.known[id] = Known(object: object, publisher: made)
            if table.known.count > table.limit {
                table.known = table.known.filter { $0.value.object != nil }
                table.limit = max(64, table.known.count * 2)
            }
            return made
        }
    }
}

protocol PublishedBox: AnyObject { var owner: ObservableObjectPublisher? { get set } }
protocol PublishedProperty { var anyBox: any PublishedBox { get } }

/// A property of a class whose new values are published: by `$name`, and as a change of the object.
@propertyWrapper public struct Published<Value>: PublishedProperty {
    final class Box: PublishedBox, Sendable {
        private let stored: Guarded<Value>
        private let publisher = Guarded<ObservableObjectPublisher?>(nil)
        /// What `assign(to:)` has begun, until the property goes.
        let assignments = Guarded<[AnyCancellable]>([])
        let list = SubscriberList<Value, Never>()

        init(_ value: Value) { stored = Guarded(value) }

        var value: Value { stored.current }
        var owner: ObservableObjectPublisher? {
            get { publisher.current }
            set { publisher.exchange(newValue) }
        }
        func set(_ new: Value) {
            owner?.send()
            list.send(new)
            stored.exchange(new)
        }
    }

    let box: Box
    var anyBox: any PublishedBox { box }

    public init(wrappedValue: Value) { box = Box(wrappedValue) }
    public init(initialValue: Value) { box = Box(initialValue) }

    @available(*, unavailable, message: "@Published is for properties of classes")
    public var wrappedValue: Value {
        get { fatalError("unavailable") }
        set { fatalError("unavailable") }
    }

    /// The values: the one there is, then each new one just before the property has it.
    public struct Publisher: BatonCombine.Publisher {
        public typealias Output = Value
        public typealias Failure = Never
        let box: Box
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            box.list.add(subscriber) { box.value }
        }
    }

    public var projectedValue: Publisher {
        get { Publisher(box: box) }
        // For `assign(to: &$name)`, which changes nothing of the property itself.
        set {}
    }

    public static subscript<Object: AnyObject>(
        _enclosingInstance object: Object, wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
        storage storage: ReferenceWritableKeyPath<Object, Published<Value>>
    ) -> Value {
        get { object[keyPath: storage].box.value }
        set {
            let box = object[keyPath: storage].box
            if box.owner == nil, let object = object as? any ObservableObject { _ = object.objectWillChange }
            box.set(newValue)
        }
    }
}

extension Publisher where Failure == Never {
    /// Writes each value to a `@Published` property, as long as there is one.
    public func assign(to published: inout Published<Output>.Publisher) {
        let box = published.box
        let assignment = sink { [weak box] in box?.set($0) }
        box.assignments.with { $0.append(assignment) }
    }
}
