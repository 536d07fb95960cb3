import BatonViews
import BatonViewsRecording
import Foundation
import Observation
import Testing

/// Spellings that say the same as others, or a little more: each does what it says.
@MainActor struct SpellingTests {
    private func titles(_ screen: Screen) -> [String] { screen.root.all(PageElement.self).map(\.element.title) }

    // MARK: Pages that a binding leads to

    struct Place: Identifiable, Hashable { let id: Int }

    struct Bound: View {
        @State private var isShown = false
        @State private var place: Place?
        var body: some View {
            NavigationStack {
                VStack {
                    Button("help") { isShown = true }
                    Button("one") { place = Place(id: 1) }
                    Text(isShown ? "shown" : "hidden")
                    Text(place.map { "at \($0.id)" } ?? "nowhere")
                }
                .navigationTitle("Start")
                .navigationDestination(isPresented: $isShown) { Text("inside").navigationTitle("Help") }
                .navigationDestination(item: $place) { Text("place").navigationTitle("Place \($0.id)") }
            }
        }
    }

    @Test func aBindingLeadsToAPageAndBack() {
        let screen = Screen(Bound())
        #expect(titles(screen) == ["Start"])
        screen.press(0)
        #expect(titles(screen) == ["Start", "Help"])
        screen.root.all(PageElement.self).last?.recorded.send(.back)
        screen.update()
        #expect(titles(screen) == ["Start"])
        #expect(screen.texts.contains("hidden"))
        screen.press(1)
        #expect(titles(screen) == ["Start", "Place 1"])
        screen.root.all(PageElement.self).last?.recorded.send(.back)
        screen.update()
        #expect(screen.texts.contains("nowhere"))
    }

    // MARK: Bars

    struct Bar: ToolbarContent {
        let isLong: Bool
        @Binding var count: Int
        var body: some ToolbarContent {
            ToolbarItem(placement: .navigation) { Button("count \(count)") { count += 1 } }
            if isLong { ToolbarItem(placement: .primaryAction) { Text("long") } }
        }
    }

    struct WithBar: View {
        @State private var count = 0
        var body: some View {
            NavigationStack {
                Text("page").toolbar { Bar(isLong: count > 0, count: $count) }
            }
        }
    }

    @Test func contentOfABarIsMadeOfItems() {
        let screen = Screen(WithBar())
        func bar(_ slot: Int) -> [String] {
            screen.root.all(PageElement.self)[0].recorded.slots[slot]?.flatMap(\.texts) ?? []
        }
        #expect(bar(PageElement.leading) == ["count 0"])
        #expect(bar(PageElement.trailing) == [])
        screen.press()
        #expect(bar(PageElement.leading) == ["count 1"])
        #expect(bar(PageElement.trailing) == ["long"])
    }

    // MARK: Labels

