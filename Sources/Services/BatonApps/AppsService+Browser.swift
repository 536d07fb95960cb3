internal import ActivityModel

// Events for the browser.

extension AppsService {
    func openInBrowser(_ event: AppEvent) async -> AppEvent.Outcome {
        do throws(BatonError) {
            for page in try await pages(of: event.body) {
                // A page only: a file or a program would be opened by whatever the desktop has for it.
                guard WebAddress.isWeb(page) else {
                    throw BatonError(.invalidArgument, "Only http and https addresses are opened in the browser.")
                }
                try await browser.open(page, environment: event.environment, activationToken: event.activationToken)
            }
            return .taken
        } catch {
            return .failed(error)
        }
    }

    private func pages(of body: AppEvent.Body) async throws(BatonError) -> [String] {
        let activity: ActivityRecord
        switch body {
        case .open(let urls): return urls
        case .activity(let record): activity = record
        case .handoff(_, let fetch):
            do {
                activity = try await fetch()
            } catch {
                throw (error as? BatonError)
                    ?? BatonError(.handoffFailed, "The activity could not be obtained.", cause: "\(type(of: error))")
            }
        }
        guard let page = activity.webpageURL else {
            throw BatonError(.notOffered, "The activity has no web page, and no app here continues it.")
        }
        return [page]
    }
}
