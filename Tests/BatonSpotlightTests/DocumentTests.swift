import Foundation
import Synchronization
import TestSupport
import Testing

extension SpotlightTests {
    @Suite struct DocumentTests {
        @Test func theExampleIsTheDocuments() throws {
            let example = try repositoryFile("Tests/BatonSpotlightTests/DocumentExample.swift")
            #expect(try repositoryFile("docs/spotlight.md").contains("```swift\n\(example)```"))
        }

        @Test func theExampleDoesWhatItSays() async throws {
            try await Fixture.with { fixture in
                let search = NoteSearch()
                fixture.search.script.withLock { $0.pages = ["": .page(["1"], title: "Coast")] }
                try await search.index([Note(id: "1", folder: "travel", title: "Coast", text: "From the lighthouse")])
                #expect(try await search.titles(containing: "a\"*\\b") == ["Coast"])
                try await search.removeFolder("travel")
                #expect(
                    try await fixture.search.next(3)
                        == ["index 1", "query title == \"*a\\\"\\*\\\\b*\"cd", "domains notes.travel"])
            }
        }
    }
}
