internal import CBatonGLib

/// A reference to an object of GObject's.
package final class ObjectReference: @unchecked Sendable {
    // Proof: used on the GLib thread alone, but for the unref, which is thread-safe; the reference is ours until deinit.
    package let raw: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns.
    package init(adopting raw: UnsafeMutableRawPointer) { self.raw = raw }

    package convenience init<T>(adopting object: UnsafeMutablePointer<T>) {
        self.init(adopting: UnsafeMutableRawPointer(object))
    }

    package convenience init(adopting object: OpaquePointer) { self.init(adopting: UnsafeMutableRawPointer(object)) }

    package func typed<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: type) }

    package var opaque: OpaquePointer { OpaquePointer(raw) }

    deinit { g_object_unref(raw) }
}
