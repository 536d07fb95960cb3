internal import GLibKit

/// Runs what blocks on a thread of its own.
package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
    let thread = GLibThread(name: "blocking")
    defer { thread.stop() }
    return try await Task(executorPreference: thread) { try body() }.value
}
