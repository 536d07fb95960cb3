public import Foundation
internal import UserActivity

/// A value of the window that the view is in, which all views of the window with this key have together.
///
/// It is kept for the life of the window, and in the app's `UserDefaults` under `scene:<id>:<key>`, so that the window has it
/// again when the app is started anew: the id is that of the scene's declaration and the window's number (`scene1-1` is the first
/// one of the app's first scene). A window that is closed leaves its values there: a later one of the same number begins with
/// them, so what must begin empty is `State`. Without the framework's app life a value lives as long as its view's tree.
@propertyWrapper public struct SceneStorage<Value>: DynamicProperty {
    private let key: String
    private let form: StoredForm<Value>
    private let initial: Value
    private let link = SceneLink()

    private init(_ key: String, _ form: StoredForm<Value>, _ initial: Value) {
        self.key = key
        self.form = form
        self.initial = initial
    }

    /// Before the view is on the screen it is the initial value, and writing it has no effect.
    public var wrappedValue: Value {
        get { link.value?.get().flatMap(form.read) ?? initial }
        nonmutating set { link.value?.set(form.write(newValue)) }
    }

    public var projectedValue: Binding<Value> {
        let (form, initial, link) = (form, initial, link)
        return Binding(
            get: { link.value?.get().flatMap(form.read) ?? initial }, set: { link.value?.set(form.write($0)) })
    }
}

final class SceneLink {
    var value: SceneValue?
}

/// A window's value of one key, as it is stored.
final class SceneValue {
    private var stored: Any?
    private let readers = Readers()
    /// nil: it is not saved.
    private let place: (store: UserDefaults, key: String)?

    init(_ place: (store: UserDefaults, key: String)?) {
        self.place = place
        stored = place.flatMap { $0.store.object(forKey: $0.key) }
    }

    func get() -> Any? {
        readers.noteRead()
        return stored
    }

    func set(_ new: Any?) {
        stored = new
        if let place { StoreWriter.write(new, place.store, place.key) }
        readers.noteChange()
    }
}

/// The values of a window.
@MainActor final class SceneValues {
    private var values: [String: SceneValue] = [:]

    func value(_ key: String, in node: Node) -> SceneValue {
        if let known = values[key] { return known }
        let place = node.environment.scene.map { scene in
            (node.environment.appStore ?? .standard, "scene:\(scene.id):\(key)")
        }
        let made = SceneValue(place)
        values[key] = made
        return made
    }
}

@MainActor final class SceneStorageCell: PropertyCell {}

extension SceneStorage: NodeProperty {
    func makeCell(in node: Node) -> SceneStorageCell { SceneStorageCell() }
    func connect(to cell: SceneStorageCell, in node: Node) { link.value = node.host.sceneValues.value(key, in: node) }
}

extension SceneStorage {
    public init(wrappedValue: Value, _ key: String) where Value == Bool {
        self.init(key, .bool, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value == Int {
        self.init(key, .int, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value == Double {
        self.init(key, .double, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value == String {
        self.init(key, .string, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value == URL {
        self.init(key, .url, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value == Data {
        self.init(key, .data, wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, StoredForm(.int), wrappedValue)
    }
    public init(wrappedValue: Value, _ key: String) where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, StoredForm(.string), wrappedValue)
    }
}

/// What may not be there: nil stores nothing.
extension SceneStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String) where Value == Bool? {
        self.init(key, StoredForm.bool.optional, nil)
    }
    public init(_ key: String) where Value == Int? {
        self.init(key, StoredForm.int.optional, nil)
    }
    public init(_ key: String) where Value == Double? {
        self.init(key, StoredForm.double.optional, nil)
    }
    public init(_ key: String) where Value == String? {
        self.init(key, StoredForm.string.optional, nil)
    }
    public init(_ key: String) where Value == URL? {
        self.init(key, StoredForm.url.optional, nil)
    }
    public init(_ key: String) where Value == Data? {
        self.init(key, StoredForm.data.optional, nil)
    }
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == Int {
        self.init(key, StoredForm<R>(.int).optional, nil)
    }
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == String {
        self.init(key, StoredForm<R>(.string).optional, nil)
    }
}
