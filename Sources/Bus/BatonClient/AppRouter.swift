internal import ActivityModel
internal import BatonBus
internal import GLibKit

/// Turns the daemon's calls into calls of an app handler.
enum AppRouter {
    static func handler(_ app: any AppHandler, on thread: GLibThread) -> @Sendable (BusCall) -> Void {
        var router = BusRouter<any AppHandler>(log: { _ in })
        router.on(AppMethods.saveActivity) { app, id in try await app.saveActivity(id) }
        router.on(AppMethods.activityWasContinued) { app, id, details in
            await app.activityWasContinued(id, details: details)
            return Nothing()
        }
        router.on(AppMethods.willContinue) { app, event, type, platform in
            await app.willContinue(event: event, type: type, platform: platform)
        }
        router.on(AppMethods.continueActivity) { app, event, record, platform in
            try await app.continueActivity(event: event, activity: record, platform: platform)
        }
        router.on(AppMethods.didFail) { app, event, type, code, message in
            await app.didFailToContinue(
                event: event, type: type, error: BatonError(.init(received: code), message))
            return Nothing()
        }
        router.on(AppMethods.openURLs) { app, event, urls, platform in
            await app.open(event: event, urls: urls, platform: platform)
        }
        router.on(AppMethods.reindexAll) { app, index in
            try await app.reindexAll(index: index)
            return Nothing()
        }
        router.on(AppMethods.reindex) { app, index, identifiers in
            try await app.reindex(index: index, identifiers: identifiers)
            return Nothing()
        }
        router.on(AppMethods.describeFile) { app, path, type in
            try await app.describeFile(path, contentType: type)
        }
        let finished = router
        return { finished.handle($0, from: app, on: thread) }
    }
}
