import ActivityModel
import BatonSpotlight
import BatonTypes
import Foundation
import TestSupport
import Testing
import UserActivity

extension SpotlightTests {
    @Suite struct ItemTests {
        private func sent(_ item: CSSearchableItem) async throws -> SearchableItem {
            let sent = Arrivals<SearchableItem>("an item")
            try await Fixture.with { fixture in
                try await CSSearchableIndex.default().indexSearchableItems([item])
                guard case .index(let items, _) = try await fixture.search.calls.next() else { return }
                items.forEach(sent.put)
            }
            return try await sent.next()
        }

        @Test func anIdentifierIsMadeWhereThereIsNone() {
            let attributes = CSSearchableItemAttributeSet(contentType: .text)
            let one = CSSearchableItem(uniqueIdentifier: nil, domainIdentifier: nil, attributeSet: attributes)
            let two = CSSearchableItem(uniqueIdentifier: nil, domainIdentifier: nil, attributeSet: attributes)
            #expect(UUID(uuidString: one.uniqueIdentifier) != nil)
            #expect(one.uniqueIdentifier != two.uniqueIdentifier)
        }

        @Test func anItemLivesForAMonthUnlessItSaysOtherwise() async throws {
            let item = Fixture.item("a")
            let month = 30 * 24 * 60 * 60.0
            let left: TimeInterval = item.expirationDate.timeIntervalSinceNow
            #expect(abs(left - month) < 60)
            #expect(try await sent(item).expirationDate == nil)
            item.expirationDate = .distantFuture
            #expect(item.expirationDate == .distantFuture)
            #expect(try await sent(item).expirationDate == .distantFuture)
            item.expirationDate = nil
            let again: TimeInterval = item.expirationDate.timeIntervalSinceNow
            #expect(abs(again - month) < 60)
            #expect(try await sent(item).expirationDate == nil)
            let messages = await reports { item.expirationDate = Date(timeIntervalSinceReferenceDate: .nan) }
            #expect(messages.map(\.level) == [.error])
        }

        @Test func nothingIsSaidByAnUpdateAlone() async throws {
            let item = Fixture.item("a", domain: "d.e", title: "t")
            item.attributeSet.album = nil
            let replacing = try await sent(item)
            #expect(replacing.isUpdate == nil && replacing.domainIdentifier == "d.e")
            #expect(try replacing.attributeSet()["album"] == nil)
            #expect(try replacing.attributeSet()["title"] == .string("t"))
            item.isUpdate = true
            let update = try await sent(item)
            #expect(update.isUpdate == true)
            #expect(try update.attributeSet()["album"] == .null)
        }

        @Test func theTypesOfAnItemAreIndexed() async throws {
            let attributes = CSSearchableItemAttributeSet(contentType: .png)
            let item = CSSearchableItem(uniqueIdentifier: "a", domainIdentifier: nil, attributeSet: attributes)
            let tree = try await sent(item).attributeSet().texts("contentTypeTree")
            #expect(tree.first == "public.png")
            #expect(Set(tree).isSuperset(of: ["public.image", "public.data", "public.item"]))
            attributes.contentTypeTree = ["my.own"]
            #expect(try await sent(item).attributeSet().texts("contentTypeTree") == ["my.own"])
            attributes.contentTypeTree = nil
            attributes.contentType = "nobody.declares.this"
            #expect(try await sent(item).attributeSet().texts("contentTypeTree") == [])
        }

        @Test func whatIsChangedAfterTheCallIsAnotherCalls() async throws {
            try await Fixture.with { fixture in
                let item = Fixture.item("a", title: "before")
                CSSearchableIndex.default().indexSearchableItems([item], completionHandler: nil)
                item.attributeSet.title = "after"
                item.uniqueIdentifier = "b"
                guard case .index(let items, _) = try await fixture.search.calls.next() else {
                    Issue.record("not indexed")
                    return
                }
                #expect(items.map(\.uniqueIdentifier) == ["a"])
                #expect(try items[0].attributeSet()["title"] == .string("before"))
            }
        }

        @Test func copiesAndArchivesAreAlike() throws {
            let item = Fixture.item("a", domain: "d", title: "t")
            item.expirationDate = .distantFuture
            item.isUpdate = true
            let copy = try #require(item.copy() as? CSSearchableItem)
            let data = try NSKeyedArchiver.archivedData(withRootObject: item, requiringSecureCoding: true)
            let archived = try #require(
                try NSKeyedUnarchiver.unarchivedObject(ofClass: CSSearchableItem.self, from: data))
            for other in [copy, archived] {
                #expect(other.uniqueIdentifier == "a" && other.domainIdentifier == "d" && other.isUpdate)
                #expect(other.expirationDate == .distantFuture && other.attributeSet.title == "t")
                other.attributeSet.title = "other"
            }
            #expect(item.attributeSet.title == "t")
            #expect(item.compare(byRank: copy) == .orderedSame)
        }

        // MARK: contentAttributeSet

        @Test func anActivityCarriesWhatSearchFindsOfIt() async throws {
            try await Fixture.with { fixture in
                let activity = NSUserActivity(activityType: "org.example.reading")
                #expect(activity.contentAttributeSet == nil)
                let attributes = CSSearchableItemAttributeSet(contentType: .text)
                attributes.contentDescription = "d"
                attributes.relatedUniqueIdentifier = "a"
                attributes.domainIdentifier = "x.y"
                attributes.album = nil
                activity.contentAttributeSet = attributes
                attributes.contentDescription = "changed afterwards"
                #expect(activity.contentAttributeSet?.contentDescription == "d")
                activity.becomeCurrent()
                guard case .becomeCurrent(let record) = try await fixture.search.calls.next() else {
                    Issue.record("not current")
                    return
                }
                let values = try AttributeSet(canonical: try #require(record.facets?["contentAttributeSet"]))
                #expect(
                    values["relatedUniqueIdentifier"] == .string("a") && values["domainIdentifier"] == .string("x.y"))
                #expect(values["album"] == nil)
                activity.contentAttributeSet = nil
                #expect(activity.contentAttributeSet == nil)
                activity.invalidate()
            }
        }

        @Test func whatIsTooLargeForAnActivityIsLeftOut() async throws {
            try await Fixture.with { fixture in
                let activity = NSUserActivity(activityType: "org.example.reading")
                let attributes = CSSearchableItemAttributeSet(contentType: .text)
                attributes.thumbnailData = Data(count: 300 * 1024)
                attributes.title = "kept"
                activity.contentAttributeSet = attributes
                let messages = try await reports {
                    activity.becomeCurrent()
                    guard case .becomeCurrent(let record) = try await fixture.search.calls.next() else { return }
                    let values = try AttributeSet(canonical: try #require(record.facets?["contentAttributeSet"]))
                    #expect(values["thumbnailData"] == nil && values["title"] == .string("kept"))
                }
                #expect(messages.map(\.level) == [.warning])
                activity.invalidate()

                let other = NSUserActivity(activityType: "org.example.reading")
                attributes.textContent = String(repeating: "x", count: 500 * 1024)
                other.contentAttributeSet = attributes
                let more = try await reports {
                    other.becomeCurrent()
                    while case let call = try await fixture.search.calls.next() {
                        guard case .becomeCurrent(let record) = call else { continue }
                        #expect(record.facets == nil)
                        break
                    }
                }
                #expect(more.contains { $0.level == .error && $0.text.contains("contentAttributeSet") })
                other.invalidate()
            }
        }
    }
}
