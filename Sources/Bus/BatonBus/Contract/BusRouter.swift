internal import ActivityModel
package import GLibKit

/// Which Swift function answers which method, for one exported object. `Context` is who is calling.
package struct BusRouter<Context: Sendable>: Sendable {
    package typealias Handler = @Sendable (Context, BusCall) async throws -> Variant?

    private var handlers: [String: Handler] = [:]
    private let log: @Sendable (String) -> Void

    package init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    package mutating func on<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>,
        _ body: @escaping @Sendable (Context, repeat each Argument) async throws -> Reply
    ) {
        handlers["\(method.interface).\(method.name)"] = { context, call in
            let arguments = try method.decode(call.arguments)
            return try method.encode(reply: await body(context, repeat each arguments))
        }
    }

    /// The methods that have a handler, `interface.name`.
    package var methods: Set<String> { Set(handlers.keys) }

    /// Answers a call. Starts in the order of the calls; each runs on the GLib thread.
    /// - Returns: what ends when the call has been answered; nil where that is so already.
    @discardableResult
    package func handle(_ call: BusCall, from context: Context, on thread: GLibThread) -> Task<Void, Never>? {
        guard let handler = handlers["\(call.interface).\(call.method)"] else {
            call.fail("org.freedesktop.DBus.Error.UnknownMethod", "\(call.interface) has no method \(call.method).")
            return nil
        }
        let log = log
        return thread.task {
            do {
                call.reply(try await handler(context, call))
            } catch let error as BatonError {
                call.fail(BusErrorName.name(for: error.code), error.message)
            } catch let error as VariantError {
                log("\(call.method): the answer could not be encoded: \(error)")
                call.fail(BusErrorName.name(for: .internal), "The answer to \(call.method) could not be encoded.")
            } catch is CancellationError {
                call.fail(BusErrorName.name(for: .cancelled), "\(call.method) was cancelled.")
            } catch {
                log("\(call.method) failed: \(type(of: error))")
                call.fail(BusErrorName.name(for: .internal), "\(call.method) failed with \(type(of: error)), which is a fault of the program that was asked.")
            }
        }
    }
}
