import CoreSpotlight
import Foundation

// Both extensions of an app, as a process of its own, for tests. It writes what it is asked, a line each, into `told` in the
// app's folder, a pipe that a test reads; `behaviour` there may say what to do instead: `hang` or `die`.

let folder = ProcessInfo.processInfo.environment["BATON_APP"] ?? "."

func tell(_ line: String) {
    let descriptor = open("\(folder)/told", O_WRONLY)
    guard descriptor >= 0 else { return }
    _ = Array("\(line)\n".utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
}

func act() {
    switch (try? String(contentsOfFile: "\(folder)/behaviour", encoding: .utf8)) ?? "" {
    case "hang": while true { pause() }
    case "die": kill(getpid(), SIGKILL)
    default: break
    }
}

final class Indexer: CSIndexExtensionRequestHandler {
    override func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping @Sendable () -> Void
    ) {
        tell("all")
        act()
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.title = "Indexed by an extension"
        let item = CSSearchableItem(uniqueIdentifier: "1", domainIdentifier: nil, attributeSet: attributes)
        searchableIndex.indexSearchableItems([item]) { error in
            tell(error.map { "error \(($0 as NSError).code)" } ?? "indexed")
            acknowledgementHandler()
        }
    }

    override func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void
    ) {
        tell(identifiers.joined(separator: ","))
        acknowledgementHandler()
    }
}

final class Importer: CSImportExtension {
    override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
        tell("describe \(contentURL.lastPathComponent)")
        act()
        attributes.title = try String(contentsOf: contentURL, encoding: .utf8)
    }
}

tell("launched \(getpid())")
if ProcessInfo.processInfo.environment["BATON_EXTENSION"] == "com.apple.spotlight.index" {
    Indexer.main()
} else {
    Importer.main()
}
