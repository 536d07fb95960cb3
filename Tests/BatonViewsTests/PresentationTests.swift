import BatonCombine
import BatonViews
import BatonViewsRecording
import Foundation
import Testing
import UserActivity

@MainActor struct PresentationTests {
    private func sheets(_ screen: Screen) -> [[String]] {
        screen.renderer.presented.filter { $0.element is SheetElement }.map(\.texts)
    }

    private func alerts(_ screen: Screen) -> [(recorded: RecordedElement, element: AlertElement)] {
        screen.renderer.presented.compactMap { recorded in (recorded.element as? AlertElement).map { (recorded, $0) } }
    }

    private func press(_ recorded: RecordedElement, _ index: Int, _ screen: Screen) {
        recorded.all(ButtonElement.self)[index].recorded.send(.activated)
        screen.update()
    }

    private func send(_ event: ElementEvent, to recorded: RecordedElement, _ screen: Screen) {
        recorded.send(event)
        screen.update()
    }

    final class Lines { var lines: [String] = [] }

    // MARK: Sheets

    struct Counter: View {
        @State private var count = 0
        var body: some View { Button("\(count)") { count += 1 } }
    }

    struct WithSheet: View {
        let lines: Lines
        @State private var shown = false
        var body: some View {
            Button("Show") { shown = true }
                .sheet(isPresented: $shown, onDismiss: { lines.lines.append("dismissed") }) {
                    VStack {
                        Counter()
                        Leave()
                        Old()
                    }
                    .navigationTitle("Sheet")
                }
            Text(shown ? "shown" : "hidden")
        }
        struct Leave: View {
            @Environment(\.dismiss) var dismiss
            var body: some View { Button("Leave") { dismiss() } }
        }
        struct Old: View {
            @Environment(\.presentationMode) var mode
            var body: some View { Button("Old \(mode.wrappedValue.isPresented)") { mode.wrappedValue.dismiss() } }
        }
    }

    @Test func aSheetHasItsOwnStateAsLongAsItIsShown() {
        let screen = Screen(WithSheet(lines: Lines()))
        #expect(sheets(screen) == [])
        screen.press()
        #expect(sheets(screen) == [["0", "Leave", "Old true"]])
        #expect((screen.renderer.presented[0].element as? SheetElement)?.title == "Sheet")
        press(screen.renderer.presented[0], 0, screen)
        #expect(sheets(screen) == [["1", "Leave", "Old true"]])
        #expect(screen.texts == ["Show", "shown"])
        send(.dismissed, to: screen.renderer.presented[0], screen)
        #expect(sheets(screen) == [])
        #expect(screen.texts == ["Show", "hidden"])
        screen.press()
        #expect(sheets(screen) == [["0", "Leave", "Old true"]])
    }

    @Test(arguments: [1, 2]) func aSheetIsDismissedFromInside(_ button: Int) {
        let lines = Lines()
        let screen = Screen(WithSheet(lines: lines))
        screen.press()
        press(screen.renderer.presented[0], button, screen)
        #expect(sheets(screen) == [])
        #expect(lines.lines == ["dismissed"])
        screen.press()
        #expect(sheets(screen).count == 1)
    }

    struct Item: Identifiable { var id: Int }

    struct WithItem: View {
        let lines: Lines
        @State private var item: Item?
        var body: some View {
            Button("1") { item = Item(id: 1) }
            Button("2") { item = Item(id: 2) }
            Button("none") { item = nil }
                .sheet(item: $item, onDismiss: { lines.lines.append("dismissed") }) { item in
                    Text("item \(item.id)")
                    Counter()
                }
        }
    }

    @Test func anItemOfAnotherIdentityIsAnotherSheet() {
        let lines = Lines()
        let screen = Screen(WithItem(lines: lines))
        screen.press(0)
        press(screen.renderer.presented[0], 0, screen)
        #expect(sheets(screen) == [["item 1", "1"]])
        screen.press(0)
        #expect(sheets(screen) == [["item 1", "1"]])
        screen.press(1)
        #expect(sheets(screen) == [["item 2", "0"]])
        #expect(lines.lines == ["dismissed"])
        screen.press(2)
        #expect(sheets(screen) == [])
        #expect(lines.lines == ["dismissed", "dismissed"])
    }

