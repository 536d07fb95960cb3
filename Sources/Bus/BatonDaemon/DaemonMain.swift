internal import ActivityModel
package import BatonBus
internal import GLibKit

/// The life of the daemon's process.
package enum DaemonMain {
    /// Runs until the daemon is told to stop; gives the exit status.
    /// - Parameter spoken: what it speaks, and as which Baton; another one than this is the tests'.
    package static func run(_ arguments: [String], as spoken: BusProtocol = .own) -> Int32 {
        if arguments.dropFirst().contains("--help") {
            FileDescriptorWriter.all(DaemonConfiguration.usage + "\n", to: 1)
            return 0
        }
        if arguments.dropFirst().contains("--version") {
            sayVersion(spoken.release, arguments)
            return 0
        }
        ProcessSetup.openStandardDescriptors()
        // Before the first thread exists: threads inherit the signal mask, and the others change the environment.
        ProcessSetup.unblockSignals()
        let descriptors = ProcessSetup.takeListenDescriptors()
        TLSNetwork.refuseOldTLS()
        ProcessSetup.ignoreBrokenPipes()
        let configuration: DaemonConfiguration
        do throws(BatonError) {
            var read = try DaemonConfiguration(
                arguments: arguments, environment: ProcessIdentity.environment, userID: ProcessIdentity.user)
            read.descriptors = descriptors
            read.spoken = spoken
            configuration = read
        } catch {
            FileDescriptorWriter.standardError("batond: \(error.message)\n")
            return 2
        }
        startLog(configuration)
        let thread = GLibThread(name: "baton")
        let daemon = Daemon(configuration: configuration, thread: thread, time: .system(on: thread))
        let outcome = ExitStatus()
        thread.task {
            await daemon.onStopped { thread.stop() }
            do throws(BatonError) {
                do throws(BatonError) {
                    try await daemon.start()
                } catch {
                    // The other one may only have been ending.
                    guard error.code == .alreadyDone, await !daemon.othersListen() else { throw error }
                    try await daemon.start()
                }
            } catch {
                // Another program was faster: for whoever waits for a daemon that is as good, once it listens.
                let isRunning = if error.code == .alreadyDone { await daemon.othersListen() } else { false }
                say(isRunning ? "ready" : error.message, configuration)
                FileDescriptorWriter.standardError("batond: \(error.message)\n")
                Log.error(error.description)
                outcome.set(isRunning ? 0 : 3)
                thread.stop()
                return
            }
            ProcessSetup.onTermination(on: thread) { thread.task { await daemon.stop() } }
            say("ready", configuration)
        }
        thread.wait()
        return outcome.value
    }

    /// A program that may start this one asks on a descriptor of its own, as for the word that it listens.
    private static func sayVersion(_ release: String, _ arguments: [String]) {
        let line = "batond \(release)"
        let number = arguments.firstIndex(of: "--ready-fd").flatMap {
            $0 + 1 < arguments.count ? Int32(arguments[$0 + 1]) : nil
        }
        if let number, number > 2 {
            ReadyPipe.say(line, to: number)
        } else {
            FileDescriptorWriter.all(line + "\n", to: 1)
        }
    }

    private static func say(_ line: String, _ configuration: DaemonConfiguration) {
        if let descriptor = configuration.readyDescriptor { ReadyPipe.say(line, to: descriptor) }
    }

    private static func startLog(_ configuration: DaemonConfiguration) {
        let level: Log.Level = configuration.verbose ? .debug : .info
        if Log.hasJournal {
            Log.start(.journal, minimum: level, reveals: configuration.reveals)
            return
        }
        do throws(GLibError) {
            try PrivateFolder.make(configuration.instance.stateFolder)
            let file = try LogFile(path: configuration.instance.logFile)
            Log.start(.file(file), minimum: level, reveals: configuration.reveals)
        } catch {
            Log.start(.standardError, minimum: level, reveals: configuration.reveals)
            Log.warning("the log cannot be written: \(error.message)")
        }
    }
}
