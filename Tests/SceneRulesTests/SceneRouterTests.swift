import Foundation
import SceneRules
import TestSupport
import Testing

@Suite struct SceneRouterTests {
    private func scene(_ id: String, _ preferring: [String], _ allowing: [String]) -> OpenScene {
        OpenScene(
            id: id, takes: .conditions(preferring: SceneConditions(preferring), allowing: SceneConditions(allowing)))
    }

    private func plain(_ id: String) -> OpenScene { OpenScene(id: id, takes: .unsaid) }

    private func predicates(_ id: String, prefers: String? = nil, can: String? = nil) throws -> OpenScene {
        OpenScene(
            id: id,
            takes: .predicates(
                prefers: try prefers.map(ScenePredicate.init(parsing:)) ?? .falsePredicate,
                can: try can.map(ScenePredicate.init(parsing:)) ?? .truePredicate))
    }

    private func group(_ id: String, _ matching: [String]?) -> SceneDeclaration {
        SceneDeclaration(id: id, matching: matching.map { SceneConditions($0) })
    }

    private func route(
        _ event: SceneEvent, _ open: [OpenScene], _ declarations: [SceneDeclaration] = [], _ style: SceneStyle = .reuse
    ) -> SceneDecision { SceneRouter.route(event, open: open, declarations: declarations, style: style) }

    private func target(_ text: String?) -> SceneEvent { SceneEvent(targetContentIdentifier: text) }

    // MARK: C31

    private struct Case31: Decodable {
        struct Given: Decodable {
            struct Sets: Decodable {
                let preferring: [String]
                let allowing: [String]
            }
            let open: [String: Sets]
            enum CodingKeys: String, CodingKey { case open = "open scenes in order" }
        }
        struct Step: Decodable {
            struct Event: Decodable {
                let targetContentIdentifier: String?
                let webpageURL: String?
            }
            let scenes: [String]
            let event: Event
        }
        let given: Given
        let when: [Step]
        let expect: [String]
    }

