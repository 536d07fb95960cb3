package import CBatonGLib

/// A Swift closure that C keeps: passed retained, released by the destroy notify.
package final class Callback<Arguments, Result>: Sendable {
    package let body: @Sendable (Arguments) -> Result

    package init(_ body: @escaping @Sendable (Arguments) -> Result) { self.body = body }

    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    package static func borrowed(_ data: UnsafeMutableRawPointer?) -> Callback {
        Unmanaged.fromOpaque(data!).takeUnretainedValue()
    }
    package static func taken(_ data: UnsafeMutableRawPointer?) -> Callback {
        Unmanaged.fromOpaque(data!).takeRetainedValue()
    }
}

/// The destroy notify of everything that was passed retained.
package let releaseCallback: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

/// An async GIO call: starts it with a callback and its data, and gives the result through `finish`.
///
/// The callback comes in the thread-default context of the caller, so this is called on a GLib thread.
package func awaitResult<T: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ start: (
        @escaping @convention(c) (UnsafeMutablePointer<GObject>?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void,
        UnsafeMutableRawPointer
    ) -> Void,
    finish: @escaping @Sendable (UnsafeMutablePointer<GObject>?, OpaquePointer?) throws(GLibError) -> T
) async throws(GLibError) -> T {
    let result: Result<T, GLibError> = await withCheckedContinuation { continuation in
        let box = Callback<(UnsafeMutablePointer<GObject>?, OpaquePointer?), Void> { source, result in
            do throws(GLibError) {
                continuation.resume(returning: .success(try finish(source, result)))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        start(
            { source, result, data in
                Callback<(UnsafeMutablePointer<GObject>?, OpaquePointer?), Void>.taken(data).body((source, result))
            }, box.retained())
    }
    return try result.get()
}

/// Connects to any signal: one marshaller, whatever the arguments. `[0]` is the object.
struct SignalConnection: @unchecked Sendable {
    // Proof: the pointer is only used by g_signal_handler_disconnect and unref, on the GLib thread.
    private let object: UnsafeMutableRawPointer
    private let id: gulong

    init(
        _ object: UnsafeMutableRawPointer, _ signal: String,
        _ body: @escaping @Sendable (UnsafeBufferPointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void
    ) {
        let handler = Callback(body)
        let data = handler.retained()
        let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
        g_closure_add_finalize_notifier(closure, data) { data, _ in releaseCallback(data) }
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            Callback<(UnsafeBufferPointer<GValue>, UnsafeMutablePointer<GValue>?), Void>
                .borrowed(closure!.pointee.data)
                .body((UnsafeBufferPointer(start: values, count: Int(count)), result))
        }
        self.object = object
        id = g_signal_connect_closure(object, signal, closure, 0)
    }

    func disconnect() { g_signal_handler_disconnect(object, id) }
}