    struct Two: View {
        @State private var first = false
        @State private var second = false
        var body: some View {
            Button("both") { (first, second) = (true, true) }
                .sheet(isPresented: $first) { Text("first") }
                .sheet(isPresented: $second) { Text("second") }
        }
    }

    @Test func oneViewMayHaveTwoSheets() {
        let screen = Screen(Two())
        screen.press()
        #expect(Set(sheets(screen)) == [["first"], ["second"]])
        let first = screen.renderer.presented.first { $0.texts == ["first"] }!
        send(.dismissed, to: first, screen)
        #expect(sheets(screen) == [["second"]])
    }

    @Test func aSheetGoesWithItsView() {
        struct Holder: View {
            @State private var there = true
            var body: some View {
                Button("Away") { there = false }
                if there { Text("x").sheet(isPresented: .constant(true)) { Counter() } }
            }
        }
        let screen = Screen(Holder())
        #expect(sheets(screen) == [["0"]])
        screen.press()
        #expect(sheets(screen) == [])
        screen.host.close()
        #expect(screen.host.counts.nodes == 0)
        #expect(screen.host.counts.elements == 0)
    }

    @Test func aSheetThatMustNotBeClosedStays() {
        struct Fixed: View {
            @State private var shown = true
            var body: some View {
                Text("x").sheet(isPresented: $shown) {
                    Button("Done") { shown = false }.interactiveDismissDisabled()
                }
            }
        }
        let screen = Screen(Fixed())
        #expect((screen.renderer.presented[0].element as? SheetElement)?.canDismiss == false)
        send(.dismissed, to: screen.renderer.presented[0], screen)
        #expect(sheets(screen) == [["Done"]])
        press(screen.renderer.presented[0], 0, screen)
        #expect(sheets(screen) == [])
    }

    @Test func whatASheetSaysForABarIsNotThePages() {
        let screen = Screen(
            NavigationView {
                Text("page").navigationTitle("Page").sheet(isPresented: .constant(true)) {
                    Text("in").navigationTitle("Sheet").toolbar { ToolbarItem { Text("item") } }
                }
            })
        #expect(screen.root.all(PageElement.self).map(\.element.title) == ["Page"])
        #expect(screen.root.texts == ["page"])
        let sheet = screen.renderer.presented[0]
        #expect((sheet.element as? SheetElement)?.title == "Sheet")
        #expect(sheet.slots[PageElement.trailing]?.flatMap(\.texts) == ["item"])
    }

    final class Model: ObservableObject { @Published var name = "model" }

    @Test func aSheetHasTheEnvironmentOfItsPlace() {
        struct Reader: View {
            @EnvironmentObject var model: Model
            @Environment(\.isEnabled) var isEnabled
            var body: some View { Text("\(model.name) \(isEnabled ? "on" : "off")") }
        }
        let model = Model()
        let screen = Screen(
            VStack {
                Text("x").sheet(isPresented: .constant(true)) { Reader() }.disabled(true).accessibilityLabel("label")
            }.environmentObject(model))
        #expect(sheets(screen) == [["model off"]])
        #expect(screen.renderer.presented[0].common == .standard)
        model.name = "new"
        screen.update()
        #expect(sheets(screen) == [["new off"]])
    }

    @Test func insideOfAPageDismissGoesBackOnePage() {
        let screen = Screen(
            NavigationView {
                NavigationLink("one") { NavigationLink("two") { WithSheet.Leave() } }
            })
        for depth in 0..<2 {
            screen.root.all(LinkElement.self)[depth].recorded.send(.activated)
            screen.update()
        }
        #expect(screen.root.all(PageElement.self).count == 3)
        screen.press()
        #expect(screen.root.all(PageElement.self).map(\.recorded.texts) == [["one"], ["two"]])
    }

    @Test func insideOfAPathDismissTakesTheValueAway() {
        struct Stack: View {
            @State private var path = [1, 2, 3]
            var body: some View {
                NavigationStack(path: $path) {
                    Text("\(path)").navigationDestination(for: Int.self) { number in
                        Text("page \(number)")
                        WithSheet.Leave()
                    }
                }
            }
        }
        let screen = Screen(Stack())
        screen.update()
        #expect(screen.root.all(PageElement.self).count == 4)
        screen.press(2)
        #expect(screen.texts.first == "[1, 2]")
        screen.press(0)
        #expect(screen.texts.first == "[]")
    }

