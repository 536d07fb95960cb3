internal import ActivityModel
internal import FoundationEssentials

/// A record that has passed every check, with what a saved copy of it would hold. Making both at once keeps a payload
/// that cannot be read from being found out only after the activity has become current.
struct CheckedRecord: Sendable {
    let record: ActivityRecord
    /// What is kept for search and prediction; nil where it is eligible for neither, or where its payload was too large
    /// to come along: a copy without its state restores nothing.
    let kept: ActivityRecord?

    /// - Throws: `invalidArgument`, `invalidPayload`.
    init(_ received: ActivityRecord) throws(BatonError) {
        record = try received.validated()
        guard record.isEligible(for: .search) || record.isEligible(for: .prediction), !record.isTooLarge else {
            kept = nil
            return
        }
        var kept = record
        if let required = record.requiredKeys, record.userInfo != nil {
            kept.userInfo = try record.payload().keeping(Set(required)).canonicalData
            kept.payloadSize = kept.userInfo?.count
        }
        self.kept = kept
    }
}
