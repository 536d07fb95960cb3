internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import GLibKit

// Making room for a newer Baton's daemon (docs/decisions/newer-daemon.md).

extension Daemon {
    /// Ends, so that the newer Baton that asks can start its own daemon, if nobody needs this one.
    ///
    /// Looking who is there and closing the door are one stretch without a suspension: who comes later finds no listener,
    /// and never a daemon that took a call and ends under it.
    /// - Throws: `refused`: to who is not newer, and while the daemon is in use.
    func retire(for successor: Successor) throws(BatonError) {
        let own = configuration.spoken.release
        guard let version = successor.version, ReleaseVersion.isNewer(version, than: own) else {
            throw BatonError(.refused, "This daemon, Baton \(own), ends for a newer Baton alone; `baton stop` ends it.")
        }
        guard let running else { throw BatonError(.refused, "The daemon is ending already.") }
        let uses = Self.uses(of: running)
        guard uses.isEmpty else {
            throw BatonError(
                .refused, "The daemon, Baton \(own), goes on, since it is in use: \(uses.joined(separator: ", ")).")
        }
        Log.info("Baton \(version) takes over from \(own)")
        for listener in running.listeners { listener.stop() }
        self.running?.listeners = []
        running.sessions.assumeIsolated { $0.isEnding = true }
        thread.task { [self] in await stop() }
    }

    /// Why it cannot end unnoticed. A link to another device alone is no reason: it comes up again by itself, and what
    /// was offered over it is offered again.
    private static func uses(of running: Running) -> [String] {
        // The services' actors live on this one's thread.
        let others = running.sessions.assumeIsolated { $0.present } - 1
        var uses: [String] = []
        if others > 0 { uses.append(others == 1 ? "another program is connected" : "\(others) programs are connected") }
        if running.activities.assumeIsolated({ !$0.current().isEmpty }) { uses.append("an activity is current") }
        if running.apps.assumeIsolated({ $0.isDelivering }) { uses.append("an app is being handed something") }
        if running.apps.assumeIsolated({ $0.isRunningExtension }) { uses.append("an app's extension is at work") }
        if running.devices.assumeIsolated({ $0.isPairing }) { uses.append("a device is being added") }
        if running.handoff.assumeIsolated({ $0.isFetching }) { uses.append("another device is being talked to") }
        return uses
    }
}