    // MARK: Questions

    struct Asking: View {
        @State private var shown = false
        @State private var last = "nothing"
        var body: some View {
            Button("Ask") { shown = true }
            Text(last)
                .alert("Delete?", isPresented: $shown) {
                    Button("Delete", role: .destructive) { last = "deleted" }
                    Button("Keep", role: .cancel) { last = "kept" }
                    Button("Again") { shown = true }
                } message: {
                    Text("For good.")
                }
        }
    }

    @Test func anAlertHasTheButtonsOfItsContent() {
        let screen = Screen(Asking())
        #expect(alerts(screen).isEmpty)
        screen.press()
        let alert = alerts(screen)[0]
        #expect(alert.element.title == "Delete?")
        #expect(alert.element.message == "For good.")
        #expect(alert.element.answers.map(\.title) == ["Delete", "Keep", "Again"])
        #expect(alert.element.answers.map(\.role) == [.destructive, .cancel, nil])
        #expect(alert.element.answers.map(\.isDefault) == [false, false, true])
        #expect(alert.element.cancel == 1)
        send(.answered(0), to: alert.recorded, screen)
        #expect(alerts(screen).isEmpty)
        #expect(screen.texts == ["Ask", "deleted"])
    }

    @Test func anAnswerMayAskAgain() {
        let screen = Screen(Asking())
        screen.press()
        let first = alerts(screen)[0].recorded
        send(.answered(2), to: first, screen)
        #expect(alerts(screen).count == 1)
        #expect(alerts(screen)[0].recorded !== first)
    }

    @Test func aDismissedAlertDoesNothing() {
        let screen = Screen(Asking())
        screen.press()
        send(.dismissed, to: alerts(screen)[0].recorded, screen)
        #expect(alerts(screen).isEmpty)
        #expect(screen.texts == ["Ask", "nothing"])
    }

    @Test func anAnswerThatIsNotThereOnlyEndsTheQuestion() {
        let screen = Screen(Asking())
        screen.press()
        send(.answered(17), to: alerts(screen)[0].recorded, screen)
        #expect(alerts(screen).isEmpty)
        #expect(screen.texts == ["Ask", "nothing"])
    }

    @Test func anAlertWithoutButtonsHasOne() {
        struct Bare: View {
            @State private var shown = true
            var body: some View { Text("\(shown)").alert("Done", isPresented: $shown) {} }
        }
        let screen = Screen(Bare())
        #expect(alerts(screen)[0].element.answers.map(\.title) == ["OK"])
        send(.answered(0), to: alerts(screen)[0].recorded, screen)
        #expect(alerts(screen).isEmpty)
        #expect(screen.texts == ["false"])
    }

    @Test func aChoiceCanAlwaysBeCancelled() {
        let screen = Screen(
            Text("x").confirmationDialog("Which?", isPresented: .constant(true), titleVisibility: .hidden) {
                Button("One") {}
                Button {} label: { Label("Two", systemImage: "star") }
            })
        #expect(alerts(screen)[0].element.title == "")
        #expect(alerts(screen)[0].element.answers.map(\.title) == ["One", "Two", "Cancel"])
        #expect(alerts(screen)[0].element.answers.map(\.role) == [nil, nil, .cancel])
    }

    struct Spelled2020: View {
        @State private var alert = false
        @State private var item: Item?
        @State private var sheet = false
        @State private var last = "nothing"
        var body: some View {
            Button("alert") { alert = true }
                .alert(isPresented: $alert) {
                    Alert(
                        title: Text("Really?"), message: Text("Yes?"),
                        primaryButton: .destructive(Text("Yes")) { last = "yes" }, secondaryButton: .cancel())
                }
            Button("item") { item = Item(id: 3) }
                .alert(item: $item) { Alert(title: Text("Item \($0.id)"), dismissButton: .default(Text("Fine"))) }
            Button("sheet") { sheet = true }
                .actionSheet(isPresented: $sheet) {
                    ActionSheet(title: Text("What?"), buttons: [.default(Text("This")) { last = "this" }, .cancel()])
                }
            Text(last)
        }
    }

