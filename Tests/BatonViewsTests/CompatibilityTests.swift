import BatonCombine
import BatonViews
import BatonViewsRecording
import Foundation
import Observation
import Testing
import UserActivity

extension EnvironmentValues {
    @Entry var testSpacing: Double = 8
    @Entry var testName = "plain"
    @Entry var testNote: String?
    @Entry var testFilter: @Sendable (Int) -> Bool = { value in
        // A value of several lines, with signs that a declaration has too.
        let limit = 3
        return value == limit
    }
}

#Preview {
    Text("Never made")
}

@Suite(.serialized) @MainActor struct CompatibilityTests {
    // MARK: Bindable

    @Observable final class Book: Identifiable {
        let id: Int
        var title: String
        var isRead = false
        init(_ id: Int, _ title: String) { (self.id, self.title) = (id, title) }
    }

    struct BookRow: View {
        @Bindable var book: Book
        var body: some View {
            Text(book.title)
            Mark(isRead: $book.isRead)
        }
    }
    struct Mark: View {
        @Binding var isRead: Bool
        var body: some View { Button(isRead ? "read" : "unread") { isRead.toggle() } }
    }
    struct Shelf: View {
        @Environment(Book.self) private var book
        var body: some View {
            @Bindable var book = book
            Mark(isRead: $book.isRead)
        }
    }

    @Test func aBindingToAnObservableObjectWritesIt() {
        let book = Book(1, "Dune")
        let screen = Screen(BookRow(book: book))
        #expect(screen.texts == ["Dune", "unread"])
        screen.press()
        #expect(book.isRead)
        #expect(screen.texts == ["Dune", "read"])
        book.title = "Emma"
        screen.update()
        #expect(screen.texts == ["Emma", "read"])
    }

    @Test func anObjectOfTheEnvironmentIsBound() {
        let book = Book(1, "Dune")
        let screen = Screen(Shelf().environment(book))
        screen.press()
        #expect(book.isRead)
        #expect(screen.texts == ["read"])
    }

    // MARK: Publishers

    final class Model: ObservableObject {
        @Published var query = "a"
        let played = PassthroughSubject<String, Never>()
        var follows = 0
    }
    struct Follower: View {
        @ObservedObject var model: Model
        @State private var lines: [String] = []
        @State private var limit = 3
        var body: some View {
            VStack {
                ForEach(lines, id: \.self) { Text($0) }
                Button("more") { limit += 1 }
            }
            .onReceive(model.played) { lines.append("played \($0)") }
            .onReceive(model.$query.dropFirst()) { lines.append("query \($0)") }
            .onReceive(Just(limit)) { if $0 > 3 { lines.append("limit \($0)") } }
        }
    }

    @Test func whatIsPublishedComesToTheViewOnce() {
        let model = Model()
        let screen = Screen(Follower(model: model))
        #expect(screen.texts == ["more"])
        model.played.send("rain")
        screen.update()
        #expect(screen.texts == ["played rain", "more"])
        model.query = "b"
        screen.update()
        #expect(screen.texts == ["played rain", "query b", "more"])
        // Whatever made the view anew, its subscriptions are the same.
        model.played.send("road")
        screen.update()
        #expect(screen.texts == ["played rain", "query b", "played road", "more"])
        screen.press()
        #expect(screen.texts == ["played rain", "query b", "played road", "limit 4", "more"])
    }

    struct Current: View {
        let subject: CurrentValueSubject<Int, Never>
        @State private var seen: [Int] = []
        var body: some View {
            Text("\(seen.map(String.init).joined(separator: " "))")
                .onReceive(subject.map { $0 * 2 }) { seen.append($0) }
                .onReceive(subject.receive(on: ImmediateScheduler.shared).filter { $0 > 0 }.map { $0 * 10 }) {
                    seen.append($0)
                }
        }
    }

