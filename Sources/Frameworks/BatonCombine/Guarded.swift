internal import Synchronization

/// A variable of any type that one thread at a time has. Nothing is called out to in it, and what leaves it is let go by the
/// caller, when it is open again: what goes then may come back here.
///
/// Not `Mutex` alone, which takes what belongs to nobody else: what subscribers are made of is their makers'.
///
/// Proof: `value` is private, and read and written inside of `lock` only. That what is in it may be used on several threads
/// is Combine's contract: a subscriber receives what is sent on the sender's thread.
final class Guarded<Value>: @unchecked Sendable {
    private let lock = Mutex(())
    private var value: Value

    init(_ value: Value) { self.value = value }

    func with<T>(_ body: (inout Value) -> T) -> T {
        var result: T?
        lock.withLock { _ in result = body(&value) }
        return result!
    }

    /// What it is now.
    var current: Value { with { $0 } }

    /// Puts another one in its place.
    /// - Returns: the one before.
    @discardableResult func exchange(_ new: Value) -> Value {
        with { value in
            let old = value
            value = new
            return old
        }
    }

    /// Leaves nil in its place.
    func take<T>() -> T? where Value == T? { exchange(nil) }
}
