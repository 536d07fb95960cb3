import CoreSpotlight
import Foundation

struct Note: Sendable {
    var id: String, folder: String, title: String, text: String
}

struct NoteSearch {
    let index = CSSearchableIndex.default()

    func index(_ notes: [Note]) async throws {
        try await index.indexSearchableItems(
            notes.map { note in
                let attributes = CSSearchableItemAttributeSet(contentType: .plainText)
                attributes.title = note.title
                attributes.textContent = note.text
                return CSSearchableItem(
                    uniqueIdentifier: note.id, domainIdentifier: "notes.\(note.folder)", attributeSet: attributes)
            })
    }

    func removeFolder(_ folder: String) async throws {
        try await index.deleteSearchableItems(withDomainIdentifiers: ["notes.\(folder)"])
    }

    func titles(containing text: String) async throws -> [String] {
        let context = CSSearchQueryContext()
        context.fetchAttributes = ["title"]
        let escaped = text.replacing(/["*\\]/) { "\\\($0.output)" }
        let query = CSSearchQuery(queryString: "title == \"*\(escaped)*\"cd", queryContext: context)
        return try await query.results.reduce(into: []) { titles, result in
            titles.append(result.item.attributeSet.title ?? "")
        }
    }
}
