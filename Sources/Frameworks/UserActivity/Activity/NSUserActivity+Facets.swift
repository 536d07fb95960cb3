package import Foundation
internal import Synchronization

/// What another framework keeps on an activity: a name, and how its values are encoded for the way.
///
/// Names are the framework's own: `spotlight.attributes`. A value is encoded each time the activity is saved, and decoded
/// when it is first asked for after arrival; a facet that nobody here knows goes on as it came.
package struct ActivityFacet<Value: Sendable>: Sendable {
    package let name: String
    /// nil: nothing to carry.
    package let encode: @Sendable (Value) throws -> Data?
    package let decode: @Sendable (Data) throws -> Value

    package init(
        _ name: String, encode: @escaping @Sendable (Value) throws -> Data?,
        decode: @escaping @Sendable (Data) throws -> Value
    ) {
        self.name = name
        self.encode = encode
        self.decode = decode
    }
}

/// A facet as an activity keeps it.
enum StoredFacet: Sendable {
    /// As it arrived.
    case encoded(Data)
    case typed(any Sendable, encode: @Sendable () throws -> Data?)

    func data() throws -> Data? {
        switch self {
        case .encoded(let data): data
        case .typed(_, let encode): try encode()
        }
    }
}

extension NSUserActivity {
    /// The value that a framework keeps under `facet`; nil where there is none, or where what arrived cannot be decoded
    /// (which is reported; it still goes on as it came). A value that is a class is the same object at every read.
    package subscript<Value>(facet facet: ActivityFacet<Value>) -> Value? {
        get {
            switch state.withLock({ $0.facets[facet.name] }) {
            case nil: return nil
            case .typed(let value, _)?: return value as? Value
            case .encoded(let data)?:
                do {
                    let decoded = try facet.decode(data)
                    return keep(decoded, as: facet)
                } catch {
                    UserActivityDiagnostics.report(
                        .warning, "The part “\(facet.name)” of an activity (\(activityType)) cannot be read: \(error)")
                    return nil
                }
            }
        }
        set {
            let stored = newValue.map { value in
                StoredFacet.typed(value, encode: { try facet.encode(value) })
            }
            // The old value ends outside the lock.
            let old = state.withLock { state in
                let old = state.facets[facet.name]
                state.facets[facet.name] = stored
                return old
            }
            _ = old
        }
    }

    /// Keeps what was decoded, unless another thread was first.
    private func keep<Value>(_ value: Value, as facet: ActivityFacet<Value>) -> Value? {
        state.withLock { state in
            if case .typed(let other, _)? = state.facets[facet.name] { return other as? Value }
            state.facets[facet.name] = .typed(value, encode: { try facet.encode(value) })
            return value
        }
    }
}
