internal import ActivityModel
internal import BatonBus
internal import GLibKit

/// The life of the daemon's process.
package enum DaemonMain {
    /// Runs until the daemon is told to stop; gives the exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        if arguments.dropFirst().contains("--help") {
            FileDescriptorWriter.all(DaemonConfiguration.usage + "\n", to: 1)
            return 0
        }
        if arguments.dropFirst().contains("--version") {
            FileDescriptorWriter.all("batond \(BusProtocol.release)\n", to: 1)
            return 0
        }
        // Before the first thread exists: threads inherit the signal mask, and the others change the environment.
        ProcessSetup.unblockSignals()
        let descriptors = ProcessSetup.takeListenDescriptors()
        TLSNetwork.restrictToTLS13()
        ProcessSetup.ignoreBrokenPipes()
        let configuration: DaemonConfiguration
        do throws(BatonError) {
            var read = try DaemonConfiguration(
                arguments: arguments, environment: ProcessIdentity.environment, userID: ProcessIdentity.user)
            read.descriptors = descriptors
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
                try await daemon.start()
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
