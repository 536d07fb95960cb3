internal import ActivityModel
internal import Foundation
internal import Synchronization

extension NSUserActivity {
    /// The activity as it travels, as it is now.
    ///
    /// A payload over the limit is left out, with its size: the daemon knows then that the activity cannot be handed off,
    /// and a message over the bus's own limit is not even tried.
    func record() -> ActivityRecord {
        let (record, payload, facets) = state.withLock {
            ($0.record(id: id, type: activityType), $0.payload, $0.facets)
        }
        var result = record
        let data = payload.canonicalData
        result.payloadSize = data.count
        result.userInfo = data.count > Payload.maximumSize ? nil : data
        if data.count > Payload.advisedSize { warn(ofSize: data.count) }
        warn(ofMissing: (record.requiredKeys ?? []).filter { payload[$0] == nil })
        let encoded = facets.compactMapValues { facet -> Data? in
            do { return try facet.data() } catch {
                UserActivityDiagnostics.report(
                    .error, "A part of the activity (\(record.type)) cannot be encoded: \(error)")
                return nil
            }
        }
        result.facets = encoded.isEmpty ? nil : encoded
        return result
    }

    /// A restored activity would lack them: said whenever others are missing than before (case C52).
    private func warn(ofMissing keys: [String]) {
        let isNew = state.withLock { state in
            defer { state.reportedMissing = keys }
            return state.reportedMissing != keys
        }
        guard isNew, !keys.isEmpty else { return }
        UserActivityDiagnostics.report(
            .warning,
            "The userInfo of an activity (\(activityType)) does not hold what requiredUserInfoKeys names: "
                + "\(keys.joined(separator: ", ")).")
    }

    private func warn(ofSize size: Int) {
        let isFirst = state.withLock { state in
            defer { state.hasWarnedOfSize = true }
            return !state.hasWarnedOfSize
        }
        guard isFirst else { return }
        let advice =
            size > Payload.maximumSize
            ? "over 1 MiB, so it cannot be handed off" : "over the 3 KB that are advised"
        UserActivityDiagnostics.report(
            .warning,
            "The userInfo of an activity (\(activityType)) has \(size) bytes, \(advice); store the data and pass its name."
        )
    }
}

extension ActivityState {
    /// All but payload and facets, whose encoding takes time and is done outside the lock.
    fileprivate func record(id: String, type: String) -> ActivityRecord {
        var record = ActivityRecord(id: id, type: type)
        record.title = title
        record.requiredKeys = requiredKeys?.sorted()
        record.keywords = keywords.isEmpty ? nil : keywords.sorted()
        record.webpageURL = webpageURL?.absoluteString
        record.referrerURL = referrerURL?.absoluteString
        record.expirationDate = expirationDate
        record.targetContentIdentifier = targetContentIdentifier
        record.persistentIdentifier = persistentIdentifier
        record.eligibility = ActivityRecord.Eligibility.allCases.filter(eligibility.contains)
        record.supportsContinuationStreams = supportsContinuationStreams ? true : nil
        return record
    }
}
