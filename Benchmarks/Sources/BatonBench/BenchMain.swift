import GLibKit

/// The bench's process: it measures, or plays a part for the process that does.
enum BenchMain {
    static func run() -> Int32 {
        // Before the first thread: both change the process.
        TLSNetwork.refuseOldTLS()
        ProcessSetup.ignoreBrokenPipes()
        let thread = GLibThread(name: "bench")
        let outcome = Outcome()
        thread.task {
            do {
                switch CommandLine.arguments.dropFirst().first {
                case EchoPeer.role: try await EchoPeer.serve(on: thread)
                case RunningApp.role: try await RunningApp.serve(on: thread)
                case SearchChild.role:
                    try await SearchChild.serve(Array(CommandLine.arguments.dropFirst(2)), on: thread)
                default: try await Bench(thread: thread, environment: ProcessIdentity.environment).run()
                }
            } catch {
                FileDescriptorWriter.standardError("bench: \(error)\n")
                outcome.fail()
            }
            thread.stop()
        }
        thread.wait()
        return outcome.status
    }
}
