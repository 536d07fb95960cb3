import BatonViews
import BatonViewsRecording
import Foundation
import Testing

@MainActor struct ScrollTests {
    private func scroll(_ screen: Screen) -> (recorded: RecordedElement, element: ScrollElement) {
        screen.root.all(ScrollElement.self)[0]
    }

    /// The texts of what the scroll view is to scroll to.
    private func requested(_ screen: Screen) -> [String] {
        guard let model = scroll(screen).recorded.context.node?.memory as? ScrollModel else { return [] }
        return model.requestedElements.compactMap { ($0.rendered as? RecordedElement)?.texts }.flatMap { $0 }
    }

    /// The user scrolls: as a renderer tells of it.
    private func userScrolls(_ screen: Screen, to index: Int) {
        let recorded = scroll(screen).recorded
        _ = (recorded.context.node?.memory as? ScrollModel)?.countTargets()
        recorded.send(.scrolledTo(index))
        screen.update()
    }

    @Test func axesAndBarsAreTold() {
        let screen = Screen(
            VStack {
                ScrollView { Text("a") }
                ScrollView(.horizontal, showsIndicators: false) { Text("b") }
                ScrollView([.horizontal, .vertical]) { Text("c") }
            })
        let elements = screen.root.all(ScrollElement.self).map(\.element)
        #expect(elements.map(\.axes) == [.vertical, .horizontal, [.horizontal, .vertical]])
        #expect(elements.map(\.showsIndicators) == [true, false, true])
        #expect(screen.texts == ["a", "b", "c"])
    }

    // MARK: A reader

    struct Chat: View {
        @State private var count = 3
        var body: some View {
            ScrollViewReader { proxy in
                Button("Add") {
                    count += 1
                    proxy.scrollTo(count - 1, anchor: .bottom)
                }
                Button("Top") { proxy.scrollTo("top") }
                Button("Nowhere") { proxy.scrollTo("nowhere") }
                ScrollView {
                    Text("header").id("top")
                    LazyVStack { ForEach(0..<count, id: \.self) { Text("message \($0)") } }
                }
            }
        }
    }

    @Test func aReaderScrollsToAnElementThatComesWithTheSameChange() {
        let screen = Screen(Chat())
        #expect(scroll(screen).element.request == nil)
        screen.press(0)
        #expect(requested(screen) == ["message 3"])
        #expect(scroll(screen).element.request?.anchor == .bottom)
    }

    @Test func aReaderScrollsToAViewByItsIdentifierAndAgain() {
        let screen = Screen(Chat())
        screen.press(1)
        #expect(requested(screen) == ["header"])
        #expect(scroll(screen).element.request?.number == 1)
        #expect(scroll(screen).element.request?.anchor == nil)
        screen.press(1)
        #expect(scroll(screen).element.request?.number == 2)
    }

    /// An index beside the scroll view has the identifiers of what is in it.
    struct Indexed: View {
        var body: some View {
            ScrollViewReader { proxy in
                ForEach(["a", "b"], id: \.self) { name in Button("to \(name)") { proxy.scrollTo(name, anchor: .top) } }
                ScrollView { ForEach(["a", "b"], id: \.self) { Text("inside \($0)") } }
            }
        }
    }

    @Test func whatIsBesideAScrollViewIsNotScrolledTo() {
        let screen = Screen(Indexed())
        screen.press(1)
        #expect(requested(screen) == ["inside b"])
    }

    @Test func anIdentifierThatNoViewHasScrollsNowhere() {
        let screen = Screen(Chat())
        screen.press(2)
        #expect(scroll(screen).element.request == nil)
    }

    @Test func aReaderScrollsAListToItsRow() {
        let screen = Screen(
            ScrollViewReader { proxy in
                Button("Go") { proxy.scrollTo(700, anchor: .top) }
                List(0..<1_000) { Text("row \($0)") }
            })
        screen.press()
        #expect(screen.root.all(ListElement.self)[0].element.scroll?.row == 700)
    }