    struct Reversed: LabelStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.title
            configuration.icon
            Label(configuration)
        }
    }

    @Test func labelsShowWhatTheirStyleSays() {
        let screen = Screen(Label("Add", systemImage: "plus").labelStyle(.titleOnly))
        #expect(screen.texts == ["Add"])
        #expect(screen.root.all(ImageElement.self).isEmpty)

        let icon = Screen(Label("Add", systemImage: "plus").labelStyle(.iconOnly))
        #expect(icon.texts == [])
        #expect(icon.root.all(ImageElement.self)[0].recorded.common.accessibilityLabel == "Add")

        let own = Screen(Label("Add", systemImage: "plus").labelStyle(Reversed()))
        #expect(own.texts == ["Add", "Add"])
        #expect(own.root.all(LabelElement.self).count == 1)
    }

    @Test func buttonsAndMenusHaveSymbols() {
        let screen = Screen(
            VStack {
                Button("Add", systemImage: "plus") {}
                Menu("More", systemImage: "ellipsis") { Text("inside") }
            })
        #expect(screen.root.all(ButtonElement.self)[0].recorded.all(ImageElement.self).count == 1)
        #expect(screen.root.all(MenuElement.self)[0].recorded.all(ImageElement.self).count == 1)
    }

    // MARK: Controls

    struct Several: View {
        struct Mark { var isOn: Bool }
        @State private var marks = [Mark(isOn: true), Mark(isOn: false)]
        var body: some View {
            Toggle("All", sources: $marks, isOn: \.isOn)
            Text(marks.map { $0.isOn ? "on" : "off" }.joined(separator: " "))
        }
    }

    @Test func aToggleOfSeveralSwitchesAllOfThem() {
        let screen = Screen(Several())
        let toggle = screen.root.all(ToggleElement.self)[0]
        #expect(!toggle.element.isOn)
        toggle.recorded.send(.toggled(true))
        screen.update()
        #expect(screen.texts.contains("on on"))
        #expect(screen.root.all(ToggleElement.self)[0].element.isOn)
    }

    @Test func aStyleOfProgressHasAColor() {
        let screen = Screen(
            VStack {
                ProgressView(value: 0.5).progressViewStyle(LinearProgressViewStyle(tint: .red))
                ProgressView().progressViewStyle(.circular).tint(.blue)
            })
        #expect(screen.root.all(ProgressElement.self).map(\.element.tint) == [.red, .blue])
    }

    @Test func severalRowsOfAListOfDataAreChosen() {
        var chosen: Set<Int> = [2]
        let screen = Screen(
            List([Place(id: 1), Place(id: 2)], selection: Binding(get: { chosen }, set: { chosen = $0 })) {
                Text("\($0.id)")
            })
        let list = screen.root.all(ListElement.self)[0].element
        #expect(list.allowsSeveral)
        #expect(list.selected == [1])
    }

    // MARK: Looks

    @Test func scalingHasAnAnchor() {
        let screen = Screen(Text("a").scaleEffect(2, anchor: .topLeading))
        let common = screen.root.all(TextElement.self)[0].recorded.common
        #expect(common.scale == [2, 2])
        #expect(common.scaleAnchor == [0, 0])
    }

    @Test func aLineWithoutAColorHasThatOfText() {
        let screen = Screen(Circle().stroke(lineWidth: 3).foregroundColor(.red))
        let shape = screen.root.all(ShapeElement.self)[0].element
        #expect(shape.line == .red)
        #expect(shape.lineWidth == 3)
        #expect(shape.fill == nil)
    }

    @Test func digitsOfOneWidthAreSaidOfTextAndOfViews() {
        let screen = Screen(
            VStack {
                Text("1").monospacedDigit()
                VStack { Text("2") }.monospacedDigit()
            })
        let texts = screen.root.all(TextElement.self).map { $0.element.runs[0].attributes.hasMonospacedDigits }
        #expect(texts == [true, true])
    }

    @Test func barsOfScrollViewsAreHiddenFromOutside() {
        let screen = Screen(ScrollView { Text("a") }.scrollIndicators(.hidden))
        #expect(!screen.root.all(ScrollElement.self)[0].element.showsIndicators)
    }

    // MARK: Questions

    struct Asking: View {
        @State private var isAsking = true
        var body: some View {
            Text("a").confirmationDialog(
                "Delete?", isPresented: $isAsking, titleVisibility: .visible, presenting: Optional(Place(id: 7))
            ) { place in
                Button("Delete \(place.id)") {}
            } message: { place in
                Text("number \(place.id)")
            }
        }
    }

    @Test func aChoiceKnowsWhatItIsAbout() throws {
        let screen = Screen(Asking())
        let alert = try #require(screen.renderer.presented.first { $0.element is AlertElement })
        #expect(alert.texts.contains("Delete 7"))
    }

    // MARK: Scenes

    @Observable final class Model { let name = "from the scene" }

    @Test func aSceneGivesItsWindowsTheirEnvironment() {
        struct Content: View {
            @Environment(Model.self) private var model
            @Environment(\.lineLimit) private var limit
            var body: some View { Text("\(model.name) \(limit ?? 0)") }
        }
        let scene = WindowGroup(Text("A")) { Content() }.environment(Model()).environment(\.lineLimit, 3)
        let description = scene.descriptions[0]
        #expect(description.title == "A")
        var values = EnvironmentValues()
        description.apply(to: &values)
        #expect(values.lineLimit == 3)
        #expect(values.object(Model.self)?.name == "from the scene")
    }
}
