import BatonViews
import BatonViewsRecording
import Testing

@MainActor struct NavigationTests {
    private func pages(_ screen: Screen) -> [(title: String, texts: [String])] {
        screen.root.all(PageElement.self).map { ($0.element.title, $0.recorded.texts) }
    }

    private func press(_ screen: Screen, _ index: Int = 0) {
        screen.root.all(LinkElement.self)[index].recorded.send(.activated)
        screen.update()
    }

    private func goBack(_ screen: Screen) {
        screen.root.all(PageElement.self).last?.recorded.send(.back)
        screen.update()
    }

    @Test func aLinkGoesToItsPageAndBack() {
        let screen = Screen(
            NavigationView {
                NavigationLink(destination: Text("inside").navigationTitle("Second")) { Text("go") }
                    .navigationTitle("First")
            })
        #expect(pages(screen).map(\.title) == ["First"])
        press(screen)
        #expect(pages(screen).map(\.title) == ["First", "Second"])
        #expect(pages(screen)[1].texts == ["inside"])
        goBack(screen)
        #expect(pages(screen).map(\.title) == ["First"])
    }

    /// A page may hold the link to the next one, and the views of all may change; nothing goes on for ever.
    @Test func pagesSettleInAFewEvaluations() {
        let screen = Screen(
            NavigationStack {
                NavigationLink(destination: NavigationLink(destination: Text("third")) { Text("on") }) { Text("go") }
            })
        press(screen)
        press(screen, 1)
        #expect(pages(screen).count == 3)
        goBack(screen)
        #expect(screen.host.counts.evaluations < 20)
        #expect(pages(screen).count == 2)
    }

    struct Counted: View {
        @State private var count = 0
        var body: some View {
            Button("More") { count += 1 }
            NavigationLink("go", value: 7)
            Text("x").navigationDestination(for: Int.self) { [count] in Text("number \($0), count \(count)") }
        }
    }

    /// What the views of the root have now is what a page of theirs shows.
    @Test func aPageOfAValueFollowsTheViewThatSaysIt() {
        let screen = Screen(NavigationStack { Counted() })
        press(screen)
        #expect(pages(screen).last?.texts == ["number 7, count 0"])
        screen.root.all(ButtonElement.self)[0].recorded.send(.activated)
        screen.update()
        #expect(pages(screen).last?.texts == ["number 7, count 1"])
    }

    @Test func aWindowIsCalledAsItsLastPage() async throws {
        let app = TestApp {
            WindowGroup("App") {
                NavigationStack {
                    NavigationLink(destination: Text("x").navigationTitle("Inside")) { Text("go") }
                        .navigationTitle("Home")
                }
            }
        }
        try await AppStage.run(app) { stage in
            @MainActor func title() -> String? { (stage.window().element as? WindowElement)?.title }
            #expect(title() == "Home")
            stage.window().all(LinkElement.self)[0].recorded.send(.activated)
            await stage.turn()
            #expect(title() == "Inside")
            stage.window().all(PageElement.self).last?.recorded.send(.back)
            await stage.turn()
            #expect(title() == "Home")
        }
    }

    @available(*, deprecated) struct ByTag: View {
        @State private var chosen: String?
        var body: some View {
            Text(chosen ?? "none")
            Button("Go") { chosen = "b" }
            Button("Leave") { chosen = nil }
            NavigationView {
                ForEach(["a", "b"], id: \.self) { name in
                    NavigationLink(destination: Text("page \(name)"), tag: name, selection: $chosen) { Text(name) }
                }
            }
        }
    }

    @available(*, deprecated)
    @Test func aLinkWithATagGoesWhereTheSelectionSays() {
        let screen = Screen(ByTag())
        press(screen, 0)
        #expect(pages(screen).last?.texts == ["page a"])
        #expect(screen.texts[0] == "a")
        screen.press(0)
        #expect(pages(screen).map(\.texts) == [["a", "b"], ["page b"]])
        goBack(screen)
        #expect(screen.texts[0] == "none")
        screen.press(0)
        screen.press(1)
        #expect(pages(screen).count == 1)
    }

    struct ByPath: View {
        @State private var path: [Int] = []
        var body: some View {
            Text("path \(path.map(String.init).joined(separator: ","))")
            Button("Deep") { path = [1, 2, 3] }
            NavigationStack(path: $path) {
                NavigationLink("go", value: 7)
                    .navigationDestination(for: Int.self) { Text("number \($0)").navigationTitle("No. \($0)") }
            }
        }
    }

    @Test func aPathIsItsPages() {
        let screen = Screen(ByPath())
        press(screen)
        #expect(screen.texts[0] == "path 7")
        #expect(pages(screen).map(\.title) == ["", "No. 7"])
        screen.press(0)
        #expect(pages(screen).map(\.title) == ["", "No. 1", "No. 2", "No. 3"])
        goBack(screen)
        #expect(screen.texts[0] == "path 1,2")
        #expect(pages(screen).count == 3)
    }

    struct Barred: View {
        @State private var count = 0
        var body: some View {
            NavigationStack {
                Text("content")
                    .toolbar {
                        ToolbarItem(placement: .navigation) { Text("left") }
                        ToolbarItem { Button("count \(count)") { count += 1 } }
                    }
            }
        }
    }

    @Test func barItemsStandInTheirPagesBar() {
        let screen = Screen(Barred())
        let page = screen.root.all(PageElement.self)[0].recorded
        #expect(page.slots[PageElement.leading]?.flatMap(\.texts) == ["left"])
        screen.press()
        #expect(page.slots[PageElement.trailing]?.flatMap(\.texts) == ["count 1"])
    }

    struct InList: View {
        var body: some View {
            NavigationStack { List(0..<3) { number in NavigationLink("row \(number)") { Text("page \(number)") } } }
        }
    }

    @Test func aRowDoesWhatItsLinkDoes() {
        let screen = Screen(InList())
        screen.root.all(ListElement.self)[0].recorded.send(.rowActivated(2))
        screen.update()
        #expect(pages(screen).last?.texts == ["page 2"])
    }
}
