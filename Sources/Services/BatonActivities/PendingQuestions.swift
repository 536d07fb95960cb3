internal import ActivityModel

/// The questions to an app about one activity. The one that waits is shared by all who come while another is under way:
/// each of them wants a state newer than its own request.
struct PendingQuestions: Sendable {
    struct Question: Sendable {
        let number: Int
        let task: Task<Result<ActivityRecord, BatonError>, Never>
    }

    /// Sent; its answer may be older than a request that comes now.
    var running: Question?
    /// Not sent yet.
    var next: Question?
}
