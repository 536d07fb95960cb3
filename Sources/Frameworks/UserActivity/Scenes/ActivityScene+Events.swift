internal import Foundation
internal import GLibKit

/// How long and how many things wait in scenes.
struct SceneLimits {
    /// What nobody in the scene has taken by then goes to the app's delegate. The daemon waits 15 s for an answer.
    static let patience = Duration.seconds(10)
    /// How many events wait in one scene.
    static let maximumWaiting = 64
    /// How long a process that was started for an event waits for it before its first scene is opened.
    static let launchPatience = Duration.seconds(5)

    let thread: GLibThread
    let time: TimeSource

    /// Runs `body` after `duration`, unless it is cancelled.
    func after(_ duration: Duration, _ body: @escaping @MainActor @Sendable () -> Void) -> Task<Void, Never> {
        let time = time
        return thread.task { if (try? await time.sleep(duration)) != nil { await body() } }
    }
}

extension ActivityScene {
    /// What comes to a scene.
    enum Content {
        /// - isLink: it was opened as an address, and did not come from another device.
        case activity(NSUserActivity, isLink: Bool)
        case urls([URL])
    }

    /// What became of it.
    enum Outcome {
        case taken
        case notTakenInTime
        /// The scene's delegate does not take it, and nobody is waited for.
        case declined
        case closed
        /// Too much waits already.
        case full
        /// The daemon that sent it is gone, and has told who wanted it.
        case senderGone
    }

    /// Something that waits, answered once.
    @MainActor final class Waiting {
        let content: Content
        var timer: Task<Void, Never>?
        /// It is being offered: whoever is called may close the scene, or run a loop of its own in which time passes.
        var isOffered = false
        /// What ends it if the offer is not taken.
        var end: Outcome?
        private var answer: CheckedContinuation<Outcome, Never>?

        init(_ content: Content, _ answer: CheckedContinuation<Outcome, Never>) {
            self.content = content
            self.answer = answer
        }

        func finish(_ outcome: Outcome) {
            timer?.cancel()
            answer?.resume(returning: outcome)
            answer = nil
        }
    }

    /// Gives it to those that take it, when there are any.
    func deliver(_ content: Content) async -> Outcome {
        if isClosed { return .closed }
        // While handlers are being added, the next turn sees them all.
        if !willFlush, take(content) { return .taken }
        // A delegate is there from the beginning, and has been asked; handlers come with views, and may still come.
        if !willFlush, delegate != nil { return .declined }
        guard waiting.count < SceneLimits.maximumWaiting else { return .full }
        return await withCheckedContinuation { answer in
            let item = Waiting(content, answer)
            item.timer = limits.after(SceneLimits.patience) { [weak self] in self?.end(item, .notTakenInTime) }
            waiting.append(item)
        }
    }

    /// Something that may take what waits was added.
    func flushLater() {
        guard !willFlush else { return }
        willFlush = true
        Task { [weak self] in self?.flush() }
    }

    private func flush() {
        willFlush = false
        let all = waiting
        // What ended meanwhile is not offered any more.
        for item in all where !item.isOffered && waiting.contains(where: { $0 === item }) {
            item.isOffered = true
            let isTaken = take(item.content)
            item.isOffered = false
            if let outcome = isTaken ? .taken : item.end { end(item, outcome) }
        }
    }

    private func end(_ item: Waiting, _ outcome: Outcome) {
        guard !item.isOffered else { return item.end = item.end ?? outcome }
        waiting.removeAll { $0 === item }
        item.finish(outcome)
    }

    /// Of everything that waits.
    func endWaiting(_ outcome: Outcome) {
        for item in waiting { end(item, outcome) }
    }

    // MARK: Who takes it

    private func take(_ content: Content) -> Bool {
        switch content {
        case .urls(let urls):
            if openURLs(urls) { return true }
            return ask { $0.scene(self, openURLs: urls) }
        case .activity(let activity, let isLink):
            let page = activity.activityType == NSUserActivityTypeBrowsingWeb ? activity.webpageURL : nil
            if isLink, let page, openURLs([page]) { return true }
            let handlers = activityHandlers.filter { $0.type == activity.activityType }
            for handler in handlers { handler.handler.perform(activity) }
            if !handlers.isEmpty || ask({ $0.scene(self, continue: activity) }) { return true }
            // A page from another device is better opened as an address than not at all.
            return page.map { openURLs([$0]) } ?? false
        }
    }

    private func openURLs(_ urls: [URL]) -> Bool {
        let handlers = urlHandlers
        for url in urls { for handler in handlers { handler.perform(url) } }
        return !handlers.isEmpty
    }
}
