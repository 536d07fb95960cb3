internal import BatonBus
internal import GLibKit

/// What is at an instance's socket, where a connection could not be had.
enum DaemonPresence {
    /// No socket.
    case absent
    /// A socket that nobody serves: its daemon ended without order.
    case left
    /// Somebody serves it, or it may not be reached: whatever the first error was, it was no missing daemon.
    case unclear

    static func look(at instance: Instance, on thread: GLibThread) async -> DaemonPresence {
        do throws(GLibError) {
            let connection = try await BusConnection.connect(
                to: instance.address, on: thread, within: .seconds(1))
            await connection.close()
            return .unclear
        } catch {
            return error.isNotFound ? .absent : error.isConnectionRefused ? .left : .unclear
        }
    }
}
