package import ActivityModel
package import BatonBus
internal import FoundationEssentials
package import GLibKit

/// Finds and starts the daemon: under a lock, so that of many programs one does, and with word from it when it listens.
package struct DaemonStarter: Sendable {
    /// The daemon's executable.
    package let executable: String
    package let environment: [String: String]
    /// How long the daemon may take until it listens.
    package var limit = Duration.seconds(15)

    /// Finds `batond`: `BATON_DAEMON`, beside the program's own executable, where it is installed, then PATH.
    /// - Returns: nil where there is none.
    package init?(environment: [String: String], ownExecutable: String?) {
        var candidates: [String] = []
        if let named = environment["BATON_DAEMON"], !named.isEmpty { candidates.append(named) }
        if let folder = ownExecutable?.split(separator: "/", omittingEmptySubsequences: false).dropLast(),
            !folder.isEmpty
        {
            candidates.append(folder.joined(separator: "/") + "/batond")
        }
        candidates += ["/usr/local/bin/batond", "/usr/bin/batond"]
        candidates += (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/batond" }
        guard let found = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return nil
        }
        executable = found
        self.environment = environment
    }

    package init(executable: String, environment: [String: String]) {
        self.executable = executable
        self.environment = environment
    }

    /// Starts the daemon of the instance and waits until it listens.
    package func start(_ instance: Instance, on thread: GLibThread, time: TimeSource) async throws(BatonError) {
        do throws(GLibError) {
            try PrivateFolder.make(instance.runtimeFolder)
        } catch {
            throw BatonError(
                .daemonUnavailable, "The daemon's folder \(instance.runtimeFolder) cannot be used: \(error.message).")
        }
        var waited = Duration.zero
        while true {
            let lock: LockFile?
            do throws(GLibError) {
                lock = try LockFile(path: instance.startLock)
            } catch {
                throw BatonError(.daemonUnavailable, "The daemon cannot be started: \(error.message).")
            }
            if lock != nil {
                // Another program may have started it while this one waited for the lock.
                do throws(GLibError) {
                    let running = try await instance.connect(on: thread)
                    await running.close()
                } catch {
                    if error.isTimedOut { throw instance.hanging }
                    try await launch(instance, on: thread, time: time)
                }
                _ = consume lock
                return
            }
            guard waited < limit else {
                throw BatonError(
                    .daemonUnavailable,
                    "Another program has been starting the daemon for \(limit.components.seconds) s; "
                        + "`baton doctor` says what is in the way.")
            }
            do { try await time.sleep(.milliseconds(20)) } catch {
                throw BatonError(.cancelled, "Starting the daemon was cancelled.")
            }
            waited += .milliseconds(20)
        }
    }

    /// The version of the daemon's program; nil where it cannot say.
    func version(on thread: GLibThread, time: TimeSource) async -> String? {
        do throws(GLibError) {
            let pipe = try ReadyPipe()
            _ = try Spawn.detached(
                [executable, "--version", "--ready-fd", "3"], environment: environment, folder: "/", output: false,
                readyDescriptor: pipe.writeEnd)
            let words = try await pipe.word(on: thread, within: .seconds(5), time: time)?.split(separator: " ") ?? []
            return words.count == 2 && words[0] == "batond" ? String(words[1]) : nil
        } catch {
            return nil
        }
    }

    private func launch(_ instance: Instance, on thread: GLibThread, time: TimeSource) async throws(BatonError) {
        var arguments = [executable]
        if let directory = instance.directory { arguments += ["--instance", directory] }
        arguments += ["--ready-fd", "3"]
        var environment = environment
        // Read when GLib is loaded: what is freed then goes back to the system (docs/storage.md).
        environment["G_SLICE"] = "always-malloc"
        environment["BATON_LAUNCH_TOKEN"] = nil
        let word: String?
        do throws(GLibError) {
            let pipe = try ReadyPipe()
            _ = try Spawn.detached(
                arguments, environment: environment, folder: "/", output: false, readyDescriptor: pipe.writeEnd)
            word = try await pipe.word(on: thread, within: limit, time: time)
        } catch {
            throw BatonError(
                .daemonUnavailable, "The daemon \(executable) could not be started: \(error.message).",
                cause: error.description)
        }
        if word == "ready" { return }
        let reason = word.flatMap { $0.isEmpty ? nil : $0 } ?? "it ended without a word; `baton log` may say why"
        throw BatonError(.daemonUnavailable, "The daemon \(executable) did not start: \(reason)")
    }
}
