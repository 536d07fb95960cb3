package import FoundationEssentials

/// What an app says its user is doing, as it travels between processes and devices.
///
/// Everything but `type` may be absent; a reader of any version ignores keys that it does not know.
package struct ActivityRecord: Sendable, Hashable, Codable {
    /// The activity's name within its app's connection: chosen by the app, unique there, at most 128 bytes.
    package var id: String
    package var type: String
    package var title: String?
    /// The payload in the canonical encoding; nil where there is none, or where it is over the limit (`payloadSize`).
    package var userInfo: Data?
    /// Bytes of the canonical encoding, also where `userInfo` was left out for its size.
    package var payloadSize: Int?
    /// The payload's keys that restoring needs; nil: all of them.
    package var requiredKeys: [String]?
    package var keywords: [String]?
    package var webpageURL: String?
    package var referrerURL: String?
    package var expirationDate: Date?
    package var targetContentIdentifier: String?
    package var persistentIdentifier: String?
    package var eligibility: [Eligibility]
    package var supportsContinuationStreams: Bool?
    /// What other frameworks hang on an activity, by facet name, each in that framework's encoding.
    package var facets: [String: Data]?

    /// The type of a page that a browser shows, and of a link that is opened (`NSUserActivityTypeBrowsingWeb`).
    package static let browsingWeb = "NSUserActivityTypeBrowsingWeb"

    package init(id: String, type: String) {
        self.id = id
        self.type = type
        eligibility = [.handoff]
    }

    package enum Eligibility: String, Sendable, Codable, CaseIterable {
        case handoff, search, prediction, publicIndexing
    }

    package func isEligible(for use: Eligibility) -> Bool { eligibility.contains(use) }

    /// The payload, read.
    package func payload() throws(BatonError) -> Payload {
        guard let userInfo else { return Payload() }
        return try Payload(canonical: userInfo)
    }

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case id, type, title, userInfo, payloadSize, requiredKeys, keywords, webpageURL, referrerURL, expirationDate
        case targetContentIdentifier, persistentIdentifier, eligibility, supportsContinuationStreams, facets
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? ""
        type = try values.decode(String.self, forKey: .type)
        title = try values.decodeIfPresent(String.self, forKey: .title)
        userInfo = try values.decodeIfPresent(Data.self, forKey: .userInfo)
        payloadSize = try values.decodeIfPresent(Int.self, forKey: .payloadSize)
        requiredKeys = try values.decodeIfPresent([String].self, forKey: .requiredKeys)
        keywords = try values.decodeIfPresent([String].self, forKey: .keywords)
        webpageURL = try values.decodeIfPresent(String.self, forKey: .webpageURL)
        referrerURL = try values.decodeIfPresent(String.self, forKey: .referrerURL)
        expirationDate = try values.decodeIfPresent(Date.self, forKey: .expirationDate)
        targetContentIdentifier = try values.decodeIfPresent(String.self, forKey: .targetContentIdentifier)
        persistentIdentifier = try values.decodeIfPresent(String.self, forKey: .persistentIdentifier)
        // An unknown use, from a newer program, is none of ours.
        eligibility = (try values.decodeIfPresent([String].self, forKey: .eligibility) ?? ["handoff"])
            .compactMap(Eligibility.init(rawValue:))
        supportsContinuationStreams = try values.decodeIfPresent(Bool.self, forKey: .supportsContinuationStreams)
        facets = try values.decodeIfPresent([String: Data].self, forKey: .facets)
    }
}
