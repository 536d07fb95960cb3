// As articles about Core Spotlight write it, with Apple's imports alone.
import CoreSpotlight
import Foundation
import MobileCoreServices
import TestSupport
import Testing

/// Articles use what is deprecated; called through this, that is no warning.
private protocol Article {
    func index(title: String, text: String)
    func find(_ text: String) -> CSSearchQuery
}

private final class Notes: NSObject, CSSearchableIndexDelegate, Article, Sendable {
    let indexed = Arrivals<Bool>("indexing")

    @available(*, deprecated)
    func index(title: String, text: String) {
        let attributeSet = CSSearchableItemAttributeSet(itemContentType: kUTTypeText as String)
        attributeSet.title = title
        attributeSet.contentDescription = text
        attributeSet.keywords = ["note", title]
        attributeSet.supportsNavigation = true
        attributeSet.latitude = 53.55
        attributeSet.rankingHint = 50
        let item = CSSearchableItem(
            uniqueIdentifier: "note-\(title)", domainIdentifier: "com.example.notes", attributeSet: attributeSet)
        item.expirationDate = Date.distantFuture
        CSSearchableIndex.default().indexSearchableItems([item]) { error in
            if let error = error {
                print("Indexing error: \(error.localizedDescription)")
            }
            self.indexed.put(error == nil)
        }
    }

    func removeAll() {
        CSSearchableIndex.default().deleteSearchableItems(withDomainIdentifiers: ["com.example.notes"]) { error in
            self.indexed.put(error == nil)
        }
    }

    @available(*, deprecated)
    func find(_ text: String) -> CSSearchQuery {
        let queryString = "title == \"*\(text)*\"cd"
        let query = CSSearchQuery(queryString: queryString, attributes: ["title", "contentDescription"])
        query.foundItemsHandler = { (items: [CSSearchableItem]) in
            for item in items { print(item.attributeSet.title ?? "") }
        }
        query.completionHandler = { (error: Error?) in self.indexed.put(error == nil) }
        query.start()
        return query
    }

    func show(_ title: String) -> NSUserActivity {
        let activity = NSUserActivity(activityType: "com.example.notes.reading")
        activity.title = title
        let attributes = CSSearchableItemAttributeSet(contentType: .text)
        attributes.relatedUniqueIdentifier = "note-\(title)"
        attributes.thumbnailData = Data([1])
        activity.contentAttributeSet = attributes
        activity.isEligibleForSearch = true
        return activity
    }

    func note(of activity: NSUserActivity) -> String? {
        guard activity.activityType == CSSearchableItemActionType else { return nil }
        return activity.userInfo?[CSSearchableItemActivityIdentifier] as? String
    }

    func text(of activity: NSUserActivity) -> String? {
        guard activity.activityType == CSQueryContinuationActionType else { return nil }
        return activity.userInfo?[CSSearchQueryString] as? String
    }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping () -> Void
    ) { acknowledgementHandler() }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping () -> Void
    ) { acknowledgementHandler() }
}

/// What a test of an app's puts in its place.
private final class MockIndex: CSSearchableIndex, @unchecked Sendable {
    // Proof of @unchecked: nothing is stored here.
    override func indexSearchableItems(
        _ items: [CSSearchableItem], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) { completionHandler?(CocoaError(.featureUnsupported)) }
}

extension SpotlightTests {
    @Suite struct ArticleTests {
        @Test func anArticlesAppIndexesFindsAndDeletes() async throws {
            try await Fixture.with { fixture in
                let notes = Notes()
                CSSearchableIndex.default().indexDelegate = notes
                let first = try await fixture.search.next(1)
                #expect(first == ["follow"])
                let article: any Article = notes
                article.index(title: "Coast", text: "From the lighthouse to the bay")
                #expect(try await notes.indexed.next())
                let query = article.find("coast")
                #expect(try await notes.indexed.next())
                #expect(query.foundItemCount == 0)
                notes.removeAll()
                #expect(try await notes.indexed.next())
                #expect(
                    try await fixture.search.next(3)
                        == ["index note-Coast", "query title == \"*coast*\"cd", "domains com.example.notes"])
                let activity = notes.show("Coast")
                #expect(activity.contentAttributeSet?.relatedUniqueIdentifier == "note-Coast")
                #expect(notes.note(of: activity) == nil)
                let opened = NSUserActivity(activityType: "com.apple.corespotlightitem")
                opened.userInfo = ["kCSSearchableItemActivityIdentifier": "note-Coast"]
                #expect(notes.note(of: opened) == "note-Coast")
                let continued = NSUserActivity(activityType: "com.apple.corespotlightquerycontinuation")
                continued.userInfo = ["kCSSearchQueryString": "coast"]
                #expect(notes.text(of: continued) == "coast")
            }
        }

        @Test func anIndexCanBeMocked() async throws {
            try await Fixture.with { fixture in
                let called = Arrivals<Void>("the completion")
                let index: CSSearchableIndex = MockIndex(name: "mock")
                index.indexSearchableItems([]) { _ in called.put(()) }
                try await called.next()
                #expect(fixture.search.calls.waiting == 0)
            }
        }
    }
}