    @Test func aPublisherOfTheBodyIsNotSubscribedAnew() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let screen = Screen(Current(subject: subject))
        screen.update()
        #expect(screen.texts == ["10 2"])
        subject.send(2)
        screen.update()
        #expect(screen.texts == ["10 2 20 4"])
    }

    struct Gone: View {
        let subject: PassthroughSubject<Int, Never>
        let told: Told
        @State private var isShown = true
        var body: some View {
            Button("away") { isShown = false }
            if isShown { Text("x").onReceive(subject) { told.add("\($0)") } }
        }
    }

    @Test func aViewThatIsGoneReceivesNothing() {
        let subject = PassthroughSubject<Int, Never>()
        let told = Told()
        let screen = Screen(Gone(subject: subject, told: told))
        subject.send(1)
        screen.press()
        subject.send(2)
        #expect(told.take() == ["1"])
    }

    final class Plain: ObservableObject {
        var count = 0 { willSet { objectWillChange.send() } }
    }
    struct PlainView: View {
        @ObservedObject var model: Plain
        var body: some View { Text("\(model.count)") }
    }

    @Test func anObjectThatTellsByItselfIsFollowed() {
        let model = Plain()
        let screen = Screen(PlainView(model: model))
        model.count = 2
        screen.update()
        #expect(screen.texts == ["2"])
    }

    // MARK: Entries of the environment

    struct Entries: View {
        @Environment(\.testSpacing) private var spacing
        @Environment(\.testName) private var name
        @Environment(\.testNote) private var note
        @Environment(\.testFilter) private var filter
        var body: some View { Text("\(spacing, specifier: "%.0f") \(name) \(note ?? "no note") \(filter(3) ? "3" : "not 3")") }
    }

    @Test func anEntryOfTheEnvironmentHasItsDefaultAndIsSet() {
        #expect(Screen(Entries()).texts == ["8 plain no note 3"])
        let set = Entries().environment(\.testSpacing, 2).environment(\.testNote, "note").environment(\.testFilter) { $0 > 5 }
        #expect(Screen(set).texts == ["2 plain note not 3"])
    }

    // MARK: Pressing, and showing elsewhere

    struct Tapped: View {
        @State private var lines: [String] = []
        var body: some View {
            Text("row").onTapGesture { lines.append("once") }
            Text("other").onTapGesture(count: 2) { lines.append("twice") }.disabled(true)
            Text(lines.joined(separator: " "))
        }
    }

    @Test func anyViewCanBePressed() {
        let screen = Screen(Tapped())
        let taps = screen.root.all(TapElement.self)
        #expect(taps.map(\.element.count) == [1, 2])
        #expect(taps.map(\.element.isEnabled) == [true, false])
        taps[0].recorded.send(.activated)
        screen.update()
        #expect(screen.texts == ["row", "other", "once"])
    }

    @Test func placesAndSizesOfOneViewAddUp() {
        let screen = Screen(Text("x").offset(x: 1, y: 2).offset(x: 3).scaleEffect(2).scaleEffect(x: 3).allowsHitTesting(false))
        let text = screen.root.all(TextElement.self)[0].recorded
        #expect(text.common.offset == [4, 2])
        #expect(text.common.scale == [6, 2])
        #expect(!text.common.isHitTestable)
    }

    // MARK: Text

    @Test func textIsWhatAFormatterMakes() {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .percent
        let screen = Screen(
            VStack {
                Text(NSNumber(value: 0.5), formatter: formatter)
                Text("Half: \(NSNumber(value: 0.5), formatter: formatter)")
                Text("a") + Text("b").bold()
            })
        #expect(screen.texts == ["50%", "Half: 50%", "ab"])
    }

    // MARK: Animations

    struct Animated: View {
        @State private var count = 0
        var body: some View {
            Text("\(count)").animation(.easeInOut(duration: 1), value: count)
            Button("add") { withAnimation(.spring()) { count += 1 } }
        }
    }

    @Test func anAnimatedChangeIsShownAtOnce() {
        let screen = Screen(Animated())
        screen.press()
        #expect(screen.texts == ["1", "add"])
        #expect(withAnimation { 7 } == 7)
    }

    // MARK: Shapes

    @Test func shapesAreFilledDrawnAndCut() {
        let screen = Screen(
            VStack {
                Circle()
                Circle().foregroundColor(.red)
                Capsule().fill(Color.blue)
                RoundedRectangle(cornerRadius: 8).stroke(Color.green, lineWidth: 2)
                Text("a").clipShape(Ellipse())
                Text("b").background(.yellow, in: Capsule())
            })
        let shapes = screen.root.all(ShapeElement.self).map(\.element)
        #expect(shapes.map(\.outline) == [.circle, .circle, .capsule, .rounded(8)])
        #expect(shapes.map(\.fill) == [.primary, .red, .blue, nil])
        #expect(shapes.map(\.line) == [nil, nil, nil, .green])
        #expect(shapes.last?.lineWidth == 2)
        let frames = screen.root.all(ShapeFrameElement.self).map(\.element)
        #expect(frames.map(\.outline) == [.ellipse, .capsule])
        #expect(frames.map(\.background) == [nil, .yellow])
        #expect(frames.map(\.isClipped) == [true, false])
    }

    // MARK: Navigation, in its older spellings

    @available(*, deprecated, message: "It is of older spellings.")
    struct Old: View {
        @State private var selection: String?
        var body: some View {
            NavigationView {
                VStack {
                    NavigationLink("One", destination: Text("Page one"), tag: "one", selection: $selection)
                    NavigationLink("Two", destination: Text("Page two"), tag: "two", selection: $selection)
                    Button("Choose") { selection = "two" }
                }
                .navigationBarTitle("Root", displayMode: .inline)
                .navigationBarItems(leading: Text("left"), trailing: Text("right"))
            }
            .navigationViewStyle(StackNavigationViewStyle())
        }
    }

    @available(*, deprecated, message: "It is of older spellings.")
    @Test func olderLinksGoWhereTheSelectionSays() {
        let screen = Screen(Old())
        let page = screen.root.all(PageElement.self)[0]
        #expect(page.element.title == "Root")
        #expect(page.recorded.slots[PageElement.leading]?.flatMap(\.texts) == ["left"])
        #expect(page.recorded.slots[PageElement.trailing]?.flatMap(\.texts) == ["right"])
        screen.press(0)
        #expect(screen.root.all(PageElement.self).last?.recorded.texts == ["Page two"])
    }

    // MARK: Phases of scenes

    struct Phased: View {
        @Environment(\.scenePhase) private var phase
        let told: Told
        let name: String
        var body: some View {
            Text("\(name) \(String(describing: phase))")
                .onChange(of: phase) { old, new in told.add("\(name) \(old) \(new)") }
        }
    }

    struct PhasedApp: App {
        @Environment(\.scenePhase) private var phase
        let told: Told
        init() { fatalError("The test makes it.") }
        init(_ told: Told) { self.told = told }
        var body: some Scene {
            WindowGroup(id: "main") { Phased(told: told, name: "view") }
                .onChange(of: phase) { old, new in told.add("app \(old) \(new)") }
                .onChange(of: phase, initial: true) { [told, phase] in told.add("now \(phase)") }
        }
    }

    @Test func anAppAndItsViewsHearOfTheirPhase() async throws {
        let told = Told()
        try await AppStage.run(PhasedApp(told)) { stage in
            #expect(told.take().contains("now background"))
            stage.window().send(.focused(true))
            await stage.turn()
            #expect(stage.window().texts == ["view active"])
            let lines = told.take()
            #expect(lines.contains("view inactive active"))
            #expect(lines.contains { $0.hasPrefix("app") && $0.hasSuffix("active") })

            stage.application.openScene("main")
            await stage.turn()
            told.take()
            // From one window to the other: the app stays active.
            stage.window(0).send(.focused(false))
            stage.window(1).send(.focused(true))
            await stage.turn()
            #expect(stage.window(0).texts == ["view inactive"])
            #expect(stage.window(1).texts == ["view active"])
            #expect(told.take() == ["view active inactive", "view inactive active"])

            stage.window(1).send(.focused(false))
            await stage.turn()
            #expect(told.take().filter { $0.hasPrefix("app") } == ["app active inactive"])
        }
    }

    @Test func whoClosesTheLastWindowHasTimeToSave() async throws {
        let told = Told()
        try await AppStage.run(PhasedApp(told)) { stage in
            stage.host.onLastWindowClosed = { told.add("end") }
            stage.window().send(.focused(true))
            await stage.turn()
            told.take()
            stage.window().send(.dismissed)
            let lines = told.take()
            #expect(lines == ["view active background", "app active background", "now background", "end"])
        }
    }

    // MARK: Windows

    struct Closable: View {
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.openWindow) private var openWindow
        @Environment(\.colorScheme) private var colorScheme
        var body: some View {
            Text(colorScheme == .dark ? "dark" : "light")
            Button("open") { openWindow(id: "other") }
            Button("close others") { dismissWindow(id: "other") }
            Button("close") { dismissWindow() }
        }
    }

    @Test func windowsAreOpenedAndClosedByTheirScenesID() async throws {
        let app = TestApp {
            WindowGroup(id: "main") { Closable() }
            WindowGroup(id: "other") { Text("other") }
        }
        try await AppStage.run(app) { stage in
            await stage.press(0)
            await stage.press(0)
            #expect(stage.open == ["main", "other", "other"])
            await stage.press(1)
            #expect(stage.open == ["main"])
            await stage.press(2)
            #expect(stage.open == [])
        }
    }

    @Test func aViewHearsOfTheDesktopsStyle() async throws {
        try await AppStage.run(TestApp { WindowGroup { Closable() } }) { stage in
            #expect(stage.window().texts.first == "light")
            stage.window().send(.darkened(true))
            await stage.turn()
            #expect(stage.window().texts.first == "dark")
        }
    }

    struct ClosesItself: View {
        @Environment(\.dismissWindow) private var dismissWindow
        @Environment(\.dismiss) private var dismiss
        @Environment(\.scenePhase) private var phase
        @State private var isDone = false
        let told: Told
        var body: some View {
            Button("done") { isDone = true }
                .onChange(of: isDone) {
                    dismissWindow()
                    dismissWindow()
                    dismiss()
                }
                .onChange(of: phase) { told.add("\(phase)") }
                .onDisappear { told.add("gone") }
        }
    }

    /// From inside of a pass, and more than once: what is told is the same, and told once.
    @Test func aWindowIsClosedByItsViews() async throws {
        let told = Told()
        try await AppStage.run(TestApp { WindowGroup { ClosesItself(told: told) } }) { stage in
            stage.host.onLastWindowClosed = { told.add("end") }
            await stage.press()
            #expect(told.take() == ["background", "gone", "end"])
            #expect(stage.open.isEmpty)
        }
    }

    struct Opener: View {
        @Environment(\.openWindow) private var openWindow
        @Environment(\.dismissWindow) private var dismissWindow
        var body: some View {
            Button("one") { openWindow(value: 1) }
            Button("two") { openWindow(id: "number", value: 2) }
            Button("not one") { dismissWindow(value: 1) }
            Button("text") { openWindow(value: "no scene") }
        }
    }

    struct Number: View {
        @Binding var number: Int?
        var body: some View {
            Text(number.map(String.init) ?? "none")
            Button("next") { number = (number ?? 0) + 1 }
        }
    }

    @Test func eachValueHasAWindow() async throws {
        let app = TestApp {
            WindowGroup(id: "main") { Opener() }
            WindowGroup(id: "number", for: Int.self) { $number in Number(number: $number) }
        }
        try await AppStage.run(app) { stage in
            await stage.press(0)
            await stage.press(1)
            await stage.press(0)
            #expect(stage.open == ["main", "number", "number"])
            #expect(stage.window(1).texts == ["1", "next"])
            #expect(stage.window(2).texts == ["2", "next"])
            // The window has another value by then.
            await stage.press(0, in: 1)
            #expect(stage.window(1).texts == ["2", "next"])
            await stage.press(2)
            await stage.press(3)
            #expect(stage.open == ["main", "number", "number"])
            await stage.press(0)
            await stage.press(2)
            #expect(stage.open == ["main", "number", "number"])
        }
    }
}
