import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

/// What the daemon is given of items, searches and results, at each limit and beyond it.
@Suite(.timeLimit(.minutes(5))) struct SearchArgumentTests {
    private static func item(_ id: String, _ attributes: [String: PayloadValue] = [:]) -> SearchableItem {
        var set = AttributeSet()
        set.values = attributes
        return SearchableItem(uniqueIdentifier: id, attributes: set)
    }

    private static func text(_ bytes: Int) -> String { String(repeating: "a", count: bytes) }

    /// Whether each call is taken, or refused as what it is.
    private func outcomes(_ calls: [() async throws -> Void]) async -> [String] {
        var outcomes: [String] = []
        for call in calls {
            do {
                try await call()
                outcomes.append("taken")
            } catch {
                outcomes.append((error as? BatonError)?.code.rawValue ?? "\(error)")
            }
        }
        return outcomes
    }

    private let held = ["taken", "InvalidArgument"]

    @Test func callsAreHeldToTheirLimits() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            let own = IndexOptions()
            for count in [1000] {
                let items = (0...count).map { Self.item("i\($0)") }
                #expect(
                    await outcomes([
                        { try await user.call(SearchMethods.index, Array(items.dropLast()), own) },
                        { try await user.call(SearchMethods.index, items, own) },
                    ]) == held)
            }
            let names = (0...1000).map { "n\($0)" }
            for method in [SearchMethods.delete, SearchMethods.deleteDomains] {
                #expect(
                    await outcomes([
                        { try await user.call(method, Array(names.dropLast()), own) },
                        { try await user.call(method, names, own) },
                    ]) == held)
                #expect(
                    await outcomes([
                        { try await user.call(method, [Self.text(4096), ""], own) },
                        { try await user.call(method, [Self.text(4097)], own) },
                    ]) == held)
            }
            #expect(
                await outcomes([
                    { try await user.call(SearchMethods.index, [Self.item(Self.text(4096))], own) },
                    { try await user.call(SearchMethods.index, [Self.item(Self.text(4097))], own) },
                    { try await user.call(SearchMethods.index, [Self.item("")], own) },
                ]) == held + ["InvalidArgument"])
            for name in [Self.text(128), Self.text(129), ""] {
                let options = IndexOptions(index: name)
                let expected = name.utf8.count == 128 ? "taken" : "InvalidArgument"
                #expect(
                    await outcomes([
                        { try await user.call(SearchMethods.index, [], options) },
                        { try await user.call(SearchMethods.deleteAll, options) },
                        { try await user.call(SearchMethods.followIndex, options) },
                        { _ = try await user.call(SearchMethods.clientState, options) },
                    ]) == Array(repeating: expected, count: 4), "\(name.utf8.count)")
            }
        }
    }

    @Test func searchesAreHeldToTheirLimits() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            func outcome(_ change: (inout SearchOptions) -> Void) async -> String {
                var options = SearchOptions()
                change(&options)
                let changed = options
                return await outcomes([{ _ = try await user.call(SearchMethods.search, "a", changed) }])[0]
            }
            let names = Array(repeating: "title", count: 101)
            #expect(await outcome { $0.fetch = Array(names.dropLast()) } == "taken")
            #expect(await outcome { $0.fetch = names } == "InvalidArgument")
            #expect(await outcome { $0.fetch = [""] } == "InvalidArgument")
            #expect(await outcome { $0.fetch = [Self.text(129)] } == "InvalidArgument")
            #expect(await outcome { $0.indexes = names } == "InvalidArgument")
            #expect(await outcome { $0.filters = names } == "InvalidArgument")
            #expect(await outcome { $0.languages = names } == "InvalidArgument")
            #expect(await outcome { $0.languages = [Self.text(65)] } == "InvalidArgument")
            #expect(await outcome { $0.after = Self.text(4097) } == "InvalidArgument")
            #expect(await outcome { $0.app = "no app's id" } == "InvalidArgument")
            // A number is taken to the nearest that there is.
            for limit in [Int.min, -1, 0, 1, 1000, 1_000_000] {
                #expect(await outcome { $0.limit = limit } == "taken", "\(limit)")
            }
        }
    }

    @Test func anItemThatCannotBeIndexedLeavesTheOthersOfItsCallOut() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            var odd = Self.item("odd", ["title": .string("b")])
            odd.attributes = Data("{\"title\":".utf8)
            for bad in [Self.item("x", ["dueDate": .string("soon")]), odd] {
                let error = await refusal {
                    try await user.call(
                        SearchMethods.index, [Self.item("good", ["title": .string("a")]), bad], IndexOptions())
                }
                #expect([.invalidArgument, .invalidPayload].contains(error?.code), "\(error?.message ?? "")")
            }
            try await user.call(SearchMethods.settle)
            #expect(try await user.call(SearchMethods.statistics).isEmpty)
        }
    }

    @Test func whatDoesNotExistIsSaidToBeMissing() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            let result = ResultToOpen(app: "org.example.none", kind: .item, identifier: "1")
            #expect(
                await outcomes([
                    { try await user.call(SearchMethods.open, result, PlatformData()) },
                    { try await user.call(SearchMethods.searchInApp, "org.example.none", "a", PlatformData()) },
                    {
                        let options = IndexOptions(batch: "none")
                        try await user.call(SearchMethods.index, [Self.item("1")], options)
                    },
                    { try await user.call(SearchMethods.endBatch, "none", BatchEnd(clientState: Data())) },
                ]) == ["NoSuchItem", "NoSuchApp", "InvalidArgument", "InvalidArgument"])
        }
    }
}
