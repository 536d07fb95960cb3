import ActivityModel
import BatonBus
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import BatonDaemon

private let reader = "org.example.reader"

/// Which clients fill an index again, and how they are asked.
@Suite(.timeLimit(.minutes(5))) struct FollowerTests {
    /// A client that follows `index` and answers what the daemon asks of it.
    private func follower(
        _ daemon: DaemonFixture, _ index: String?, asked: Arrivals<String>, fails: Bool = false
    ) async throws -> BusConnection {
        let connection = try await daemon.raw()
        try await connection.export(path: BusNames.appPath, xml: BusXML.app) { call in
            let texts = (0..<call.arguments.count).map { index in
                let argument = call.arguments[index]
                return argument.string ?? (0..<argument.count).compactMap { argument[$0].string }.joined(separator: ",")
            }
            asked.put("\(call.method) \(texts.joined(separator: " "))")
            if fails { call.fail("org.baton.Error.Refused", "not now") } else { call.reply(nil) }
        }
        let hello = HelloRequest(program: "tests", app: reader, launchToken: nil)
        #expect(
            try await connection.errorName(
                ConnectionMethods.interface, "Hello", try ConnectionMethods.hello.encode(hello)) == nil)
        try await change("FollowIndex", index, connection)
        return connection
    }

    private func change(_ method: String, _ index: String?, _ connection: BusConnection) async throws {
        let arguments = try SearchMethods.followIndex.encode(IndexOptions(index: index))
        #expect(try await connection.errorName(SearchMethods.interface, method, arguments) == nil)
    }

    private func followers(_ daemon: DaemonFixture, _ index: String?) async throws -> [IndexFollower] {
        let running = try #require(await daemon.daemon?.running)
        return await running.sessions.followers(app: reader, index: index)
    }

    @Test func whoFollowsAnIndexIsAskedToFillIt() async throws {
        try await withDaemon { daemon in
            let asked = Arrivals<String>("a call of the app")
            let named = try await follower(daemon, "notes", asked: asked)
            let standard = try await follower(daemon, nil, asked: asked)
            let found = try await followers(daemon, "notes")
            #expect(found.count == 1)
            try await found.first?.reindexAll()
            #expect(try await asked.next() == "ReindexAll notes")
            try await found.first?.reindex(["a", "b"])
            #expect(try await asked.next() == "Reindex notes a,b")
            // The default index has no name.
            try await followers(daemon, nil).first?.reindexAll()
            #expect(try await asked.next() == "ReindexAll ")
            try await change("UnfollowIndex", "notes", named)
            #expect(try await followers(daemon, "notes").isEmpty)
            #expect(try await followers(daemon, nil).count == 1)
            await named.close()
            await standard.close()
        }
    }

    @Test func whatTheFollowerAnswersIsTheAnswer() async throws {
        try await withDaemon { daemon in
            let asked = Arrivals<String>("a call of the app")
            let connection = try await follower(daemon, nil, asked: asked, fails: true)
            let found = try await followers(daemon, nil)
            let error = await refusal { try await found.first?.reindexAll() }
            #expect(error?.code == .refused)
            await connection.close()
            let gone = await refusal { try await found.first?.reindexAll() }
            #expect(gone?.code == .connectionUnavailable)
        }
    }

    @Test func oneClientFollowsNoMoreThanThereIsRoomFor() async throws {
        try await withDaemon { daemon in
            let connection = try await follower(daemon, nil, asked: Arrivals("a call of the app"))
            for number in 1..<64 { try await change("FollowIndex", "i\(number)", connection) }
            // Once more is not one more.
            try await change("FollowIndex", "i1", connection)
            let arguments = try SearchMethods.followIndex.encode(IndexOptions(index: "i64"))
            let error = try await connection.errorName(SearchMethods.interface, "FollowIndex", arguments)
            #expect(error?.0 == "org.baton.Error.TooMany")
            await connection.close()
        }
    }
}