    @Test func theWindowForWhichItIs() throws {
        let item = try JSONDecoder().decode(Case31.self, from: try BehaviourCase.data("C31"))
        try #require(item.when.count == item.expect.count && item.when.count > 7)
        for (step, expected) in zip(item.when, item.expect) {
            let open = try step.scenes.map { name in
                let sets = try #require(item.given.open[name])
                return scene(name, sets.preferring, sets.allowing)
            }
            let event = SceneEvent(
                targetContentIdentifier: step.event.targetContentIdentifier, webpageURL: step.event.webpageURL)
            let wanted: SceneChoice =
                expected.hasPrefix("a new scene")
                ? .new("group") : .open(try #require(expected.split(separator: " ").first.map(String.init)))
            for style in [SceneStyle.reuse, .new] {
                #expect(route(event, open, [group("group", nil)], style).choice == wanted, "\(expected)")
            }
            // On a system with one scene that scene gets everything.
            let single = route(event, [open[0]], [group("group", nil)], .single)
            #expect(single == SceneDecision(choice: .open(step.scenes[0]), reason: .single))
        }
    }

    // MARK: C29

    @Test func anEmptySetOpensNoWindow() throws {
        let boot = [group("Boot", [])]
        for event in [SceneEvent(url: "example29://auth?code=1"), target("boot")] {
            for open in [[scene("main", [], [])], []] {
                for style in [SceneStyle.reuse, .new] {
                    #expect(route(event, open, boot, style) == SceneDecision(choice: .none, reason: .nothing))
                }
            }
            // A window that does not say what it takes is reused, but none is made.
            #expect(route(event, [plain("main")], boot).choice == .open("main"))
            #expect(route(event, [plain("main")], boot, .new).choice == .none)
        }
    }

    // MARK: The order

    @Test func theOrderIsPreferringAllowingUnsaidMatchingUndeclared() {
        let event = target("orders/7")
        let declarations = [group("any", nil), group("orders", ["orders"]), group("later", ["*"])]
        let prefers = scene("prefers", ["orders"], [])
        let allows = scene("allows", [], ["ORDERS"])
        let other = scene("other", ["people"], ["people"])
        let all = [other, plain("first"), allows, plain("last"), prefers]
        #expect(route(event, all, declarations).choice == .open("prefers"))
        #expect(route(event, all, declarations).reason == .preferring("orders"))
        #expect(
            route(event, [other, plain("first"), allows, plain("last")], declarations).reason == .allowing("ORDERS"))
        let reused = route(event, [plain("first"), plain("last"), other], declarations)
        #expect(reused == SceneDecision(choice: .open("last"), reason: .reused))
        #expect(
            route(event, [other], declarations) == SceneDecision(choice: .new("orders"), reason: .matching("orders")))
        #expect(
            route(target("x"), [other], [group("any", nil), group("orders", ["orders"])])
                == SceneDecision(choice: .new("any"), reason: .undeclared))
        #expect(route(target("x"), [other], [group("orders", ["orders"])]).choice == .none)
        #expect(
            route(event, [plain("first"), plain("last")], declarations, .new)
                == SceneDecision(choice: .new("orders"), reason: .matching("orders")))
    }

    @Test func theFirstOfEquals() {
        let event = target("a")
        #expect(route(event, [scene("1", ["a"], []), scene("2", ["a"], [])]).choice == .open("1"))
        #expect(route(event, [scene("1", [], ["*"]), scene("2", [], ["a"])]).choice == .open("1"))
        #expect(route(event, [], [group("1", ["b"]), group("2", ["*"]), group("3", ["a"])]).choice == .new("2"))
    }

    @Test func aSingleSceneIsMadeWhereNoneIsOpen() {
        #expect(route(target("a"), [], [group("1", []), group("2", ["a"])], .single).choice == .new("1"))
        #expect(route(target("a"), [], [], .single) == SceneDecision(choice: .none, reason: .nothing))
        #expect(route(target("a"), [scene("1", [], []), scene("2", ["a"], [])], [], .single).choice == .open("1"))
    }

    // MARK: Conditions

    @Test(
        arguments: [
            (["tour"], "The Grand TOUR", true), (["tour"], "tó\u{301}ur", true), (["tour"], "to ur", false),
            (["tour"], "t\u{f6}ur", true),
            (["Straße"], "x/STRASSE", true), (["*"], "anything", true), (["*"], "", true), (["a*"], "abc", false),
            (["a*"], "xA*y", true), ([""], "", false), ([""], "abc", false), ([], "abc", false),
            (["\u{301}"], "é", false),
            (["x", "b"], "abc", true), (["abcd"], "abc", false), (["が"], "か", true), ([" "], "a b", true),
        ] as [([String], String, Bool)])
    func aConditionIsContained(_ conditions: [String], _ text: String, _ matches: Bool) {
        let choice = route(target(text), [scene("1", conditions, [])]).choice
        #expect((choice == .open("1")) == matches)
        #expect((route(target(text), [], [group("1", conditions)]).choice == .new("1")) == matches)
    }

    @Test func theTextOfAnEvent() {
        #expect(SceneEvent(targetContentIdentifier: "a", webpageURL: "b").text == "a")
        #expect(SceneEvent(targetContentIdentifier: "", webpageURL: "b").text == "")
        #expect(SceneEvent(webpageURL: "b").text == "b")
        #expect(SceneEvent(url: "c").text == "c")
        let none = SceneEvent()
        #expect(route(none, [scene("1", ["a", ""], []), scene("2", [], ["*"])]).choice == .open("2"))
        #expect(route(none, [scene("1", ["a"], ["b"])]).choice == .none)
    }

    @Test func viewsOfOneSceneTakeTogether() {
        let union = SceneConditions(["a", "b"]).union(["b", "c"])
        #expect(union.texts == ["a", "b", "c"])
        let open = [OpenScene(id: "1", takes: .conditions(preferring: union, allowing: []))]
        #expect(route(target("c"), open).reason == .preferring("c"))
    }

    /// A long condition that nearly matches everywhere.
    @Test func conditionsTakeTimeInProportion() {
        let near = String(repeating: "a", count: 8_000) + "b"
        let event = target(String(repeating: "a", count: 16_000))
        let open = (0..<20).map { scene("\($0)", [near], [near]) }
        let begun = ContinuousClock.now
        #expect(route(event, open).choice == .none)
        #expect(ContinuousClock.now - begun < .seconds(5))
    }

    // MARK: Predicates

    @Test func predicatesHaveUIKitsDefaults() throws {
        #expect(route(target("a"), [try predicates("1")]) == SceneDecision(choice: .open("1"), reason: .can))
        #expect(route(target(nil), [try predicates("1")], [], .new).choice == .open("1"))
        let prefers = try predicates("2", prefers: "SELF == 'a'", can: "FALSEPREDICATE")
        #expect(
            route(target("a"), [try predicates("1"), prefers]) == SceneDecision(choice: .open("2"), reason: .prefers))
        #expect(route(target("b"), [prefers], [group("g", nil)]).choice == .new("g"))
    }

    /// They look at the identifier, not at the address.
    @Test func predicatesSeeTheIdentifierAlone() throws {
        let page = SceneEvent(webpageURL: "https://example.org/a")
        #expect(route(page, [try predicates("1", can: "SELF CONTAINS 'example'")]).choice == .none)
        #expect(route(page, [try predicates("1", can: "NOT SELF CONTAINS 'example'")]).choice == .open("1"))
        #expect(route(page, [try predicates("1", can: "SELF != 'a'")]).choice == .open("1"))
        #expect(route(SceneEvent(url: "a:b"), [try predicates("1", can: "SELF == nil")]).choice == .open("1"))
    }

    @Test func setsAndPredicatesMix() throws {
        let open = [
            plain("0"), try predicates("1", can: "SELF BEGINSWITH 'a'"), scene("2", [], ["a"]), scene("3", ["b"], []),
        ]
        #expect(route(target("a"), open).choice == .open("1"))
        #expect(route(target("xa"), open).choice == .open("2"))
        #expect(route(target("ab"), open).choice == .open("3"))
        #expect(route(target("x"), open).choice == .open("0"))
    }
}
