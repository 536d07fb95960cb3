import BatonViews
import BatonViewsRecording
import Testing
import UserActivity

@MainActor struct TabTests {
    private func pages(_ screen: Screen) -> [(recorded: RecordedElement, element: TabPageElement)] {
        screen.root.all(TabPageElement.self)
    }

    private func choose(_ screen: Screen, _ index: Int) {
        screen.root.all(TabElement.self)[0].recorded.send(.selected(index))
        screen.update()
    }

    private func selected(_ screen: Screen) -> Int { screen.root.all(TabElement.self)[0].element.selected }

    struct Counter: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { count += 1 } }
    }

    @Test func aPageIsMadeWhenItIsChosenAndKeepsItsState() {
        let screen = Screen(
            TabView {
                Counter().padding().tabItem { Label("One", systemImage: "star.fill") }
                Counter().tabItem { Text("Two") }
                Counter()
            })
        #expect(pages(screen).map(\.element.title) == ["One", "Two", ""])
        #expect(pages(screen).map(\.element.symbol) == ["star.fill", nil, nil])
        #expect(pages(screen).map(\.recorded.texts) == [["0"], [], []])
        screen.press()
        choose(screen, 1)
        #expect(selected(screen) == 1)
        #expect(pages(screen).map(\.recorded.texts) == [["1"], ["0"], []])
        choose(screen, 0)
        #expect(pages(screen).map(\.recorded.texts) == [["1"], ["0"], []])
        choose(screen, 17)
        #expect(selected(screen) == 0)
    }

    struct Named: View {
        @State private var chosen = "b"
        var body: some View {
            Text(chosen)
            Button("Nowhere") { chosen = "z" }
            TabView(selection: $chosen) {
                ForEach(["a", "b"], id: \.self) { name in Text("page \(name)").tabItem { Text(name) } }
                Text("untagged")
            }
        }
    }

    @Test func theSelectionIsReadAndWritten() {
        let screen = Screen(Named())
        #expect(selected(screen) == 1)
        choose(screen, 0)
        #expect(screen.texts.first == "a")
        #expect(selected(screen) == 0)
    }

    @Test func aPageWithoutATagCannotBeChosenAndOneThatIsNotThereIsTheFirst() {
        let screen = Screen(Named())
        choose(screen, 2)
        #expect(selected(screen) == 1)
        screen.press()
        #expect(selected(screen) == 0)
        #expect(screen.texts.first == "z")
    }

    struct Working: View {
        var body: some View {
            TabView {
                Text("a").userActivity("first") { _ in }
                Text("b").userActivity("second") { _ in }
            }
        }
    }

    @Test func theActivityOfTheChosenPageIsAdvertised() async throws {
        try await AppStage.run(TestApp { WindowGroup { Working() } }) { stage in
            let scene = stage.host.windows[0].scene
            #expect(scene.userActivity?.activityType == "first")
            for (index, type) in [(1, "second"), (0, "first")] {
                stage.window().all(TabElement.self)[0].recorded.send(.selected(index))
                await stage.turn()
                #expect(scene.userActivity?.activityType == type)
            }
        }
    }
}
