package import CBatonGLib

/// A `GCancellable`: what an async GIO call is ended with, from any thread.
package final class Cancellable: @unchecked Sendable {
    // Proof: GCancellable is thread-safe; the reference is ours until deinit.
    package let pointer = g_cancellable_new()!

    package init() {}

    package func cancel() { g_cancellable_cancel(pointer) }

    deinit { g_object_unref(pointer) }
}
