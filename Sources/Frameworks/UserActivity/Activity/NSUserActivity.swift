internal import ActivityModel
public import Foundation
internal import Synchronization

/// What the user is doing in the app right now, in a form that can be carried to where the user goes next: another
/// device, a search result, another window.
///
/// ```swift
/// let activity = NSUserActivity(activityType: "org.example.reader.reading")
/// activity.title = "A Walk Along the Coast"
/// activity.userInfo = ["document": "coast.txt", "line": 27]
/// activity.webpageURL = URL(string: "https://reader.example/coast")
/// activity.isEligibleForSearch = true
/// activity.delegate = self      // asked for fresh state when somebody wants it
/// activity.becomeCurrent()
/// self.activity = activity      // an activity that nobody holds is withdrawn
/// ```
///
/// Every property and method may be used from any thread; the delegate is called on the main actor. Where Apple's class
/// raises an exception this one reports to `UserActivityDiagnostics` and keeps its last good state; each such setter has a
/// throwing form beside it. Without a running Baton everything works but that nothing is carried anywhere.
///
/// The class does not conform to `NSItemProviderReading` and `NSItemProviderWriting`: Foundation on Linux has no item
/// providers.
open class NSUserActivity: NSObject, @unchecked Sendable {
    // Proof of @unchecked: every stored property is an immutable value, or a Mutex.
    let state: Mutex<ActivityState>
    /// The name by which app and daemon speak of this object.
    let id = UUID().uuidString
    /// The activity's type. Never changes.
    public let activityType: String

    /// Makes an activity of a type, a reverse-DNS name that never changes: `org.example.app.reading`.
    ///
    /// The type need not be declared here: a *receiving* app must list it in its `NSUserActivityTypes`. An empty type, or
    /// one over 255 bytes, is reported, and the activity then never becomes current; `init(validating:)` throws instead.
    public init(activityType: String) {
        self.activityType = activityType
        state = Mutex(ActivityState())
        super.init()
        do throws(UserActivityError) {
            try Self.validate(activityType)
        } catch {
            UserActivityDiagnostics.report(error)
        }
    }

    /// Makes an activity of a type, where the type can be one.
    /// - Throws: `UserActivityError` with code `invalidActivityType` for an empty type, or one over 255 bytes.
    public convenience init(validating activityType: String) throws {
        try Self.validate(activityType)
        self.init(activityType: activityType)
    }

    /// Makes an activity of the first type that the main bundle lists in `NSUserActivityTypes`.
    ///
    /// Where there is none, Apple's systems raise an exception; here the mistake is reported and the activity, whose type
    /// is then empty, never becomes current. `declared(in:)` throws instead.
    @available(*, deprecated, message: "use init(activityType:), or declared(in:)")
    public override convenience init() { self.init(declaredIn: .main) }

    /// What the daemon handed to the app.
    init(received record: ActivityRecord, payload: Payload) {
        activityType = record.type
        state = Mutex(ActivityState(received: record, payload: payload))
        super.init()
    }

    /// Names the class and the type; no user content.
    open override var description: String { "<\(Swift.type(of: self)): \(activityType)>" }

    // MARK: State

    /// The state to restore: what another device, or a later launch, needs to go on from here.
    ///
    /// Keys and values may be strings, numbers, booleans, `Date`, `Data`, `URL`, `UUID`, `NSNull`, and arrays, sets and
    /// dictionaries of these, at most 64 deep, in their Swift or Foundation forms. Anything else is refused: the mistake is
    /// reported with its key path, nothing is changed; `setUserInfo(_:)` throws instead. Keep it under 3 KB; over 1 MiB (in
    /// the canonical encoding) the activity cannot be handed off, and the receiver gets `userActivityHandoffUserInfoTooLarge`.
    ///
    /// Reads as an empty dictionary when fresh, and after nil was assigned. What was set here and what was received read
    /// alike: numbers and booleans as `NSNumber`, so `as? Int`, `as? Double`, `as? Float`, `as? Bool` and `as? NSNumber` all
    /// work; everything else in its Swift form. The value is a copy. Setting it does not change `needsSave`.
    open var userInfo: [AnyHashable: Any]? {
        get { state.withLock { $0.payload }.userInfo }
        set {
            do { try setUserInfo(newValue) } catch let error as UserActivityError {
                UserActivityDiagnostics.report(error)
            } catch {}
        }
    }

    /// Puts entries into `userInfo`; for a key that is there already, the new value wins.
    ///
    /// All or nothing: an entry that cannot be carried is reported as in `userInfo`, and nothing is added.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        do throws(UserActivityError) {
            let added = try PayloadBridge().payload(otherDictionary)
            state.withLock { $0.payload.entries.merge(added.entries) { $1 } }
        } catch {
            UserActivityDiagnostics.report(error)
        }
    }

    /// Whether the copy that the system has is out of date; true on a fresh activity.
    ///
    /// Set it to true whenever the state has changed, as often as you like: it costs nothing. The system asks later, at a
    /// moment of its choosing (300 ms after the last change, at most every 2 s, and before the activity is continued), by
    /// the delegate's `userActivityWillSave(_:)`; fill the state there. The property is cleared just before that call, so
    /// setting it inside the call asks for another round. Setting other properties does not change it.
    open var needsSave: Bool {
        get { state.withLock { $0.needsSave } }
        set { setNeedsSave(newValue) }
    }

    // MARK: Currency

    /// Makes this the current activity of the process; the one that was current stops being so.
    ///
    /// What the eligibility flags allow begins: the activity is offered to the user's other devices, saved for search and
    /// prediction. Returns at once; the delegate is asked for the state afterwards, never inside the call. Does nothing
    /// on the activity that is current already, and nothing after `invalidate()`. Hold the activity: when the last reference
    /// goes, it is withdrawn as by `invalidate()` (Apple does not say what happens then). An activity that the system handed
    /// to the app should not be made current; that is allowed here, and reported.
    open func becomeCurrent() { makeCurrent() }

    /// Stops being current, for instance while the window is not in front; `becomeCurrent()` makes it current again.
    ///
    /// The system asks for the state one last time. Does nothing on an activity that is not current.
    open func resignCurrent() { stopBeingCurrent() }

    /// Withdraws the activity for good. Its properties stay readable; it cannot become current any more.
    ///
    /// Copies that were saved for search and prediction stay until they expire or are deleted.
    open func invalidate() { makeInvalid() }

    deinit { wasReleased() }
}
