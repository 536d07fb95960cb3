import GLibKit
import TestSupport
import Testing

/// A daemon that a program started: whatever thread of it did that.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
    /// Swift's own threads have every signal blocked. A daemon that inherits this could not be ended by SIGTERM.
    @Test func aDaemonHearsSignalsWhoeverStartedIt() async throws {
        try await DaemonProgram.run { daemon in
            #expect(ProcessFacts.blockedSignals(of: daemon.pid) == "0000000000000000")
        }
    }
}
