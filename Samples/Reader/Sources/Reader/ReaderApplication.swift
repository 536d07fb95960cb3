internal import Foundation
internal import ReaderCore
internal import ReaderTerminal
internal import UserActivity

/// Reader as an app of Baton: what it reads is its activity, and it continues what was read elsewhere.
///
/// Without Baton's daemon nothing of this happens, and reading goes on as before.
@MainActor final class ReaderApplication: ActivityApplicationDelegate {
    private let reader: ReaderController
    private var activity: ReadingActivity?

    init(_ reader: ReaderController) {
        self.reader = reader
        reader.didOpen = { [weak self] in self?.documentChanged() }
        reader.didMove = { [weak self] in self?.activity?.placeChanged() }
    }

    private func documentChanged() {
        activity?.invalidate()
        activity = ReadingActivity(reader)
        activity?.becomeCurrent()
    }

    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool {
        reader.start()
        documentChanged()
        return true
    }

    func application(
        _ application: ActivityApplication, willContinueUserActivityWithType type: String
    ) -> Bool {
        guard type == ReadingState.activityType else { return false }
        reader.say("Continuing from another device…")
        return true
    }

    func application(
        _ application: ActivityApplication, continue activity: NSUserActivity,
        restorationHandler: @escaping ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool {
        guard activity.activityType == ReadingState.activityType else { return false }
        guard let state = activity.userInfo.flatMap({ ReadingState(userInfo: $0) }) else {
            reader.explain("What was read there is from another version of Reader.")
            return true
        }
        if let source = state.source(in: reader.app) {
            let isOpen = open(source, at: state.position)
            // In place of “Continuing…”; what is to be said about the document itself matters more.
            if isOpen, reader.document.notice == nil { reader.say("Continued from another device") }
        } else if let address = activity.webpageURL {
            reader.explain("“\(state.documentName)” is not on this device. It is at \(address.absoluteString)")
        } else {
            reader.explain("“\(state.documentName)” is not on this device.")
        }
        return true
    }

    func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType type: String, error: any Error
    ) {
        reader.explain("It could not be continued: \(error.localizedDescription)")
    }

    func application(_ application: ActivityApplication, open urls: [URL]) {
        guard let url = urls.first(where: \.isFileURL) else { return }
        let source = DocumentSource(path: url.path(percentEncoded: false), app: reader.app)
        open(source, at: nil)
    }

    @discardableResult
    private func open(_ source: DocumentSource, at position: Position?) -> Bool {
        do {
            try reader.open(source, at: position)
            return true
        } catch {
            reader.explain("\(error)")
            return false
        }
    }
}
