import ActivityModel
import FoundationEssentials
import Testing

@Suite struct SearchableItemTests {
    private func item(_ attributes: [String: PayloadValue]) -> SearchableItem {
        var set = AttributeSet()
        set.values = attributes
        return SearchableItem(uniqueIdentifier: "a", attributes: set)
    }

    @Test func whatIsNoPictureIsLeftOut() throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        let svg = Data("<?xml version=\"1.0\"?>\n<svg/>".utf8)
        let webp = Data("RIFF\0\0\0\0WEBPVP8 ".utf8)
        let avif = Data([0, 0, 0, 28]) + Data("ftypavif".utf8)
        for picture in [png, svg, webp, avif, Data([0xFF, 0xD8, 0xFF, 0xE0]), Data("GIF89a".utf8)] {
            #expect(Picture.isOne(picture))
        }
        for data in [
            Data(), Data("hello".utf8), Data("<html>".utf8), Data(repeating: 0, count: 300), Data("RIFF".utf8),
        ] {
            #expect(!Picture.isOne(data))
        }
        var set = AttributeSet()
        set["title"] = .string("a")
        set["thumbnailData"] = .data(Data("hello".utf8))
        #expect(set.fit() == ["thumbnailData is left out: it is no picture, to judge by its beginning"])
        #expect(set["title"] == .string("a") && set["thumbnailData"] == nil)
        set["thumbnailData"] = .data(png)
        #expect(set.fit().isEmpty)
    }

    @Test func datesThatNoProgramCanPrintAreRefusedWhereverTheyAre() throws {
        let far = Date(timeIntervalSinceReferenceDate: 1e14)
        let bad: [[String: PayloadValue]] = [
            ["dueDate": .date(far)], ["importantDates": .array([.date(.now), .date(far)])],
            ["emailHeaders": .dictionary([.string("Date"): .array([.date(far)])])],
            ["dueDate": .date(Date(timeIntervalSinceReferenceDate: .nan))],
        ]
        for attributes in bad {
            let error = #expect(throws: BatonError.self) { try item(attributes).validated() }
            #expect(error?.code == .invalidArgument || error?.code == .invalidPayload)
        }
        var set = AttributeSet()
        set.custom["own"] = CustomAttribute(.array([.date(far)]))
        #expect(throws: BatonError.self) { try SearchableItem(uniqueIdentifier: "a", attributes: set).validated() }
        #expect(throws: Never.self) { try item(["importantDates": .array([.date(.distantFuture)])]).validated() }
    }

    @Test func attributesComeBackAsTheyWere() throws {
        var set = AttributeSet()
        set["title"] = .dictionary([.string("de"): .string("Küste"), .string("en"): .string("Coast")])
        set["comment"] = .null
        set.custom["own_key"] = CustomAttribute(.integer(3), isSearchableByDefault: true, isUnique: true)
        let again = try AttributeSet(canonical: set.canonicalData)
        #expect(again == set)
        #expect(again.text("title", languages: ["en"]) == "Coast")
        #expect(again.text("title", languages: ["fr"]) == "Küste")
        #expect(!CustomAttribute.isValidName("kMDItem") && !CustomAttribute.isValidName("title"))
        #expect(
            !CustomAttribute.isValidName("a-b") && !CustomAttribute.isValidName("")
                && CustomAttribute.isValidName("a_1"))
    }

    @Test func domainsHoldTheirComponentsAlone() {
        #expect(DomainIdentifier.contains("a.b", "a.b") && DomainIdentifier.contains("a.b", "a.b.c"))
        for domain in ["a", "a.bc", "A.b", "a.b/c", ""] { #expect(!DomainIdentifier.contains("a.b", domain)) }
        #expect(!DomainIdentifier.contains("", "") && !DomainIdentifier.contains("", "a"))
    }
}
