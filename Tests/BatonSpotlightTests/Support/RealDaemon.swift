import ActivityModel
import BatonBus
import BatonClient
import BatonDaemon
import FoundationEssentials
import GLibKit
import TestSupport
import Testing
import UserActivity

/// The real daemon in the test's process, and a user's program that waits for its index.
struct RealDaemon: Sendable {
    let instance: Instance
    private let user: DaemonConnection

    /// Runs `body` as the code of an app beside a daemon of its own.
    static func with(_ body: @Sendable (RealDaemon) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            ProcessState.prepare()
            let instance = try Instance(folder: folder.file("instance"), environment: [:], userID: ProcessIdentity.user)
            var configuration = DaemonConfiguration(
                instance: instance, environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path])
            configuration.usesSessionBus = false
            configuration.appFolders = [folder.file("apps")]
            let (thread, clientThread) = (GLibThread(name: "daemon"), GLibThread(name: "clients"))
            let daemon = Daemon(configuration: configuration, thread: thread, time: .system(on: thread))
            try await daemon.start()
            let user = DaemonConnection(
                thread: clientThread, instance: instance, identity: ClientIdentity(program: "tests"), starter: nil,
                time: .system(on: clientThread))
            let real = RealDaemon(instance: instance, user: user)
            let result: Result<Void, any Error>
            do {
                try await Fixture.withApp(instance) { _ in try await body(real) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await user.close()
            await daemon.stop()
            clientThread.stop()
            thread.stop()
            try result.get()
        }
    }

    /// Until what was indexed can be found.
    func settle() async throws { _ = try await user.call(SearchMethods.settle) }
}
