// Search's part of the table of texts.

extension Texts {
    static let textOrQuery = t("Give a text to search for, or --query Q.")
    static let textIsEmpty = t("The text to search for is empty.")
    static let fetchNeedsQuery = t("--fetch goes with --query.")
    static let explainNeedsText = t(
        "--explain goes with a text: the results of a query are not ranked by what was typed.")
    static func nothingFound(_ app: String?) -> String {
        app.map { t("Nothing of {1} was found; `baton index stats` says what there is.", $0) }
            ?? t("Nothing was found; `baton index stats` says what there is.")
    }
    static func moreResults(_ shown: Int, _ next: Int) -> String {
        t("There are more than these {1}; --limit {2} shows more.", String(shown), String(next))
    }
    static let mayHaveMore = t("There may be more, or better ones: the time was up, or things are still being indexed.")
    static func tooFewResults(_ wanted: Int, _ found: Int) -> String {
        t("There is no result {1}: {2}.", String(wanted), count(found, "{1} was found", "{1} were found"))
    }
    static func opened(_ title: String, _ app: String) -> String { t("{2} has opened “{1}”.", title, app) }
    static let answerUnreadable = t(
        "The attributes came in a form that cannot be read; daemon and command should be of one Baton version.")

    // MARK: Why a result stands where it does

    static func place(_ place: String) -> String { t(place) }
    static func requiredKeysMissing(_ keys: [String]) -> String {
        t("The payload does not hold what --required-keys names: {1}.", keys.joined(separator: ", "))
    }
    static func rankDate(_ date: String, _ what: String) -> String { t("date ({1}, {2})", t(what), date) }
    static func rankChosen(_ times: Int) -> String { count(times, "chosen {1} time", "chosen {1} times") }
    static let rankChosenForThis = t("chosen for this text, or for one that begins like it")
    static let rankHint = t("the app's hint")
    static let rankBonus = t("made or picked by you")
    static let rankWords = t("how rare the words are, and where they stand")
    static let rankTogether = t("together, in days")

    // MARK: Items

    static func itemsIndexed(_ number: Int, _ app: String) -> String {
        t("{1} of {2} indexed.", count(number, "{1} item", "{1} items"), app)
    }
    static func itemsSent(_ number: Int) -> String { count(number, "{1} item sent", "{1} items sent") }
    static let itemsBecomeFindable = t("waiting until they can be found")
    static let notYetFindable = t(
        "The items are stored, and not all of them can be found yet; `baton index stats` says how many are pending.")
    static func indexChanged(_ app: String) -> String {
        t("The index of {1} was changed by the app meanwhile, so nothing was indexed; run the command again.", app)
    }
    static func fileIsNoArray(_ path: String) -> String {
        t(
            "{1} must be a JSON array of items, as in [{\"uniqueIdentifier\": \"1\", \"attributes\": {\"title\": \"A\"}}].",
            path)
    }
    static func fileEnds(_ path: String, _ number: Int) -> String {
        t("{1} ends within item {2}; nothing was indexed.", path, String(number))
    }
    static func fileGoesOn(_ path: String) -> String {
        t("{1} goes on after the end of its array; nothing was indexed.", path)
    }
    static func itemWrong(_ number: Int, _ what: String) -> String {
        t("Item {1}: {2}; nothing was indexed.", String(number), what)
    }
    static func itemRefused(_ number: Int, _ message: String) -> String { t("Item {1}: {2}", String(number), message) }
    static func itemRemark(_ number: Int, _ remark: String) -> String { t("Item {1}: {2}.", String(number), remark) }
    static let itemIsNoObject = t("an object with uniqueIdentifier and attributes is expected")
    static let itemIsNoJSON = t("it is no JSON that can be read")
    static let itemLacksIdentifier = t("uniqueIdentifier is missing; it must be a text that is not empty")
    static func itemUnknownKey(_ key: String) -> String {
        t(
            "there is no key “{1}” beside uniqueIdentifier, domainIdentifier, expirationDate and attributes; what an item "
                + "is found by stands in its attributes", key)
    }
    static func itemKeyWrong(_ key: String, _ expected: String) -> String { t("{1} must be {2}", key, expected) }
    static let aText = t("a text")
    static let anObject = t("an object of attribute names and values")
    static let aDate = t("a date in ISO 8601, such as 2030-01-31T18:00:00Z")
    static let dates = t("an array of dates in ISO 8601")
    static let base64 = t("data in base64")
    static func attributeName(_ name: String) -> String {
        t(
            "“{1}” is no attribute's name: it is none of Apple's, and one of an app's own has 1 to 128 ASCII letters, digits and _",
            name)
    }
    static func ownAttribute(_ name: String) -> String {
        t("{1} is none of Apple's attributes and is kept as one of the app's own.", name)
    }
    static func ownAttributes(_ number: Int) -> String {
        count(number, "{1} other name is kept so too.", "{1} other names are kept so too.")
    }

    static let deleteItemsWhat = t("Name what to delete: --id ID, --domain DOMAIN, or --all.")
    static let deleteItemsNeedsApp = t("--index needs --app ID: whose index it is.")
    static let deleteItemsNeedsYes = t(
        "Nobody can be asked here; --yes deletes the items of every app without asking, --app ID those of one app.")
    static func deleteAllItems(_ items: Int, _ apps: Int) -> String {
        t(
            "This goes, and cannot be brought back: {1} of {2}. ", count(items, "{1} item", "{1} items"),
            count(apps, "{1} app", "{1} apps"))
            + t(
                "Saved activities stay but for those that belong to an item; `baton activity delete --all` deletes them."
            )
    }
    static func itemsDeleted(_ app: String) -> String { t("What there was of it in the index of {1} is deleted.", app) }
    static func appItemsDeleted(_ app: String, _ index: String?) -> String {
        index.map { t("All items of {1} in its index {2} are deleted.", app, $0) }
            ?? t("All items of {1} are deleted.", app)
    }
    static let allItemsDeleted = t("The items of all apps are deleted.")
}
