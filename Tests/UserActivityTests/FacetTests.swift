import ActivityModel
import Foundation
import Testing

@testable import UserActivity

extension UserActivityTests {
    @Suite struct FacetTests {
        private struct Attributes: Codable, Sendable, Equatable { var words: [String] }
        private struct Broken: Error {}

        private func facet(_ name: String = "spotlight.attributes") -> ActivityFacet<Attributes> {
            ActivityFacet(
                name, encode: { try JSONEncoder().encode($0) },
                decode: { try JSONDecoder().decode(Attributes.self, from: $0) })
        }

        private func arrived(_ activity: NSUserActivity) throws -> NSUserActivity {
            let record = try activity.record().validated()
            return NSUserActivity(received: record, payload: try record.payload())
        }

        @Test func aFacetTravels() throws {
            let activity = NSUserActivity(activityType: "a")
            #expect(activity[facet: facet()] == nil)
            activity[facet: facet()] = Attributes(words: ["one"])
            #expect(activity[facet: facet()] == Attributes(words: ["one"]))
            let there = try arrived(activity)
            #expect(there[facet: facet()] == Attributes(words: ["one"]))
            there[facet: facet()] = nil
            #expect(try arrived(there)[facet: facet()] == nil)
        }

        @Test func anUnknownFacetGoesOnAsItCame() throws {
            var record = ActivityRecord(id: "1", type: "a")
            record.facets = ["of.the.future": Data([1, 2, 3])]
            let activity = NSUserActivity(received: record, payload: Payload())
            activity[facet: facet()] = Attributes(words: [])
            #expect(activity.record().facets?["of.the.future"] == Data([1, 2, 3]))
            #expect(activity.record().facets?.count == 2)
        }

        /// Case C52: a required key that is not there is reported when the activity is saved; once for the same keys.
        @Test func missingRequiredKeysAreReported() async {
            let activity = NSUserActivity(activityType: "a")
            activity.userInfo = ["category": "a"]
            activity.requiredUserInfoKeys = ["category", "missing"]
            await Reports.collect { reports in
                _ = activity.record()
                _ = activity.record()
                #expect(reports.all.map(\.level) == [.warning])
                #expect(reports.all.first?.text.contains("requiredUserInfoKeys names: missing.") == true)
            }
            activity.requiredUserInfoKeys = ["category"]
            await Reports.collect { reports in
                _ = activity.record()
                #expect(reports.all.isEmpty)
            }
        }

        @Test func aDamagedFacetReadsAsNoneAndGoesOn() async throws {
            var record = ActivityRecord(id: "1", type: "a")
            record.facets = ["spotlight.attributes": Data("rubbish".utf8)]
            let activity = NSUserActivity(received: record, payload: Payload())
            await Reports.collect { reports in
                #expect(activity[facet: facet()] == nil)
                #expect(reports.all.map(\.level) == [.warning])
            }
            #expect(activity.record().facets?["spotlight.attributes"] == Data("rubbish".utf8))
        }

        @Test func aFacetThatCannotBeEncodedIsReportedAndLeftOut() async {
            let broken = ActivityFacet<Int>("broken", encode: { _ in throw Broken() }, decode: { _ in throw Broken() })
            let activity = NSUserActivity(activityType: "a")
            activity[facet: broken] = 1
            activity[facet: facet()] = Attributes(words: [])
            await Reports.collect { reports in
                #expect(activity.record().facets?.keys.sorted() == ["spotlight.attributes"])
                #expect(reports.all.map(\.level) == [.error])
            }
        }

        private final class Box: Sendable {}

        @Test func anObjectIsTheSameAtEveryRead() {
            let facet = ActivityFacet<Box>("box", encode: { _ in Data() }, decode: { _ in Box() })
            var record = ActivityRecord(id: "1", type: "a")
            record.facets = ["box": Data()]
            let activity = NSUserActivity(received: record, payload: Payload())
            let first = activity[facet: facet]
            #expect(first != nil && first === activity[facet: facet])
        }

        // MARK: Typed payload

        private struct Reading: Codable, Equatable {
            var document: String
            var lines: [Int]
            var when: Date
            var price: Decimal
            var data: Data
            var ratio: Double
            var odd: [String: Double]
        }

        private var reading: Reading {
            Reading(
                document: "Küste “a”/b", lines: [1, 2], when: Date(timeIntervalSinceReferenceDate: 123.456),
                price: Decimal(string: "12345678901234567890.123456789") ?? 0, data: Data([0, 255]), ratio: 2,
                odd: ["$date": .infinity])
        }

        @Test func aTypedPayloadTravelsExactly() throws {
            let activity = NSUserActivity(activityType: "a")
            activity.userInfo = ["other": 1]
            try activity.setTypedPayload(reading)
            for activity in [activity, try arrived(activity)] {
                #expect(try activity.typedPayload(Reading.self) == reading)
                #expect(activity.userInfo?["other"] as? Int == 1)
                #expect(activity.userInfo?[NSUserActivity.typedPayloadKey] is String)
            }
            try activity.setTypedPayload([1, 2, 3])
            #expect(try activity.typedPayload([Int].self) == [1, 2, 3])
            try activity.setTypedPayload("fragment")
            #expect(try activity.typedPayload(String.self) == "fragment")
        }

        @Test func wrongContentIsSaid() throws {
            let activity = NSUserActivity(activityType: "a")
            #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Reading.self) }
            try activity.setTypedPayload([1])
            #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Reading.self) }
            activity.userInfo = [NSUserActivity.typedPayloadKey: 7]
            #expect(throws: NSUserActivity.TypedPayloadError.invalidContent) { try activity.typedPayload(Int.self) }
        }

        private struct Unencodable: Encodable { func encode(to encoder: any Encoder) throws { throw Broken() } }

        @Test func whatCannotBeEncodedChangesNothing() throws {
            let activity = NSUserActivity(activityType: "a")
            try activity.setTypedPayload(1)
            #expect(throws: NSUserActivity.TypedPayloadError.encodingError) {
                try activity.setTypedPayload(Unencodable())
            }
            #expect(try activity.typedPayload(Int.self) == 1)
        }
    }
}
