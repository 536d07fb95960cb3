import BatonViews
import BatonViewsRecording
import Synchronization
import Testing

@testable import UserActivity

@MainActor @Suite(.serialized) struct PickerTests {
    enum Flavor: String, CaseIterable, Identifiable {
        case vanilla, chocolate, strawberry
        var id: Self { self }
    }

    struct Flavors: View {
        @State private var flavor = Flavor.chocolate
        @State private var other = 0
        var body: some View {
            Picker("Flavor", selection: $flavor) {
                ForEach(Flavor.allCases) { Text($0.rawValue).font(.headline) }
            }
            Text(flavor.rawValue)
            Button("other \(other)") { other += 1 }
        }
    }

    private func picker(_ screen: Screen) -> PickerElement { screen.control(PickerElement.self) }

    /// What is reported while something is done.
    private func reports(_ perform: () -> Void) -> [String] {
        let lines = Mutex<[String]>([])
        UserActivityDiagnostics.$capture.withValue({ message in
            if message.level == .warning { lines.withLock { $0.append(message.text) } }
        }) { perform() }
        return lines.withLock { $0 }.filter { $0.contains("Picker") }
    }

    @Test func aPickerShowsItsChoicesAndWritesTheChosenOne() {
        let screen = Screen(Flavors())
        #expect(picker(screen).titles == ["vanilla", "chocolate", "strawberry"])
        #expect(picker(screen).selected == 1)
        screen.use(PickerElement.self, .selected(2))
        #expect(picker(screen).selected == 2)
        #expect(screen.texts.suffix(2) == ["strawberry", "other 0"])
    }

    @Test func aPickerThatHasNotChangedIsNotTouched() {
        let screen = Screen(Flavors())
        screen.press()
        #expect(screen.renderer.updates == 1)
        #expect(screen.renderer.made == 0)
        #expect(screen.renderer.arrangements == 0)
    }

    @Test func tagsAreFoundBelowModifiersAndInGroups() {
        let store = Store("b")
        let screen = Screen(
            Picker(selection: store.binding) {
                Group {
                    Text("A").tag("a").bold()
                    Label("B", systemImage: "star").tag("b")
                }
                Divider()
                if store.value == "b" { AnyView(Text("C").tag("c")) }
                Section("more") { Image(systemName: "star").tag("d").padding() }
            } label: {
                Text("Letter")
            }
            .pickerStyle(.segmented))
        #expect(picker(screen).titles == ["A", "B", "C", "star"])
        #expect(picker(screen).selected == 1)
        #expect(picker(screen).style == .segmented)
        screen.use(PickerElement.self, .selected(3))
        #expect(store.value == "d")
    }

    @Test func aTagStandsForAnOptionalSelectionToo() {
        let store = Store<Int?>(nil)
        let view = Picker("", selection: store.binding) {
            Text("none").tag(nil as Int?)
            Text("one").tag(1)
            Text("two").tag(2 as Int?)
        }
        let warnings = reports {
            let screen = Screen(view)
            screen.use(PickerElement.self, .selected(1))
            #expect(store.value == .some(1))
            screen.use(PickerElement.self, .selected(2))
            #expect(store.value == .some(2))
            screen.use(PickerElement.self, .selected(0))
            #expect(store.value == .some(nil))
        }
        #expect(warnings == [])
    }

    struct Lost: View {
        @State private var choice = "secret"
        var body: some View {
            Picker("", selection: $choice) {
                Text("one").tag("one")
                Text("two").tag("two")
            }
            Button("Lose") { choice += "!" }
        }
    }

    @Test func aSelectionThatIsNoTagShowsNothingChosenAndIsReportedOnce() {
        let warnings = reports {
            let screen = Screen(Lost())
            #expect(picker(screen).selected == nil)
            screen.press()
            #expect(picker(screen).selected == nil)
            screen.use(PickerElement.self, .selected(1))
            #expect(picker(screen).selected == 1)
        }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("secret") == false)
    }

    @Test func aTagOfAnotherTypeIsNotWritten() {
        let store = Store("one")
        let warnings = reports {
            let screen = Screen(Picker("", selection: store.binding) { Text("1").tag(1) })
            screen.use(PickerElement.self, .selected(0))
            screen.use(PickerElement.self, .selected(7))
        }
        #expect(store.written.isEmpty)
        #expect(warnings.count == 1)
    }

    @Test func aPickerWhoseBindingRefusesShowsTheBindingAgain() {
        let store = Store("one")
        let screen = Screen(
            Picker("", selection: store.refusing) {
                Text("one").tag("one")
                Text("two").tag("two")
            })
        screen.use(PickerElement.self, .selected(1))
        #expect(store.written == ["two"])
        #expect(picker(screen).selected == 0)
        #expect(screen.renderer.updates == 1)
    }

    struct Growing: View {
        @State private var names = ["one"]
        @State private var choice = "two"
        var body: some View {
            Picker("", selection: $choice) { ForEach(names, id: \.self) { Text($0) } }
            Button("More") { names.append("two") }
        }
    }

    @Test func choicesThatComeAreShown() {
        let screen = Screen(Growing())
        #expect(picker(screen).selected == nil)
        screen.press()
        #expect(picker(screen).titles == ["one", "two"])
        #expect(picker(screen).selected == 1)
    }

    // MARK: Tags and identifiers elsewhere

    struct Counter: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { count += 1 } }
    }
    struct Reborn: View {
        @State private var id = 1
        var body: some View {
            Counter().id(id)
            Button("New") { id += 1 }
        }
    }

    @Test func anotherIdentifierIsAnotherView() {
        let screen = Screen(Reborn())
        screen.press(0)
        #expect(screen.texts == ["1", "New"])
        screen.press(1)
        #expect(screen.texts == ["0", "New"])
    }

    struct Rows: View {
        @State private var chosen: String? = "b"
        var body: some View {
            List(selection: $chosen) {
                Text("A").tag("a")
                Text("B").tag("b").bold()
            }
        }
    }

    @Test func aListKnowsItsRowsByTheirTags() {
        let screen = Screen(Rows())
        #expect(screen.control(ListElement.self).selected == [1])
        screen.use(ListElement.self, .rowsSelected([0]))
        #expect(screen.control(ListElement.self).selected == [0])
    }
}
