internal import Foundation

/// What is stored under one key of a store, and who reads it.
@MainActor final class StoredEntry {
    let store: UserDefaults
    let key: String
    private let readers = Readers()
    /// As it was when it was last looked at.
    private var last: Any?

    private init(_ store: UserDefaults, _ key: String) {
        self.store = store
        self.key = key
        last = store.object(forKey: key)
    }

    // MARK: All of them

    private struct Place: Hashable {
        let store: ObjectIdentifier
        let key: String
    }
    /// An entry keeps its store, so that no other one is at its address.
    private static var all: [Place: StoredEntry] = [:]
    private static var observer: (any NSObjectProtocol)?
    private static var isRefreshing = false

    static func of(_ store: UserDefaults, _ key: String) -> StoredEntry {
        let place = Place(store: ObjectIdentifier(store), key: key)
        if let known = all[place] { return known }
        let made = StoredEntry(store, key)
        all[place] = made
        if observer == nil {
            observer = NotificationCenter.default.addObserver(
                forName: UserDefaults.didChangeNotification, object: nil, queue: nil
            ) { _ in MainQueueHop.run { refresh() } }
        }
        return made
    }

    /// Has views evaluated that read something that has changed.
    ///
    /// Foundation tells of few changes on Linux, so this is called whenever the app may have changed something: after what
    /// the user does, and with each pass.
    static func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        for entry in all.values { entry.refresh() }
        isRefreshing = false
    }

    private func refresh() {
        let now = store.object(forKey: key)
        guard !Self.areEqual(now, last) else { return }
        last = now
        readers.changed()
    }

    private static func areEqual(_ a: Any?, _ b: Any?) -> Bool {
        switch (a, b) {
        case (nil, nil): true
        case (let a as AnyHashable, let b as AnyHashable): a == b
        case (nil, _), (_, nil): false
        // A list or a dictionary is no value of a property, whatever is in it.
        default: (a is AnyHashable) == (b is AnyHashable)
        }
    }

    nonisolated func noteRead() { readers.noteRead() }
}

/// How values of a type are stored.
struct StoredForm<Value> {
    /// nil: what is stored is of another type.
    let read: (Any) -> Value?
    /// nil: nothing is stored.
    let write: (Value) -> Any?

    /// Where a property has its value: its entry once it is in a view; until then the store alone.
    func value(_ store: UserDefaults, _ key: String) -> Value? { store.object(forKey: key).flatMap(read) }

    func set(_ value: Value, _ store: UserDefaults, _ key: String) {
        StoreWriter.write(write(value), store, key)
        // Views that read it, wherever they are.
        MainQueueHop.run { StoredEntry.refresh() }
    }

    /// Of a value that may not be there.
    var optional: StoredForm<Value?> { StoredForm<Value?>(read: { self.read($0).map { $0 } }, write: { $0.flatMap(self.write) }) }
}

extension StoredForm where Value: RawRepresentable {
    init(_ raw: StoredForm<Value.RawValue>) {
        self.init(read: { raw.read($0).flatMap { Value(rawValue: $0) } }, write: { raw.write($0.rawValue) })
    }
}

extension StoredForm where Value == Bool {
    static var bool: Self { Self(read: { $0 as? Bool ?? ($0 as? NSNumber)?.boolValue }, write: { $0 }) }
}
extension StoredForm where Value == Int {
    static var int: Self { Self(read: { $0 as? Int ?? ($0 as? NSNumber).flatMap { Int(exactly: $0.doubleValue) } }, write: { $0 }) }
}
extension StoredForm where Value == Double {
    static var double: Self { Self(read: { $0 as? Double ?? ($0 as? NSNumber)?.doubleValue }, write: { $0 }) }
}
extension StoredForm where Value == String { static var string: Self { Self(read: { $0 as? String }, write: { $0 }) } }
extension StoredForm where Value == Data { static var data: Self { Self(read: { $0 as? Data }, write: { $0 }) } }
extension StoredForm where Value == URL {
    /// As text: `UserDefaults.set(_: URL?, forKey:)` keeps no more than the path of a web address on Linux. A text without a
    /// scheme is a path, as that function writes it.
    static var url: Self {
        Self(
            read: { stored in
                guard let text = stored as? String, !text.isEmpty else { return nil }
                guard let url = URL(string: text), url.scheme != nil else { return URL(fileURLWithPath: text) }
                return url
            }, write: { $0.absoluteString })
    }
}
