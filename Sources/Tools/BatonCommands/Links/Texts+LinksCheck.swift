// The links' part of the table of texts.

extension Texts {
    static func domainWrong(_ domain: String, _ what: String) -> String {
        t("--domain cannot be “{1}”: {2}; expected a domain, such as example.com or *.example.com.", domain, what)
    }

    // MARK: What becomes of an address

    static func linkAnswer(_ url: String, _ opens: String, _ why: String) -> String {
        t("{1}: {2}: {3}", url, opens, why)
    }
    static func linkAnswer(_ url: String, _ opens: String, _ rule: String, _ why: String) -> String {
        t("{1}: {2} by {3}: {4}", url, opens, rule, why)
    }
    static let linkBrowser = t("browser")
    static let noWebAddress = t("it is no http or https address with a host")
    static func otherHost(_ host: String, _ pattern: String) -> String {
        t("the host is {1}, and the file counts for {2}", host, pattern)
    }
    static func addressHasPort(_ port: Int) -> String {
        t("it has the port {1}; addresses with a port are associated in developer mode alone", String(port))
    }
    static func fileUnreadable(_ fault: String) -> String { t("the file cannot be read as an association: {1}", fault) }
    static let noAppInstalled = t("no app is installed")
    static let noAppListed = t("applinks.details lists none of the installed apps")
    static let noRuleMatches = t("no rule of an installed app matches")
    static func firstMatchOpens(_ app: String) -> String { t("it is the first rule of {1} that matches", app) }
    static func firstMatchExcludes(_ app: String) -> String {
        t("it is the first rule of {1} that matches, and it excludes", app)
    }
    static func rulesTooCostly(_ app: String) -> String {
        t("the rules of {1} would take too long for this address", app)
    }
    static func notBecause(_ why: String, _ app: String, _ reason: String) -> String {
        t("{1}; not {2}: {3}", why, app, reason)
    }

    // MARK: What is said of the file

    static func aboutFile(_ file: String, _ what: String) -> String { t("{1}: {2}.", file, what) }
    static func installedNotListed(_ app: String, _ near: String?) -> String {
        near.map { t("{1} is not in applinks.details, where “{2}” is; ids are compared whole", app, $0) }
            ?? t("{1} is not in applinks.details", app)
    }
    static func servicesOf(_ app: String, _ listed: [String], _ missing: [String]) -> String {
        let yes = listed.isEmpty ? t("in no other list") : t("also in {1}", list(listed))
        return missing.isEmpty ? t("{1}: {2}", app, yes) : t("{1}: {2}; not in {3}", app, yes, list(missing))
    }
}
