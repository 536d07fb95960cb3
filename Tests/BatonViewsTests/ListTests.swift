import BatonViews
import BatonViewsRecording
import Testing

@MainActor struct ListTests {
    struct Item: Identifiable {
        let id: Int
        var name: String
    }

    final class Box { var evaluated: [Int] = [] }

    struct Rows: View {
        @State var items: [Item]
        let box: Box
        var body: some View {
            Button("Change") { items[3].name = "changed" }
            Button("First") { items.insert(Item(id: -1, name: "new"), at: 0) }
            Button("Remove") { items.remove(at: 1) }
            List(items) { item in
                let _ = box.evaluated.append(item.id)
                Row(item: item)
            }
        }
    }

    struct Row: View {
        let item: Item
        @State private var presses = 0
        var body: some View {
            Text(item.name)
            Button("\(presses)") { presses += 1 }
        }
    }

    private func screen(_ count: Int) -> (Screen, Box) {
        let box = Box()
        return (Screen(Rows(items: (0..<count).map { Item(id: $0, name: "item \($0)") }, box: box)), box)
    }

    private func rows(_ screen: Screen) -> [[String]] {
        screen.root.all(RowElement.self).map(\.recorded.texts)
    }

    @Test func rowsThatAreNotSeenAreNotMade() {
        let (screen, box) = screen(100_000)
        #expect(rows(screen).count == 30)
        #expect(box.evaluated.count == 30)
        #expect(screen.host.counts.nodes < 300)
    }

    @Test func oneRowOfAThousandIsUpdatedAlone() {
        let (screen, _) = screen(1_000)
        screen.renderer.visibleRows = 1_000
        screen.press(0)
        #expect(rows(screen)[3] == ["changed", "0"])
        #expect(screen.renderer.updates == 1)
        #expect(screen.renderer.made == 0)
    }

    @Test func aRowsOwnStateUpdatesTheRowAlone() {
        let (screen, box) = screen(1_000)
        box.evaluated = []
        screen.press(3 + 5)
        #expect(rows(screen)[5] == ["item 5", "1"])
        #expect(screen.renderer.updates == 1)
        #expect(box.evaluated.isEmpty)
    }

    @Test func stateStaysWithItsElement() {
        let (screen, _) = screen(10)
        screen.press(3 + 2)
        screen.press(1)
        #expect(rows(screen)[3] == ["item 2", "1"])
        screen.press(2)
        #expect(rows(screen)[2] == ["item 2", "1"])
        #expect(rows(screen).map(\.[0]).prefix(3) == ["new", "item 1", "item 2"])
    }

    @Test func nothingIsLeftOfRows() {
        let (screen, _) = screen(50)
        screen.press(1)
        screen.host.close()
        #expect(screen.host.counts.nodes == 0)
        #expect(screen.host.counts.elements == 0)
    }

    @Test func sectionsAreHeadersRowsAndFooters() {
        let screen = Screen(
            List {
                Section(header: Text("one"), footer: Text("end")) {
                    Text("a")
                    ForEach(0..<2) { Text("n\($0)") }
                }
                Section("two") { Text("b") }
            })
        let list = screen.root.all(ListElement.self)[0].element
        #expect(list.rows.rows.map(\.kind) == [.header, .row, .row, .row, .footer, .header, .row])
        #expect(screen.texts == ["one", "a", "n0", "n1", "end", "two", "b"])
        let fonts = screen.root.all(TextElement.self).map { $0.element.runs[0].attributes.font }
        #expect(fonts == [.headline, nil, nil, nil, .footnote, .headline, nil])
    }

    @Test func twoElementsWithOneIdentifierAreTwoRows() {
        let screen = Screen(List([1, 1, 2], id: \.self) { Text("\($0)") })
        #expect(screen.texts == ["1", "1", "2"])
        #expect(Set(screen.root.all(ListElement.self)[0].element.rows.rows.map(\.id)).count == 3)
    }

    struct Selecting: View {
        @State private var chosen: Int?
        var body: some View {
            Text(chosen.map(String.init) ?? "none")
            List([10, 20, 30], id: \.self, selection: $chosen) { Text("\($0)") }
        }
    }

    @Test func aSelectionIsTheElementsIdentifier() {
        let screen = Screen(Selecting())
        screen.root.all(ListElement.self)[0].recorded.send(.rowsSelected([1]))
        screen.update()
        #expect(screen.texts[0] == "20")
        #expect(screen.root.all(ListElement.self)[0].element.selected == [1])
    }

    struct SelectingByTag: View {
        @State private var chosen: String? = "b"
        var body: some View {
            List(selection: $chosen) {
                Text("first").tag("a")
                ForEach(0..<2) { Text("n\($0)").tag($0 == 0 ? "b" : "c") }
                AnyView(Text("last").tag("d"))
            }
        }
    }

    @Test func aSelectionIsTheViewsTag() {
        let screen = Screen(SelectingByTag())
        let list = screen.root.all(ListElement.self)[0]
        #expect(list.element.selected == [1])
        list.recorded.send(.rowsSelected([3]))
        screen.update()
        #expect(screen.root.all(ListElement.self)[0].element.selected == [3])
    }

    @MainActor final class Made { var rows = 0 }

    struct Long: View {
        let made: Made
        @State private var chosen: Int? = 99_000
        @State private var count = 0
        var body: some View {
            Button("Count \(count)") { count += 1 }
            List(0..<100_000, id: \.self, selection: $chosen) { row in
                made.rows += 1
                return Text("\(row)")
            }
        }
    }

    /// What is selected in a long list is found without a view for each row.
    @Test func aSelectionMakesNoRows() {
        let made = Made()
        let screen = Screen(Long(made: made))
        #expect(screen.root.all(ListElement.self)[0].element.selected == [99_000])
        #expect(made.rows == screen.renderer.visibleRows)
        made.rows = 0
        screen.press()
        #expect(screen.texts[0] == "Count 1")
        #expect(made.rows <= screen.renderer.visibleRows)
    }
}
