package import ActivityModel
package import FoundationEssentials

/// Where things are on a connection.
package enum BusNames {
    /// The daemon's name on a message bus.
    package static let name = "org.baton.Baton1"
    package static let path = "/org/baton/Baton1"
    package static let appPath = "/org/baton/App1"
}

private let record = "a{sv}"
private let records = "aa{sv}"

package enum ConnectionMethods {
    package static let interface = "org.baton.Connection1"
    package static let hello = BusMethod<HelloReply, HelloRequest>(interface, "Hello", [record], returns: record)
    package static let ready = BusMethod<Nothing>(interface, "Ready")
    package static let active = BusMethod<Nothing>(interface, "Active")
    package static let retire = BusMethod<Nothing, Successor>(interface, "Retire", [record])
}

package enum ActivitiesMethods {
    package static let interface = "org.baton.Activities1"
    package static let currentChanged = "CurrentChanged"
    package static let becomeCurrent = BusMethod<Nothing, ActivityRecord, AppOptions>(
        interface, "BecomeCurrent", [record, record])
    package static let resignCurrent = BusMethod<Nothing, String>(interface, "ResignCurrent", ["s"])
    package static let invalidate = BusMethod<Nothing, String>(interface, "Invalidate", ["s"])
    package static let needsSave = BusMethod<Nothing, String>(interface, "NeedsSave", ["s"])
    package static let listCurrent = BusMethod<[CurrentActivityInfo]>(interface, "ListCurrent", returns: records)
    package static let listSaved = BusMethod<[SavedActivity], AppOptions>(
        interface, "ListSaved", [record], returns: records)
    package static let deleteSaved = BusMethod<UInt32, [String], AppOptions>(
        interface, "DeleteSaved", ["as", record], returns: "u")
    package static let deleteAllSaved = BusMethod<UInt32, AppOptions>(
        interface, "DeleteAllSaved", [record], returns: "u")
    /// All copies: of one app, or, for the user's own programs that name none, of every app.
    package static let forget = BusMethod<UInt32, AppOptions>(interface, "Forget", [record], returns: "u")
}

package enum AppsMethods {
    package static let interface = "org.baton.Apps1"
    package static let changed = "Changed"
    package static let list = BusMethod<[AppInfo]>(interface, "List", returns: records)
    package static let problems = BusMethod<[AppProblem]>(interface, "Problems", returns: records)
    package static let show = BusMethod<AppInfo, String>(interface, "Show", ["s"], returns: record)
    package static let add = BusMethod<AppInfo, String>(interface, "Add", ["s"], returns: record)
    package static let remove = BusMethod<Nothing, String>(interface, "Remove", ["s"])
    package static let setSwitch = BusMethod<Nothing, String, String, Bool>(interface, "SetSwitch", ["s", "s", "b"])
}

package enum HandoffMethods {
    package static let interface = "org.baton.Handoff1"
    package static let offersChanged = "OffersChanged"
    package static let listOffers = BusMethod<[OfferInfo]>(interface, "ListOffers", returns: records)
    package static let `continue` = BusMethod<ContinueOutcome, String, PlatformData>(
        interface, "Continue", ["s", record], returns: record)
    package static let fetch = BusMethod<ActivityRecord, String>(interface, "Fetch", ["s"], returns: record)
}

package enum DevicesMethods {
    package static let interface = "org.baton.Devices1"
    package static let changed = "Changed"
    package static let joinRequested = "JoinRequested"
    package static let list = BusMethod<[DeviceInfo]>(interface, "List", returns: records)
    package static let invite = BusMethod<InvitationInfo>(interface, "Invite", returns: record)
    package static let cancelInvite = BusMethod<Nothing>(interface, "CancelInvite")
    package static let pending = BusMethod<JoinerInfo>(interface, "Pending", returns: record)
    package static let confirm = BusMethod<DeviceInfo, String>(interface, "Confirm", ["s"], returns: record)
    package static let join = BusMethod<JoinInfo, String, JoinOptions>(
        interface, "Join", ["s", record], returns: record)
    package static let awaitJoin = BusMethod<DeviceInfo, String>(interface, "AwaitJoin", ["s"], returns: record)
    package static let cancelJoin = BusMethod<Nothing, String>(interface, "CancelJoin", ["s"])
    package static let rename = BusMethod<Nothing, String>(interface, "Rename", ["s"])
    package static let remove = BusMethod<Nothing, String>(interface, "Remove", ["s"])
    package static let leave = BusMethod<Nothing>(interface, "Leave")
}

