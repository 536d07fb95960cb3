internal import ActivityModel
public import Foundation
internal import Synchronization

// The throwing forms of what raises an exception on Apple's systems.

extension NSUserActivity {
    /// Sets `userInfo`, or says why it cannot be carried and leaves it as it was.
    /// - Throws: `UserActivityError` with code `unsupportedPayloadValue` or `payloadTooDeep`; its `keyPath` names the
    ///   place, `userInfo.document.pages[3]`.
    public func setUserInfo(_ userInfo: [AnyHashable: Any]?) throws {
        let payload = try PayloadBridge().payload(userInfo ?? [:])
        state.withLock { $0.payload = payload }
    }

    /// The page on the web that shows the same; nil by default.
    ///
    /// A device without the app opens it in the browser. http or https with a host only: Apple's systems raise an exception
    /// for anything else, here it is reported and the last good address stays; `setWebpageURL(_:)` throws instead. The
    /// address is not normalised. For an activity of type `NSUserActivityTypeBrowsingWeb` it is the page that was opened.
    public var webpageURL: URL? {
        get { state.withLock { $0.webpageURL } }
        set {
            do { try setWebpageURL(newValue) } catch let error as UserActivityError {
                UserActivityDiagnostics.report(error)
            } catch {}
        }
    }

    /// Sets `webpageURL`, or says why it cannot be one and leaves it as it was. nil clears it.
    /// - Throws: `UserActivityError` with code `invalidWebpageURL`.
    public func setWebpageURL(_ url: URL?) throws {
        if let url, !WebAddress.isWeb(url) {
            throw UserActivityError(
                .invalidWebpageURL,
                "webpageURL must be an http or https address with a host; this one has the scheme "
                    + "“\(url.scheme ?? "")”. Put other addresses into userInfo.", keyPath: "webpageURL")
        }
        state.withLock { $0.webpageURL = url }
    }

    /// The page that led to `webpageURL`; nil by default.
    public var referrerURL: URL? {
        get { state.withLock { $0.referrerURL } }
        set { state.withLock { $0.referrerURL = newValue } }
    }

    static func validate(_ type: String) throws(UserActivityError) {
        guard type.isEmpty || type.utf8.count > ActivityType.maximumLength else { return }
        throw UserActivityError(
            .invalidActivityType,
            "An activity's type must be 1 to \(ActivityType.maximumLength) bytes, for instance org.example.app.reading; "
                + "this one \(type.isEmpty ? "is empty" : "has \(type.utf8.count)").", keyPath: "activityType")
    }

    // MARK: Declared types

    /// Makes an activity of the first type that a bundle lists in `NSUserActivityTypes`.
    ///
    /// For the main bundle of a bare executable, the app folder that `BATON_APP` names counts as the bundle.
    /// - Throws: `UserActivityError` with code `noDeclaredActivityType` where the key is missing or its list empty, and
    ///   `malformedManifest` where it is no list of non-empty strings.
    public static func declared(in bundle: Bundle = .main) throws -> NSUserActivity {
        try NSUserActivity(validating: ActivityType.first(in: bundle))
    }

    convenience init(declaredIn bundle: Bundle) {
        do throws(UserActivityError) {
            self.init(activityType: try ActivityType.first(in: bundle))
        } catch {
            UserActivityDiagnostics.report(error)
            self.init(inert: ())
        }
    }

    /// An activity without a type: it is never current.
    private convenience init(inert: Void) {
        self.init(received: ActivityRecord(id: "", type: ""), payload: Payload())
    }
}

/// Which activity types a bundle declares.
enum ActivityType {
    static let maximumLength = 255
    static let key = "NSUserActivityTypes"

    static func first(in bundle: Bundle) throws(UserActivityError) -> String {
        let info =
            bundle.infoDictionary?[key] == nil && bundle === Bundle.main ? AppIdentity.own.info : bundle.infoDictionary
        guard let first = try list(info?[key]).first else {
            throw UserActivityError(
                .noDeclaredActivityType,
                "The app's Info.plist declares no \(key), so an activity needs a type of its own.", keyPath: key)
        }
        return first
    }

    /// The declared types; empty where the key is missing.
    static func list(_ value: Any?) throws(UserActivityError) -> [String] {
        guard let value else { return [] }
        guard let list = value as? [Any] else { throw malformed("is no list") }
        var types: [String] = []
        for (index, element) in list.enumerated() {
            guard let type = element as? String else { throw malformed("has an entry (\(index)) that is no string") }
            guard !type.isEmpty else { throw malformed("has an empty entry (\(index))") }
            types.append(type)
        }
        return types
    }

    private static func malformed(_ what: String) -> UserActivityError {
        UserActivityError(
            .malformedManifest, "\(key) in the app's Info.plist \(what); it must be a list of activity types.",
            keyPath: key)
    }
}
