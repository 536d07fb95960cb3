import ActivityModel
import BatonBus
import FoundationEssentials
import GLibKit
import Synchronization

extension FakeDaemon {
    func addSearch(_ router: inout BusRouter<BusConnection>) {
        router.on(SearchMethods.search) { _, text, options in
            self.script.withLock { $0.searched = options }
            try self.note("Search", text)
            return self.read(\.found)
        }
        router.on(SearchMethods.query) { _, query, options in
            self.script.withLock { $0.searched = options }
            try self.note("Query", query)
            return self.read(\.found)
        }
        router.on(SearchMethods.open) { _, result, platform in
            self.script.withLock { $0.opened = result }
            try self.note("Open", result.app, result.kind.rawValue, result.identifier, platform.activationToken ?? "-")
            return Nothing()
        }
        router.on(SearchMethods.index) { _, items, options in
            self.script.withLock { $0.indexed.append(items) }
            try self.note("Index", "\(items.count)", Self.words(options))
            return Nothing()
        }
        router.on(SearchMethods.delete) { _, identifiers, options in
            try self.note("Delete", identifiers.prefix(4).joined(separator: ","), Self.words(options))
            return Nothing()
        }
        router.on(SearchMethods.deleteDomains) { _, domains, options in
            try self.note("DeleteDomains", domains.joined(separator: ","), Self.words(options))
            return Nothing()
        }
        router.on(SearchMethods.deleteAll) { _, options in
            try self.note("DeleteAll", Self.words(options))
            return Nothing()
        }
        router.on(SearchMethods.forget) { _, options in
            try self.note("Forget items", options.app ?? "-")
            return Nothing()
        }
        router.on(SearchMethods.clientState) { _, options in
            try self.note("ClientState", Self.words(options))
            return self.read(\.clientState)
        }
        router.on(SearchMethods.beginBatch) { _, options in
            try self.note("BeginBatch", Self.words(options))
            return "b1"
        }
        router.on(SearchMethods.endBatch) { _, batch, end in
            self.script.withLock { $0.batchEnd = end }
            try self.note("EndBatch", batch, end.app ?? "-")
            return Nothing()
        }
        router.on(SearchMethods.settle) { _ in
            try self.note("Settle")
            return Nothing()
        }
        router.on(SearchMethods.statistics) { _ in self.read(\.statistics) }
    }

    private static func words(_ options: IndexOptions) -> String {
        "\(options.app ?? "-") \(options.index ?? "-") \(options.batch ?? "-")"
    }
}
