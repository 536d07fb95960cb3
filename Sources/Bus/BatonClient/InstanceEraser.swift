package import ActivityModel
package import BatonBus
package import GLibKit

/// Takes away what a daemon would have: for `baton reset` where no daemon can be had, and for what one has left.
package struct InstanceEraser: Sendable {
    let instance: Instance
    let thread: GLibThread
    let time: TimeSource

    package init(_ instance: Instance, on thread: GLibThread, time: TimeSource) {
        self.instance = instance
        self.thread = thread
        self.time = time
    }

    /// How long another program may take that is starting a daemon, and a daemon that is ending.
    private static let limit = Duration.seconds(15)

    /// Removes everything, under both locks, so that nothing starts or runs meanwhile.
    /// - Parameter socket: whether the socket is nobody's.
    /// - Throws: `alreadyDone` where a daemon runs, `storage` where the locks cannot be had.
    package func erase(socket: Bool) async throws(BatonError) -> [Instance.Leftover] {
        do throws(GLibError) {
            try PrivateFolder.make(instance.runtimeFolder)
        } catch {
            throw BatonError(.storage, "Nothing was removed: \(error.message).")
        }
        var waited = Duration.zero
        while true {
            do throws(GLibError) {
                if let start = try LockFile(path: instance.startLock) {
                    if let run = try LockFile(path: instance.runLock) {
                        let left = instance.erase(socket: socket)
                        _ = consume run
                        _ = consume start
                        return left
                    }
                    _ = consume start
                }
            } catch {
                throw BatonError(.storage, "Nothing was removed: \(error.message).")
            }
            guard waited < Self.limit else {
                let process = LockFile.holder(of: instance.runLock)
                throw BatonError(
                    .alreadyDone,
                    "Nothing was removed: a daemon runs"
                        + (process.map { ", process \($0); `kill \($0)` ends it, then reset again." }
                            ?? "; end it, then reset again."))
            }
            guard (try? await time.sleep(.milliseconds(50))) != nil else {
                throw BatonError(.cancelled, "Nothing was removed: the reset was cancelled.")
            }
            waited += .milliseconds(50)
        }
    }
}

extension Instance {
    /// Has a daemon that speaks no common version do what every version does: `Stop` and `Reset` of `System1`.
    /// - Throws: where it cannot be reached, or refuses.
    package func callUngreeted(
        _ method: BusMethod<Nothing>, on thread: GLibThread, time: TimeSource
    ) async throws(BatonError) {
        let connection: BusConnection
        do throws(GLibError) {
            connection = try await connect(on: thread)
        } catch {
            throw error.isTimedOut
                ? hanging
                : BatonError(.daemonUnavailable, "The daemon at \(socket) cannot be reached.", cause: "\(error)")
        }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        await connection.onClosed { end.finish() }
        do throws(BusCallError) {
            _ = try await connection.call(
                path: BusNames.path, interface: method.interface, method: method.name, arguments: .tuple([]),
                timeout: .seconds(25))
        } catch {
            await connection.close()
            throw BusErrorName.error(from: error, calling: method.name)
        }
        // It closes its connections last but for its files, whose lock says when it is done.
        let late = BatonError(.timedOut, "The daemon was asked to end and has not.")
        do { try await time.withLimit(.seconds(15), onTimeout: late, on: thread) { for await _ in ends {} } } catch {
            throw late
        }
    }
}