    @Test func theQuestionsOf2020AreAsked() {
        let screen = Screen(Spelled2020())
        screen.press(0)
        #expect(alerts(screen)[0].element.answers.map(\.title) == ["Yes", "Cancel"])
        #expect(alerts(screen)[0].element.message == "Yes?")
        send(.answered(0), to: alerts(screen)[0].recorded, screen)
        #expect(screen.texts.last == "yes")
        screen.press(1)
        #expect(alerts(screen)[0].element.title == "Item 3")
        #expect(alerts(screen)[0].element.message == "")
        send(.answered(0), to: alerts(screen)[0].recorded, screen)
        #expect(alerts(screen).isEmpty)
        screen.press(2)
        #expect(alerts(screen)[0].element.answers.map(\.title) == ["This", "Cancel"])
        send(.answered(0), to: alerts(screen)[0].recorded, screen)
        #expect(screen.texts.last == "this")
    }

    struct Failure: LocalizedError { var errorDescription: String? { "It went wrong." } }

    @Test func anErrorSaysWhatItIs() {
        let screen = Screen(
            VStack {
                Text("x").alert(isPresented: .constant(true), error: Failure()) { Button("Fine") {} }
                Text("y").alert(isPresented: .constant(true), error: Failure?.none) { Button("Fine") {} }
            })
        #expect(alerts(screen).map(\.element.title) == ["It went wrong."])
    }

    // MARK: Popovers, menus, forms

    @Test func aPopoverIsPartOfItsView() {
        struct Pointing: View {
            @State private var shown = false
            var body: some View {
                Button("Show") { shown = true }.popover(isPresented: $shown, arrowEdge: .top) { Text("in it") }
            }
        }
        let screen = Screen(Pointing())
        screen.press()
        let popover = screen.root.all(PopoverElement.self)[0]
        #expect(popover.element.edge == .top)
        #expect(popover.recorded.texts == ["in it"])
        send(.dismissed, to: popover.recorded, screen)
        #expect(screen.root.all(PopoverElement.self).isEmpty)
    }

    @Test func aMenuHasItsButtonsAndOthers() {
        let screen = Screen(
            Menu("Menu") {
                Button("a") {}
                Divider()
                Menu("more") { Button("b") {} }
            }.disabled(true))
        let menu = screen.root.all(MenuElement.self)[0]
        #expect(!menu.element.isEnabled)
        #expect(menu.recorded.slots[MenuElement.label]?.flatMap(\.texts) == ["Menu"])
        #expect(menu.recorded.slots[MenuElement.content]?.flatMap(\.texts) == ["a", "more", "b"])
        #expect(screen.root.all(ButtonElement.self).map(\.element.style) == [.menuItem, .menuItem])
    }

    @Test func theViewsOfAFormAreRows() {
        struct Own: View { var body: some View { Section("own") { Text("c") } } }
        let screen = Screen(
            NavigationView {
                Form {
                    Text("a")
                    Section(header: Text("one"), footer: Text("end")) {
                        NavigationLink("link") { Text("page") }
                        Text("b")
                    }
                    Own()
                }
            })
        let form = screen.root.all(FormElement.self)[0].recorded
        #expect(form.children.count == 3)
        let sections = form.all(SectionElement.self)
        #expect(sections.map(\.element.isGroup) == [true, true])
        #expect(sections[0].recorded.slots[SectionElement.content]?.count == 2)
        #expect(form.all(LinkElement.self)[0].element.isRow)
    }

    // MARK: Windows

    struct Listing: View {
        let told: Told
        @State private var shown = false
        var body: some View {
            Button("Show") { shown = true }
                .userActivity("list") { _ in }
                .sheet(isPresented: $shown) {
                    Text("sheet").userActivity("compose") { _ in }
                        .onOpenURL { told.add("sheet \($0)") }
                }
        }
    }

    @Test func activitiesAndAddressesComeToASheet() async throws {
        let told = Told()
        try await AppStage.run(TestApp { WindowGroup { Listing(told: told) } }) { stage in
            let scene = stage.host.windows[0].scene
            #expect(scene.userActivity?.activityType == "list")
            await stage.press()
            #expect(scene.userActivity?.activityType == "compose")
            #expect(await stage.open("example:it"))
            #expect(told.take() == ["sheet example:it"])
            stage.renderer.presented[0].send(.dismissed)
            await stage.turn()
            #expect(scene.userActivity?.activityType == "list")
        }
    }
}
