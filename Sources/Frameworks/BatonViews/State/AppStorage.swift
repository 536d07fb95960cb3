public import Foundation

/// A value of the app's `UserDefaults`: who writes it has all views made anew that read it.
///
/// What is stored there as another type counts as nothing. A `URL` is stored as text. What the app writes into the store by
/// other means is shown after the next thing that the user does, the next pass of the views, or the store's
/// `didChangeNotification`, whichever is first: Foundation sends that seldom on Linux.
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let form: StoredForm<Value>
    private let initial: Value
    private let link: StoreLink

    private init(_ key: String, _ form: StoredForm<Value>, _ initial: Value, _ store: UserDefaults?) {
        self.key = key
        self.form = form
        self.initial = initial
        link = StoreLink(store)
    }

    public var wrappedValue: Value {
        get {
            link.entry?.noteRead()
            return form.value(link.store, key) ?? initial
        }
        nonmutating set { form.set(newValue, link.store, key) }
    }

    public var projectedValue: Binding<Value> {
        let (key, form, initial, link) = (key, form, initial, link)
        return Binding(
            get: {
                link.entry?.noteRead()
                return form.value(link.store, key) ?? initial
            }, set: { form.set($0, link.store, key) })
    }
}

/// Which store a property has: its own, or that of the place where its view is.
final class StoreLink {
    let own: UserDefaults?
    var inherited: UserDefaults?
    var entry: StoredEntry?

    init(_ own: UserDefaults?) { self.own = own }
    var store: UserDefaults { own ?? inherited ?? .standard }
}

@MainActor final class AppStorageCell: PropertyCell {}

extension AppStorage: NodeProperty {
    func makeCell(in node: Node) -> AppStorageCell { AppStorageCell() }
    func connect(to cell: AppStorageCell, in node: Node) {
        link.inherited = node.environment.appStore
        link.entry = StoredEntry.of(link.store, key)
    }
}

enum AppStoreKey: EnvironmentKey { static var defaultValue: UserDefaults? { nil } }
extension EnvironmentValues {
    var appStore: UserDefaults? {
        get { self[AppStoreKey.self] }
        set { self[AppStoreKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The store of `AppStorage` in this view, where it does not name one.
    public func defaultAppStorage(_ store: UserDefaults) -> some View { environment { $0.appStore = store } }
}

extension AppStorage {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Bool {
        self.init(key, .bool, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Int {
        self.init(key, .int, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Double {
        self.init(key, .double, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == String {
        self.init(key, .string, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == URL {
        self.init(key, .url, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value == Data {
        self.init(key, .data, wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, StoredForm(.int), wrappedValue, store)
    }
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, StoredForm(.string), wrappedValue, store)
    }
}

/// What may not be there: nil stores nothing.
extension AppStorage where Value: ExpressibleByNilLiteral {
    public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(key, StoredForm.bool.optional, nil, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(key, StoredForm.int.optional, nil, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(key, StoredForm.double.optional, nil, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(key, StoredForm.string.optional, nil, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == URL? {
        self.init(key, StoredForm.url.optional, nil, store)
    }
    public init(_ key: String, store: UserDefaults? = nil) where Value == Data? {
        self.init(key, StoredForm.data.optional, nil, store)
    }
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == Int {
        self.init(key, StoredForm<R>(.int).optional, nil, store)
    }
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == String {
        self.init(key, StoredForm<R>(.string).optional, nil, store)
    }
}
