import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

private let reader = "org.example.reader"

private func item(_ id: String, _ title: String, domain: String? = nil) -> SearchableItem {
    var attributes = AttributeSet()
    attributes["title"] = .string(title)
    return SearchableItem(uniqueIdentifier: id, domainIdentifier: domain, attributes: attributes)
}

/// Search over D-Bus: who may do what, whose a batch is, and how a result gets into its app.
@Suite(.timeLimit(.minutes(5))) struct SearchTests {
    private func found(
        _ text: String, by client: DaemonConnection, app: String? = nil
    ) async throws -> [String] {
        try await client.call(SearchMethods.settle)
        var options = SearchOptions()
        options.app = app
        options.limit = 100
        options.patient = true
        return try await client.call(SearchMethods.search, text, options).results
            .map { "\($0.app) \($0.identifier)" }.sorted()
    }

    @Test func anAppFindsItsOwnAndTheUserEverything() async throws {
        try await withDaemon { daemon in
            let (one, other) = (try await daemon.client("org.example.one"), try await daemon.client("org.example.two"))
            let user = try await daemon.client()
            try await one.call(SearchMethods.index, [item("1", "apple")], IndexOptions())
            try await other.call(SearchMethods.index, [item("1", "apple")], IndexOptions())
            try await user.call(SearchMethods.index, [item("1", "apple")], IndexOptions())
            #expect(try await found("apple", by: one) == ["org.example.one 1"])
            #expect(
                try await found("apple", by: user) == ["baton.user 1", "org.example.one 1", "org.example.two 1"])
            #expect(try await found("apple", by: user, app: "org.example.two") == ["org.example.two 1"])
            #expect(try await one.call(SearchMethods.statistics).map(\.app) == ["org.example.one"])
            #expect(try await user.call(SystemMethods.status).indexed == 3)
            try await user.call(SearchMethods.delete, ["1"], IndexOptions(app: "org.example.one"))
            #expect(try await found("apple", by: user) == ["baton.user 1", "org.example.two 1"])
            try await other.call(SearchMethods.forget, AppOptions())
            #expect(try await found("apple", by: user) == ["baton.user 1"])
            try await user.call(SearchMethods.forget, AppOptions())
            #expect(try await found("apple", by: user) == [])
        }
    }

    @Test func whatIsSwitchedOffIsNotIndexedAndCanBeDeleted() async throws {
        try await withDaemon { daemon in
            let (app, user) = (try await daemon.client(reader), try await daemon.client())
            try await app.call(SearchMethods.index, [item("1", "apple")], IndexOptions())
            try await user.call(AppsMethods.setSwitch, reader, "search", false)
            let error = await refusal {
                try await app.call(SearchMethods.index, [item("2", "apple")], IndexOptions())
            }
            #expect(error?.code == .indexUnavailable)
            #expect(error?.message.contains("`baton apps set \(reader) search on`") == true)
            try await app.call(SearchMethods.delete, ["1"], IndexOptions())
            #expect(try await found("apple", by: user) == [])
            try await user.call(AppsMethods.setSwitch, reader, "search", true)
            try await app.call(SearchMethods.index, [item("2", "apple")], IndexOptions())
            #expect(try await found("apple", by: user) == ["\(reader) 2"])
        }
    }

    @Test func aBatchGoesWithItsClient() async throws {
        try await withDaemon { daemon in
            let (app, user) = (try await daemon.client(reader), try await daemon.client())
            var options = IndexOptions(index: "notes")
            options.batch = try await app.call(SearchMethods.beginBatch, options)
            try await app.call(SearchMethods.index, [item("1", "apple")], options)
            let batch = try #require(options.batch)
            try await app.call(ActivitiesMethods.becomeCurrent, reading(), AppOptions())
            await app.close()
            // What it had goes in one stretch: its activity, and its batches.
            _ = try await user.until(ActivitiesMethods.interface, ActivitiesMethods.currentChanged) {
                try await user.call(ActivitiesMethods.listCurrent).isEmpty ? true : nil
            }
            let again = try await daemon.client(reader)
            let error = await refusal {
                try await again.call(SearchMethods.endBatch, batch, BatchEnd(clientState: Data([1])))
            }
            #expect(error?.code == .invalidArgument, "\(error?.message ?? "")")
            #expect(try await found("apple", by: user) == [])
            #expect(try await again.call(SearchMethods.clientState, IndexOptions(index: "notes")) == Data())
        }
    }

    @Test func aUsersProgramEndsABatchForTheAppThatItIsFor() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            var options = IndexOptions(app: reader, index: "notes")
            options.batch = try await user.call(SearchMethods.beginBatch, options)
            try await user.call(SearchMethods.index, [item("1", "apple")], options)
            #expect(try await found("apple", by: user) == [])
            var end = BatchEnd(clientState: Data([7]), expectedState: Data())
            end.app = reader
            try await user.call(SearchMethods.endBatch, try #require(options.batch), end)
            #expect(try await found("apple", by: user) == ["\(reader) 1"])
            #expect(
                try await user.call(SearchMethods.clientState, IndexOptions(app: reader, index: "notes")) == Data([7]))
        }
    }

    @Test func savedActivitiesAreFoundWhileTheyAreEligible() async throws {
        try await withDaemon { daemon in
            let (app, user) = (try await daemon.client(reader), try await daemon.client())
            var record = reading("1", title: "apple", [.search, .prediction])
            record.persistentIdentifier = "p"
            try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            #expect(try await found("apple", by: user) == ["\(reader) p"])
            // Kept for another use now.
            record.eligibility = [.prediction]
            try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            #expect(try await found("apple", by: user) == [])
            record.eligibility = [.search]
            try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            #expect(try await found("apple", by: user) == ["\(reader) p"])
            #expect(try await user.call(ActivitiesMethods.deleteSaved, ["p"], AppOptions(app: reader)) == 1)
            #expect(try await found("apple", by: user) == [])
        }
    }

    @Test func allSavedActivitiesOfAllAppsAreForgottenAtOnce() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            for name in ["org.example.one", "org.example.two"] {
                let app = try await daemon.client(name)
                try await app.call(ActivitiesMethods.becomeCurrent, reading(title: "apple", [.search]), AppOptions())
            }
            #expect(try await found("apple", by: user).count == 2)
            #expect(try await user.call(ActivitiesMethods.forget, AppOptions(app: "org.example.one")) == 1)
            #expect(try await user.call(ActivitiesMethods.forget, AppOptions()) == 1)
            #expect(try await user.call(ActivitiesMethods.listSaved, AppOptions()).isEmpty)
            #expect(try await found("apple", by: user) == [])
        }
    }

    // MARK: Into an app

    /// A running app that is installed under the reader's id.
    private func withReader(
        _ keys: String = "", _ body: (DaemonFixture, DaemonConnection, FakeApp) async throws -> Void
    ) async throws {
        try await withDaemon { daemon in
            // Known as the user's before there is an app that runs the same file.
            let user = try await daemon.client()
            let list = plist(id: reader, executable: "run").replacing("</dict></plist>", with: "\(keys)</dict></plist>")
            try daemon.scratch.write("Reader.app/Info.plist", list)
            try #require(
                ScratchFolder.hardLink(ProcessIdentity.executable ?? "", as: daemon.scratch.file("Reader.app/run")))
            _ = try await user.call(AppsMethods.add, daemon.scratch.file("Reader.app"))
            let app = FakeApp()
            let client = try await daemon.client(reader, app)
            try await client.call(ConnectionMethods.ready)
            try await body(daemon, user, app)
        }
    }

    /// Its type is none of those that the app lists.
    @Test func anItemIsOpenedInItsApp() async throws {
        try await withReader { _, user, app in
            try await user.call(SearchMethods.index, [item("r-1", "apple")], IndexOptions(app: reader))
            try await user.call(SearchMethods.settle)
            var result = ResultToOpen(app: reader, kind: .item, identifier: "r-1")
            result.typed = "app"
            try await user.call(SearchMethods.open, result, PlatformData(activationToken: "token"))
            let (record, platform) = try await app.activities.next()
            #expect(record.type == SearchActivity.itemType)
            #expect(try record.payload()[SearchActivity.itemIdentifier] == .string("r-1"))
            #expect(platform.cause == "search" && platform.activationToken == "token")
            result.identifier = "none"
            let missing = result
            let error = await refusal { try await user.call(SearchMethods.open, missing, PlatformData()) }
            #expect(error?.code == .noSuchItem)
            #expect(app.activities.waiting == 0)
        }
    }

    @Test func aSearchGoesOnInAnAppThatTakesIt() async throws {
        try await withReader("<key>CoreSpotlightContinuation</key><true/>") { _, user, app in
            #expect(try await user.call(AppsMethods.show, reader).manifest.search?.continuation == true)
            try await user.call(SearchMethods.searchInApp, reader, "say \"hi\"", PlatformData())
            let record = try await app.activities.next().record
            #expect(record.type == SearchActivity.continuationType && record.eligibility == [])
            #expect(try record.payload()[SearchActivity.queryString] == .string("say \"hi\""))
        }
    }

    @Test func aSearchDoesNotGoToAnAppThatTakesNone() async throws {
        try await withReader { _, user, app in
            let error = await refusal {
                try await user.call(SearchMethods.searchInApp, reader, "apple", PlatformData())
            }
            #expect(error?.code == .refused)
            #expect(error?.message.contains("CoreSpotlightContinuation") == true)
            #expect(app.activities.waiting == 0)
        }
    }
}
