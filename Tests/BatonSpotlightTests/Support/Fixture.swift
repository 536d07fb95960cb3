import ActivityModel
import BatonBus
import BatonClient
import BatonSpotlight
import BatonTypes
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import UserActivity

/// All tests of the module: those that look at the process's one diagnostics handler must not run beside each other.
@Suite(.serialized) struct SpotlightTests {}

/// An app's end and a fake daemon's, in a folder of the test's own.
struct Fixture: Sendable {
    let search: FakeSearch
    let center: ActivityCenter

    static func with(_ body: @Sendable (Fixture) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let instance = try Instance(folder: folder.file("i"), environment: [:], userID: ProcessIdentity.user)
            try FileManager.default.createDirectory(atPath: folder.file("i"), withIntermediateDirectories: true)
            let search = FakeSearch(instance)
            try await search.start()
            let result: Result<Void, any Error>
            do {
                try await withApp(instance) { center in try await body(Fixture(search: search, center: center)) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await search.end.stop()
            try result.get()
        }
    }

    /// Runs `body` as the code of an app that belongs to `instance`.
    static func withApp(
        _ instance: Instance, id: String = "org.example.test", _ body: (ActivityCenter) async throws -> Void
    ) async throws {
        try await Hearing().hears {
            let thread = GLibThread(name: "test app")
            let center = ActivityCenter(
                thread: thread, instance: instance, identity: ClientIdentity(program: "test", app: id), starter: nil)
            let result: Result<Void, any Error>
            do {
                try await ActivityCenter.$override.withValue(center) { try await body(center) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await center.finish(within: .seconds(2))
            thread.stop()
            try result.get()
        }
    }

    static func item(_ identifier: String, domain: String? = nil, title: String? = nil) -> CSSearchableItem {
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.title = title ?? identifier
        return CSSearchableItem(uniqueIdentifier: identifier, domainIdentifier: domain, attributeSet: attributes)
    }
}

/// What the module reports while `body` runs.
func reports<T>(_ body: () async throws -> T) async rethrows -> [UserActivityDiagnostics.Message] {
    let hearing = Hearing.current ?? Hearing()
    let earlier = hearing.messages.withLock { $0.count }
    _ = try await hearing.hears(body)
    return hearing.messages.withLock { Array($0[earlier...]) }
}

/// Hears what one test's app reports, while others run beside it.
private final class Hearing: Sendable {
    @TaskLocal static var current: Hearing?
    let messages = Mutex<[UserActivityDiagnostics.Message]>([])

    func hears<T>(_ body: () async throws -> T) async rethrows -> T {
        try await Self.$current.withValue(self) {
            try await UserActivityDiagnostics.$capture.withValue({ [self] message in
                messages.withLock { $0.append(message) }
            }) { try await body() }
        }
    }
}
