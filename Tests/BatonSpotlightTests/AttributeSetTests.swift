import ActivityModel
import BatonSpotlight
import BatonTypes
import Foundation
import Testing
import UserActivity

extension SpotlightTests {
    @Suite struct AttributeSetTests {
        private func archived<T: NSObject & NSSecureCoding>(_ object: T) throws -> T {
            let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
            return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: T.self, from: data))
        }

        private var filled: CSSearchableItemAttributeSet {
            let set = CSSearchableItemAttributeSet(contentType: .png)
            set.title = "Küste"
            set.keywords = ["a", "b"]
            set.rating = 4.5
            set.userOwned = true
            set.dueDate = Date(timeIntervalSinceReferenceDate: 12.5)
            set.importantDates = [Date(timeIntervalSinceReferenceDate: 1), Date(timeIntervalSinceReferenceDate: 2)]
            set.url = URL(string: "https://example.org/ä")
            set.thumbnailData = Data([0, 255])
            set.authors = [
                CSPerson(displayName: "Ada", handles: ["ada@example.org"], handleIdentifier: "emailAddresses")
            ]
            set.emailHeaders = ["Received": ["one", 2]]
            set.sharedItemContentType = .jpeg
            set.gpsTrack = NSNumber(value: Int64.max)
            return set
        }

        private func expectFilled(_ set: CSSearchableItemAttributeSet) {
            #expect(set.contentType == "public.png")
            #expect(set.title == "Küste")
            #expect(set.keywords == ["a", "b"])
            #expect(set.rating == 4.5)
            #expect(set.rating as? Double == 4.5)
            #expect(set.userOwned as? Bool == true)
            #expect(set.dueDate == Date(timeIntervalSinceReferenceDate: 12.5))
            #expect(set.importantDates?.count == 2)
            #expect(set.url == URL(string: "https://example.org/ä"))
            #expect(set.thumbnailData == Data([0, 255]))
            #expect(set.authors?.first?.displayName == "Ada")
            #expect(set.authors?.first?.handles == ["ada@example.org"])
            #expect(set.emailHeaders?["Received"]?.first as? String == "one")
            #expect(set.emailHeaders?["Received"]?.last as? Int == 2)
            #expect(set.sharedItemContentType == .jpeg)
            #expect(set.gpsTrack?.int64Value == .max)
        }

        @Test func everyKindReadsAsItWasSet() throws {
            expectFilled(filled)
            expectFilled(try #require(filled.copy() as? CSSearchableItemAttributeSet))
            expectFilled(try archived(filled))
        }

        @Test func nothingIsSetInTheBeginningAndAfterNil() {
            let set = CSSearchableItemAttributeSet(contentType: .text)
            #expect(set.title == nil && set.keywords == nil && set.rating == nil && set.dueDate == nil)
            #expect(set.importantDates == nil && set.url == nil && set.thumbnailData == nil && set.authors == nil)
            #expect(set.emailHeaders == nil && set.sharedItemContentType == nil)
            let filled = filled
            filled.title = nil
            filled.keywords = nil
            filled.rating = nil
            filled.authors = nil
            filled.emailHeaders = nil
            #expect(filled.title == nil && filled.keywords == nil && filled.rating == nil && filled.authors == nil)
            #expect(filled.emailHeaders == nil)
        }

        @Test func aCopyIsItsOwn() throws {
            let set = filled
            let copy = try #require(set.copy() as? CSSearchableItemAttributeSet)
            copy.title = "other"
            #expect(set.title == "Küste")
        }

        @Test func movingEmptiesTheSource() {
            let (set, other) = (filled, CSSearchableItemAttributeSet(contentType: .text))
            other.title = "theirs"
            other.album = "kept"
            set.move(from: other)
            #expect(set.title == "theirs" && set.album == "kept" && set.rating == 4.5)
            #expect(set.contentType == "public.text")
            #expect(other.title == nil && other.contentType == nil)
            set.move(from: set)
            #expect(set.title == "theirs")
        }

        @Test func whatCannotBeCarriedIsReportedAndChangesNothing() async {
            let set = CSSearchableItemAttributeSet(contentType: .text)
            set.dueDate = Date(timeIntervalSinceReferenceDate: 1)
            set.rating = 3
            let messages = await reports {
                set.dueDate = Date(timeIntervalSinceReferenceDate: .nan)
                set.importantDates = [Date(timeIntervalSinceReferenceDate: .nan)]
                set.rating = NSDecimalNumber(string: "1.5")
                set.emailHeaders = ["a": [NSObject()]]
            }
            #expect(
                messages.compactMap(\.error?.keyPath) == [
                    "dueDate", "importantDates[0]", "rating", "emailHeaders.a[0]",
                ])
            #expect(set.dueDate == Date(timeIntervalSinceReferenceDate: 1) && set.rating == 3)
            #expect(set.importantDates == nil && set.emailHeaders == nil)
        }

        @Test func rubbishIsNoArchive() throws {
            let archiver = NSKeyedArchiver(requiringSecureCoding: false)
            archiver.encode(Data("{".utf8) as NSData, forKey: "attributes")
            archiver.encode(Data("{}".utf8) as NSData, forKey: "person")
            archiver.encode("a b" as NSString, forKey: "keyName")
            archiver.encode("a" as NSString, forKey: "uniqueIdentifier")
            archiver.encode("t" as NSString, forKey: "text")
            archiver.encode(77, forKey: "kind")
            archiver.finishEncoding()
            func reader() throws -> NSKeyedUnarchiver {
                let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
                reader.decodingFailurePolicy = .setErrorAndReturn
                return reader
            }
            #expect(try CSSearchableItemAttributeSet(coder: reader()) == nil)
            #expect(try CSPerson(coder: reader()) == nil)
            #expect(try CSCustomAttributeKey(coder: reader()) == nil)
            #expect(try CSSearchableItem(coder: reader()) == nil)
            #expect(try CSSuggestion(coder: reader()) == nil)
        }

        // MARK: The app's own

        @Test(arguments: ["", "a b", "ä", "kMDItemTitle", "title", "a.b", String(repeating: "x", count: 129)])
        func namesThatCannotBe(name: String) { #expect(CSCustomAttributeKey(keyName: name) == nil) }

        @Test func aKeySaysWhatItWasMadeWith() throws {
            let plain = try #require(CSCustomAttributeKey(keyName: "org_example_shelf"))
            #expect(plain.keyName == "org_example_shelf")
            #expect(plain.isSearchable && !plain.isSearchableByDefault && !plain.isUnique && !plain.isMultiValued)
            let key = try #require(
                CSCustomAttributeKey(
                    keyName: "k", searchable: false, searchableByDefault: true, unique: true, multiValued: true))
            #expect(!key.isSearchable && key.isSearchableByDefault && key.isUnique && key.isMultiValued)
            #expect(try archived(key) == key)
            #expect(key != CSCustomAttributeKey(keyName: "k"))
            #expect(Set([key, try archived(key)]).count == 1)
        }

        @Test func valuesOfTheAppsOwn() async throws {
            let set = CSSearchableItemAttributeSet(contentType: .text)
            let key = try #require(CSCustomAttributeKey(keyName: "k"))
            #expect(set.value(forCustomKey: key) == nil)
            set.setValue("text" as NSString, forCustomKey: key)
            #expect(set.value(forCustomKey: key) as? String == "text")
            set.setValue(7, forCustomKey: key)
            #expect(set.value(forCustomKey: key) as? Int == 7)
            set.setValue([1, "two"] as [Any], forCustomKey: key)
            #expect((set.value(forCustomKey: key) as? [Any])?.count == 2)
            let person = CSPerson(displayName: nil, handles: ["1"], handleIdentifier: "phoneNumbers")
            person.contactIdentifier = "c"
            set.setValue(person, forCustomKey: key)
            #expect(set.value(forCustomKey: key) as? CSPerson == person)
            set.setValue([person], forCustomKey: key)
            #expect(set.value(forCustomKey: key) as? [CSPerson] == [person])
            set.setValue(CSLocalizedString(localizedStrings: ["de": "Regal"]), forCustomKey: key)
            #expect(set.value(forCustomKey: key) as? [String: String] == ["de": "Regal"])
            let messages = await reports { set.setValue(NSObject(), forCustomKey: key) }
            #expect(messages.map(\.level) == [.error])
            #expect(set.value(forCustomKey: key) as? [String: String] == ["de": "Regal"])
            set.setValue(nil, forCustomKey: key)
            #expect(set.value(forCustomKey: key) == nil)
        }

        // MARK: Languages

        @Test func aLocalizedStringIsAString() {
            let strings = CSLocalizedString(localizedStrings: ["xx": "Straße 😀"])
            #expect(strings as String == "Straße 😀")
            #expect((strings as Any) as? String == "Straße 😀")
            #expect(strings.length == 9)
            #expect(strings.isEqual(to: "Straße 😀"))
            #expect(strings.localizedString() == "Straße 😀")
            #expect(CSLocalizedString(localizedStrings: [:]).localizedString() == "")
            #expect(CSLocalizedString(localizedStrings: [1: 2, "xx": "x"]).localizedString() == "x")
            #expect(CSLocalizedString(string: "plain").localizedString() == "plain")
        }

        @Test func anArchiveHoldsTheOneText() throws {
            let strings = CSLocalizedString(localizedStrings: ["xx": "Straße"])
            let data = try NSKeyedArchiver.archivedData(withRootObject: strings, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSString.self, from: data) == "Straße")
        }

        @Test func anAttributeKeepsEveryLanguage() async throws {
            let set = CSSearchableItemAttributeSet(contentType: .text)
            set.setLocalizedString(
                CSLocalizedString(localizedStrings: ["xx": "one", "yy": "two"]), forAttribute: "title")
            #expect(set.title == "one")
            #expect(try archived(set).title == "one")
            let messages = await reports {
                set.setLocalizedString(CSLocalizedString(string: "x"), forAttribute: "keywords")
            }
            #expect(messages.map(\.level) == [.error])
            #expect(set.keywords == nil)
        }
    }
}
