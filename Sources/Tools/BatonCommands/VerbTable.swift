/// All verbs, in the order in which the help shows them. A new verb is its file, a line here and its texts.
package enum VerbTable {
    package static let all: [Verb] = [
        Overview.verb,
        Status.verb, Doctor.verb, Stop.verb, Log.verb,
        Config.verb, ConfigGet.verb, ConfigSet.verb, Reset.verb,
        AppsList.verb, AppsAdd.verb, AppsRemove.verb, AppsShow.verb, AppsSet.verb,
        ActivityPublish.verb, ActivityList.verb, ActivityDelete.verb,
        Search.verb, IndexAdd.verb, IndexDelete.verb, IndexStats.verb,
        Open.verb, LinksStatus.verb, LinksFetch.verb, LinksPrefer.verb, LinksHandle.verb,
        HandoffList.verb, HandoffContinue.verb,
        DevicesList.verb, DevicesInvite.verb, DevicesConfirm.verb, DevicesJoin.verb, DevicesRename.verb,
        DevicesRemove.verb, DevicesLeave.verb,
        LinksCheck.verb,
        ScenesCheck.verb,
        Demo.verb,
    ]
}
