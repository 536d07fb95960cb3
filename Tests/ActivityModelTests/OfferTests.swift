import ActivityModel
import FoundationEssentials
import Testing

@Suite("What continues an offer")
struct OfferTests {
    private func app(_ id: String, team: String = "T", types: [String] = ["t"]) -> AppManifest {
        AppManifest(id: id, name: id, team: team, activityTypes: types, folder: "/", executable: "/x")
    }

    private func offer(page: String? = nil) -> Offer {
        var offer = Offer(id: "1", app: "org.example.b", team: "T", type: "t", since: .distantPast)
        offer.webpageURL = page
        return offer
    }

    @Test("The offer's own app comes first, whatever the order")
    func sameApp() {
        let apps = [app("org.example.c"), app("org.example.a"), app("org.example.b")]
        #expect(ContinuationTarget.resolve(offer(), among: apps) == .app("org.example.b"))
        #expect(ContinuationTarget.resolve(offer(), among: apps.reversed()) == .app("org.example.b"))
    }

    @Test("Another app of the team takes it, the first by id")
    func sameTeam() {
        let apps = [app("org.example.c"), app("org.example.a")]
        #expect(ContinuationTarget.resolve(offer(), among: apps) == .app("org.example.a"))
        #expect(ContinuationTarget.resolve(offer(), among: apps.reversed()) == .app("org.example.a"))
    }

    @Test("The same id in another team, or without the type, does not count")
    func strangers() {
        let apps = [app("org.example.b", team: "U"), app("org.example.a", types: ["other"])]
        #expect(ContinuationTarget.resolve(offer(), among: apps) == nil)
        #expect(
            ContinuationTarget.resolve(offer(page: "https://example.org/"), among: apps)
                == .browser("https://example.org/"))
    }

    @Test("An app comes before the page")
    func appFirst() {
        #expect(
            ContinuationTarget.resolve(offer(page: "https://example.org/"), among: [app("org.example.a")])
                == .app("org.example.a"))
    }

    @Test(
        "A page that is no web page opens nothing",
        arguments: ["file:///etc/passwd", "javascript:alert(1)", "", "https://"])
    func notWeb(page: String) { #expect(ContinuationTarget.resolve(offer(page: page), among: []) == nil) }
}
