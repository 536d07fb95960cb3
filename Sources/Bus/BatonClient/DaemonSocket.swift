package import ActivityModel
package import BatonBus
package import GLibKit

extension Instance {
    /// How long a daemon may take to let a program in. One that is stopped, or hangs, would take for ever: the kernel
    /// accepts for it.
    package static let connectLimit = Duration.seconds(10)

    /// Connects to the instance's socket, for at most `connectLimit`.
    /// - Throws: `GLibError`: not found or refused where no daemon runs, timed out where one hangs.
    package func connect(on thread: GLibThread, time: TimeSource) async throws(GLibError) -> BusConnection {
        let address = address
        let late = GLibError(domain: "g-io-error-quark", code: 24, message: "no answer within \(Self.connectLimit)")
        do {
            return try await time.withLimit(Self.connectLimit, onTimeout: late, on: thread) {
                let connection = try await BusConnection.connect(to: address, on: thread)
                // Too late: nobody takes it any more.
                if Task.isCancelled { await connection.close() }
                return connection
            }
        } catch let error as GLibError {
            throw error
        } catch {
            throw late
        }
    }

    /// What to say of a daemon that lets nobody in.
    package var hanging: BatonError {
        let process = LockFile.holder(of: runLock)
        let seconds = Self.connectLimit.components.seconds
        return BatonError(
            .timedOut,
            "The daemon at \(socket) does not answer within \(seconds) s; "
                + (process.map { "`kill -KILL \($0)` ends it, and the next program starts another." }
                    ?? "end its process batond, and the next program starts another."))
    }
}
