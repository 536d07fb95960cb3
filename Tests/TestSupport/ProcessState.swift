internal import GLibKit

/// What is settled once for a process, whichever tests run in it.
package enum ProcessState {
    /// As daemons begin: before TLS is used, and with GLib's messages on standard error when they are serious.
    package static func prepare() { prepared }

    private static let prepared: Void = {
        TLSNetwork.refuseOldTLS()
        ProcessSetup.ignoreBrokenPipes()
        // GLib takes a log writer once in a process.
        Log.start(.standardError, minimum: .error)
    }()
}
