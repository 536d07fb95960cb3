internal import Foundation

/// What the app is called where a window has no title of its own.
enum AppTitle {
    static let name: String = {
        let info = Bundle.main.infoDictionary ?? [:]
        let names = ["CFBundleDisplayName", "CFBundleName"].lazy.compactMap { info[$0] as? String }
        return names.first { !$0.isEmpty } ?? ProcessInfo.processInfo.processName
    }()
}
