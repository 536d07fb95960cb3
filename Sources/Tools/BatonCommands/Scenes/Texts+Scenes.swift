internal import SceneRules

// The scenes' part of the table of texts.

extension Texts {
    static let oneStandardInput = t("--scenes and --event cannot both be standard input.")

    // MARK: Which scene

    static func openScene(_ id: String, _ why: String) -> String { t("{1}: {2}", id, why) }
    static func newScene(_ id: String, _ why: String) -> String { t("a new {1}: {2}", id, why) }
    static func noScene(_ why: String) -> String { t("no scene: {1}", why) }

    static func sceneReason(_ reason: SceneDecision.Reason) -> String {
        switch reason {
        case .single: t("the style is single, so the one scene takes everything")
        case .preferring("*"): t("it is the first open scene that prefers a matching event, by * (any)")
        case .preferring(let condition):
            t("it is the first open scene that prefers a matching event, by “{1}”", condition)
        case .prefers: t("it is the first open scene that prefers a matching event, by its predicate prefers")
        case .allowing("*"): t("no open scene prefers it, and this is the first that allows it, by * (any)")
        case .allowing(let condition):
            t("no open scene prefers it, and this is the first that allows it, by “{1}”", condition)
        case .can: t("no open scene prefers it, and this is the first that allows it, by its predicate can")
        case .reused:
            t("no open scene prefers or allows it, and of those that do not say what they take it is the last opened")
        case .matching("*"): t("no open scene takes it, and this is the first declaration that matches, by * (any)")
        case .matching(let condition):
            t("no open scene takes it, and this is the first declaration that matches, by “{1}”", condition)
        case .undeclared:
            t(
                "no open scene takes it and no declaration matches, and this is the first that does not say what it matches"
            )
        case .nothing: t("no open scene takes it, and no declaration opens a scene for it; the app itself is asked")
        }
    }

    // MARK: The files

    static func noJSON(_ fault: String) -> String { t("it is no JSON that can be read: {1}", fault) }
    static func placeWrong(_ place: String?, _ expected: String, _ found: String?) -> String {
        guard let found else { return t("{1} is missing; it must be {2}", place ?? "", expected) }
        guard let place else { return t("it must be {1}, and is {2}", expected, found) }
        return t("{1} must be {2}, and is {3}", place, expected, found)
    }
    static func unknownKey(_ place: String?, _ key: String, _ names: [String]) -> String {
        place.map { t("the key “{2}” in {1} is passed over; it may have {3}", $0, key, list(names)) }
            ?? t("the key “{1}” is passed over; there may be {2}", key, list(names))
    }
    static let aList = t("a list")
    static let aString = t("a string")
    static let aNonEmptyString = t("a string that is not empty")
    static let aPredicate = t("a predicate such as \"SELF BEGINSWITH 'orders/'\"")
    static func oneOf(_ words: [String]) -> String { t("one of {1}", list(words)) }
    static func anObjectOf(_ names: [String]) -> String { t("an object with {1}", list(names)) }
    static func setsAndPredicates(_ place: String) -> String {
        t("{1} has sets (preferring, allowing) and predicates (prefers, can); it may have either", place)
    }
    static func predicateWrong(_ place: String, _ column: Int, _ what: String) -> String {
        t("{1} cannot be read at character {2}: {3}", place, String(column), what)
    }
    static func sceneTwice(_ place: String, _ id: String) -> String {
        t("{1} has the id “{2}” twice; an id is that of one scene", place, id)
    }
}
