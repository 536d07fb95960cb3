internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// Makes the activity that `baton activity publish` was told to be.
struct PublishedRecord {
    private let session: Session
    private var invocation: Invocation { session.invocation }

    /// A thumbnail's bytes.
    static let maximumThumbnail = 256 * 1024

    init(_ session: Session) { self.session = session }

    func make() throws -> ActivityRecord {
        var record = ActivityRecord(id: UUID().uuidString, type: invocation.value("type") ?? "")
        record.title = invocation.value("title")
        record.webpageURL = invocation.value("url")
        record.persistentIdentifier = invocation.value("persistent-id")
        record.targetContentIdentifier = invocation.value("target-id")
        record.requiredKeys = invocation.list("required-keys")
        record.keywords = invocation.list("keywords")
        record.eligibility = eligibility()
        record.userInfo = try payload()
        record.expirationDate = try invocation.value("expires").map(expiry)
        record.facets = try facets()
        if let missing = try missingKeys(record) { session.output.warn(Texts.requiredKeysMissing(missing)) }
        return try record.validated()
    }

    /// Names that were asked for, and that the payload does not hold.
    private func missingKeys(_ record: ActivityRecord) throws -> [String]? {
        guard let required = record.requiredKeys else { return nil }
        let payload = try record.payload()
        let missing = required.filter { payload[$0] == nil }
        return missing.isEmpty ? nil : missing
    }

    private func eligibility() -> [ActivityRecord.Eligibility] {
        var uses: [ActivityRecord.Eligibility] = invocation.has("no-handoff") ? [] : [.handoff]
        if invocation.has("search") { uses.append(.search) }
        if invocation.has("prediction") { uses.append(.prediction) }
        if invocation.has("public") { uses.append(.publicIndexing) }
        return uses
    }

    /// The file's object, with the pairs on top; nil where neither is given.
    private func payload() throws -> Data? {
        let pairs = invocation.values("info")
        let file = invocation.value("info-json")
        guard file != nil || !pairs.isEmpty else { return nil }
        var payload = Payload()
        // One over the limit can be published still, though not handed off; far over it is a mistake.
        if let file { payload = try Payload(canonical: session.read(file, limit: 4 * Payload.maximumSize)) }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            payload[String(parts[0])] = .string(String(parts[1]))
        }
        return payload.canonicalData
    }

    /// What a search box shows beside the title, where `NSUserActivity.contentAttributeSet` has it.
    private func facets() throws -> [String: Data]? {
        var set = AttributeSet()
        if let text = invocation.value("description") { set["contentDescription"] = .string(text) }
        if let file = invocation.value("thumbnail") {
            set["thumbnailData"] = .data(try session.read(file, limit: Self.maximumThumbnail))
        }
        return set.values.isEmpty ? nil : [ActivityRecord.contentAttributesFacet: set.canonicalData]
    }

    /// A date, or a time from now.
    private func expiry(_ text: String) throws -> Date {
        if let date = Self.relative(text, to: session.time.now()) ?? LocaleDate.date(iso8601: text) {
            guard date > session.time.now() else { throw session.usage(Texts.alreadyExpired(text)) }
            return date
        }
        throw session.usage(Texts.wrongValue("--expires", text, Texts.mustBeDate))
    }

    private static func relative(_ text: String, to now: Date) -> Date? {
        guard text.hasPrefix("+"), let unit = text.last, let count = UInt32(text.dropFirst().dropLast()) else {
            return nil
        }
        let seconds: Double? =
            switch unit {
            case "s": 1
            case "m": 60
            case "h": 60 * 60
            case "d": 24 * 60 * 60
            case "w": 7 * 24 * 60 * 60
            default: nil
            }
        return seconds.map { now.addingTimeInterval($0 * Double(count)) }
    }
}
