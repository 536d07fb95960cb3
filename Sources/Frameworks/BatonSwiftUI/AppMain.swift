// What SwiftUI brings along on Apple's systems.
@_exported public import BatonCombine
@_exported public import BatonViews
@_exported public import Foundation
@_exported public import Observation
@_exported public import UserActivity
internal import BatonViewsGTK
internal import Glibc
internal import GTKKit

extension App {
    /// Runs the app, and ends the process: what `@main` calls.
    ///
    /// The app's id is that of its bundle. Without a display the process ends with status 1, and says so.
    @MainActor public static func main() {
        let application = ActivityApplication.shared
        guard Toolkit.begin(id: ActivityApplication.ownID) else {
            UserActivityDiagnostics.report(.error, "The app cannot show its windows. \(Toolkit.noDisplay)")
            exit(1)
        }
        let host = AppHost(application, renderer: GTKRenderer())
        host.onLastWindowClosed = { application.terminate() }
        host.begin(Self())
        withExtendedLifetime(host) { application.run() }
    }
}