package enum SearchMethods {
    package static let interface = "org.baton.Search1"
    package static let index = BusMethod<Nothing, [SearchableItem], IndexOptions>(
        interface, "Index", [records, record])
    package static let delete = BusMethod<Nothing, [String], IndexOptions>(interface, "Delete", ["as", record])
    package static let deleteDomains = BusMethod<Nothing, [String], IndexOptions>(
        interface, "DeleteDomains", ["as", record])
    package static let deleteAll = BusMethod<Nothing, IndexOptions>(interface, "DeleteAll", [record])
    /// All items in all indexes: of one app, or, for the user's own programs that name none, of every app.
    package static let forget = BusMethod<Nothing, AppOptions>(interface, "Forget", [record])
    package static let beginBatch = BusMethod<String, IndexOptions>(interface, "BeginBatch", [record], returns: "s")
    package static let endBatch = BusMethod<Nothing, String, BatchEnd>(interface, "EndBatch", ["s", record])
    package static let clientState = BusMethod<Data, IndexOptions>(interface, "ClientState", [record], returns: "ay")
    package static let followIndex = BusMethod<Nothing, IndexOptions>(interface, "FollowIndex", [record])
    package static let unfollowIndex = BusMethod<Nothing, IndexOptions>(interface, "UnfollowIndex", [record])
    package static let search = BusMethod<SearchAnswer, String, SearchOptions>(
        interface, "Search", ["s", record], returns: record)
    package static let query = BusMethod<SearchAnswer, String, SearchOptions>(
        interface, "Query", ["s", record], returns: record)
    package static let suggest = BusMethod<[SearchSuggestion], String, SearchOptions>(
        interface, "Suggest", ["s", record], returns: records)
    package static let engaged = BusMethod<Nothing, Engagement>(interface, "Engaged", [record])
    package static let open = BusMethod<Nothing, ResultToOpen, PlatformData>(interface, "Open", [record, record])
    package static let searchInApp = BusMethod<Nothing, String, String, PlatformData>(
        interface, "SearchInApp", ["s", "s", record])
    package static let describe = BusMethod<Data, String, String, DescribeOptions>(
        interface, "Describe", ["s", "s", record], returns: "ay")
    package static let settle = BusMethod<Nothing>(interface, "Settle")
    package static let statistics = BusMethod<[SearchStatistics]>(interface, "Statistics", returns: records)
}

package enum LinksMethods {
    package static let interface = "org.baton.Links1"
    package static let changed = "Changed"
    package static let decide = BusMethod<LinkDecisionInfo, String, LinkOptions>(
        interface, "Decide", ["s", record], returns: record)
    package static let open = BusMethod<LinkDecisionInfo, String, LinkOptions, PlatformData>(
        interface, "Open", ["s", record, record], returns: record)
    package static let status = BusMethod<[AssociationInfo]>(interface, "Status", returns: records)
    package static let fetch = BusMethod<[AssociationInfo], String, FetchOptions>(
        interface, "Fetch", ["s", record], returns: records)
    package static let prefer = BusMethod<Nothing, String, String>(interface, "Prefer", ["s", "s"])
}

package enum SystemMethods {
    package static let interface = "org.baton.System1"
    /// Sent before the daemon ends because it was asked to: clients then do not start it again by themselves.
    package static let stopping = "Stopping"
    package static let status = BusMethod<StatusInfo>(interface, "Status", returns: record)
    package static let diagnose = BusMethod<[Finding]>(interface, "Diagnose", returns: records)
    package static let getConfig = BusMethod<String, String>(interface, "GetConfig", ["s"], returns: "s")
    package static let listConfig = BusMethod<[String: String]>(interface, "ListConfig", returns: "a{ss}")
    package static let setConfig = BusMethod<Nothing, String, String>(interface, "SetConfig", ["s", "s"])
    package static let stop = BusMethod<Nothing>(interface, "Stop")
    package static let reset = BusMethod<Nothing>(interface, "Reset")
}

/// What the daemon calls in an app.
package enum AppMethods {
    package static let interface = "org.baton.App1"
    package static let saveActivity = BusMethod<ActivityRecord, String>(
        interface, "SaveActivity", ["s"], returns: record)
    package static let activityWasContinued = BusMethod<Nothing, String, ContinuedDetails>(
        interface, "ActivityWasContinued", ["s", record])
    package static let willContinue = BusMethod<Bool, String, String, PlatformData>(
        interface, "WillContinueActivity", ["s", "s", record], returns: "b")
    package static let continueActivity = BusMethod<Bool, String, ActivityRecord, PlatformData>(
        interface, "ContinueActivity", ["s", record, record], returns: "b")
    package static let didFail = BusMethod<Nothing, String, String, String, String>(
        interface, "DidFailToContinueActivity", ["s", "s", "s", "s"])
    package static let openURLs = BusMethod<Bool, String, [String], PlatformData>(
        interface, "OpenURLs", ["s", "as", record], returns: "b")
    /// Index everything of this index again; answered when that is done.
    package static let reindexAll = BusMethod<Nothing, String>(interface, "ReindexAll", ["s"])
    package static let reindex = BusMethod<Nothing, String, [String]>(interface, "Reindex", ["s", "as"])
    /// Of an import extension: an `AttributeSet` of what is in the file, in the canonical encoding.
    package static let describeFile = BusMethod<Data, String, String>(
        interface, "DescribeFile", ["s", "s"], returns: "ay")
}