    // MARK: A position

    struct Reading: View {
        @State var position: Int?
        @State private var count = 20
        @State private var other = 0
        var tagged = false
        var body: some View {
            Text("at \(position.map { "\($0)" } ?? "none")")
            Button("Go") { position = 5 }
            Button("Leave") { position = nil }
            Button("More") { count = 40 }
            Button("Other") { other += 1 }
            Text("\(other)")
            ScrollView {
                if tagged {
                    VStack {
                        Text("title").padding().id(-1)
                        ForEach(["a", "b"], id: \.self) { Text($0).padding().id($0 == "a" ? 1 : 2).frame(width: 3) }
                    }.scrollTargetLayout()
                } else {
                    LazyVStack { ForEach(0..<count, id: \.self) { Text("line \($0)") } }.scrollTargetLayout()
                }
            }
            .scrollPosition(id: $position)
        }
    }

    @Test func aPositionThatIsSetBeforeTheFirstLayoutIsScrolledTo() {
        let screen = Screen(Reading(position: 12))
        #expect(requested(screen) == ["line 12"])
        #expect(scroll(screen).element.request?.anchor == .topLeading)
    }

    @Test func withoutAPositionNothingIsScrolled() {
        let screen = Screen(Reading(position: nil))
        #expect(scroll(screen).element.request == nil)
        #expect(screen.texts[0] == "at none")
    }

    @Test func theUsersScrollingIsWrittenAndDoesNotComeBack() {
        let screen = Screen(Reading(position: nil))
        userScrolls(screen, to: 7)
        #expect(screen.texts[0] == "at 7")
        #expect(scroll(screen).element.request == nil)
        screen.press(3)
        #expect(scroll(screen).element.request == nil)
    }

    @Test func writingAPositionScrollsOnceAndAgainAfterTheUserHasScrolled() {
        let screen = Screen(Reading(position: nil))
        screen.press(0)
        #expect(requested(screen) == ["line 5"])
        screen.press(3)
        #expect(scroll(screen).element.request?.number == 1)
        userScrolls(screen, to: 9)
        #expect(scroll(screen).element.request?.number == 1)
        screen.press(0)
        #expect(scroll(screen).element.request?.number == 2)
        #expect(requested(screen) == ["line 5"])
    }

    @Test func whatTheUserHasScrolledToIsKeptUntilSomethingIsWritten() {
        let screen = Screen(Reading(position: 12))
        userScrolls(screen, to: 7)
        let model = scroll(screen).recorded.context.node?.memory as? ScrollModel
        _ = model?.countTargets()
        model?.keep(target: 7)
        #expect(requested(screen) == ["line 7"])
        screen.press(0)
        #expect(requested(screen) == ["line 5"])
    }

    @Test func nothingIsScrolledForNil() {
        let screen = Screen(Reading(position: 3))
        screen.press(1)
        #expect(scroll(screen).element.request?.number == 1)
        screen.press(0)
        #expect(scroll(screen).element.request?.number == 2)
    }

    @Test func aViewThatComesLaterIsScrolledToThen() {
        let screen = Screen(Reading(position: 30))
        #expect(requested(screen) == [])
        screen.press(2)
        #expect(requested(screen) == ["line 30"])
    }

    @Test func identifiersOfViewsCountWhereTheirTypeIsThePositions() {
        let screen = Screen(Reading(position: nil, tagged: true))
        userScrolls(screen, to: 0)
        #expect(screen.texts[0] == "at -1")
        userScrolls(screen, to: 2)
        #expect(screen.texts[0] == "at 2")
    }

    @Test func aNumberThatNoViewHasIsNotWritten() {
        let screen = Screen(Reading(position: 3))
        userScrolls(screen, to: 99)
        userScrolls(screen, to: -1)
        #expect(screen.texts[0] == "at 3")
    }
}
