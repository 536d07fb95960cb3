import BatonCombine
@testable import BatonViews
import BatonViewsRecording
import Observation
import Testing
import UserActivity

/// A tree of views on the recording renderer, whose passes run when the test says so.
@MainActor final class Screen {
    let renderer = RecordingRenderer()
    let host: ViewHost

    init(_ view: any View) {
        host = ViewHost(renderer: renderer) { _ in }
        Self.unheard { host.show(Root(content: view), in: EnvironmentValues()) }
        #expect(host.isUpToDate, "the views change each other for ever")
    }

    /// Brings everything up to date; what was made and updated for it is counted anew.
    func update() {
        renderer.resetCounts()
        host.counts.evaluations = 0
        Self.unheard { host.run() }
        #expect(host.isUpToDate, "the views change each other for ever")
    }

    /// What is reported is heard by this test alone, where it listens.
    private static func unheard(_ perform: () -> Void) {
        UserActivityDiagnostics.$capture.withValue(UserActivityDiagnostics.capture ?? { _ in }) { perform() }
    }

    var root: RecordedElement { host.root!.output[0].rendered as! RecordedElement }
    var texts: [String] { root.texts }
    func press(_ index: Int = 0) {
        root.all(ButtonElement.self)[index].recorded.send(.activated)
        update()
    }

    struct Root: View {
        let content: any View
        var body: some View { VStack { AnyView(erasing: content) } }
    }
}

@MainActor struct GraphTests {
    // MARK: State

    struct Counter: View {
        @State private var count = 0
        var body: some View {
            Text("\(count) times")
            Button("Press") { count += 1 }
        }
    }

    @Test func stateIsKeptAndShown() {
        let screen = Screen(Counter())
        #expect(screen.texts == ["0 times", "Press"])
        screen.press()
        screen.press()
        #expect(screen.texts == ["2 times", "Press"])
    }

    struct WritesInBody: View {
        @State private var count = 1
        @State private var isEven = false
        var body: some View {
            let before = count
            let _ = (isEven = before % 2 == 0)
            let _ = (count = before)
            Text(isEven ? "even" : "odd")
            Button("Press") { count += 1 }
        }
    }

    /// `Screen` checks that the views come to rest.
    @Test func whatIsWrittenAsItIsChangesNothing() {
        let screen = Screen(WritesInBody())
        screen.press()
        #expect(screen.texts == ["even", "Press"])
    }

    @Test func textGoesOnAfterAZero() {
        #expect(Screen(Text("a\u{0}b") + Text(verbatim: "\u{0}c")).texts == ["abc"])
        #expect(Text(verbatim: String(repeating: "t", count: 1_000_000)).title.count == 500)
    }

    struct Numbers: View {
        @State private var first = 0
        var body: some View {
            ForEach(first..<(first + 4000), id: \.self) { Text("\($0)") }
            Button("Others") { first += 4000 }
        }
    }

    /// It took the square of their number.
    @Test(.timeLimit(.minutes(1))) func thousandsOfViewsAreReplaced() {
        let screen = Screen(Numbers())
        screen.press()
        #expect(screen.texts.first?.filter(\.isNumber) == "4000")
        #expect(screen.host.counts.nodes < 10_000)
    }

    @Test func whatHasNotChangedIsNotTouched() {
        let screen = Screen(Counter())
        screen.press()
        #expect(screen.renderer.made == 0)
        #expect(screen.renderer.updates == 1)
        #expect(screen.renderer.arrangements == 0)
    }

    struct Parent: View {
        @State private var shown = true
        var body: some View {
            Button("Toggle") { shown.toggle() }
            if shown { Counter() }
            Text("end")
        }
    }

    @Test func stateGoesWithItsView() {
        let screen = Screen(Parent())
        screen.press(1)
        #expect(screen.texts == ["Toggle", "1 times", "Press", "end"])
        screen.press(0)
        #expect(screen.texts == ["Toggle", "end"])
        screen.press(0)
        #expect(screen.texts == ["Toggle", "0 times", "Press", "end"])
    }

    struct Choice: View {
        @State private var first = true
        var body: some View {
            Button("Change") { first.toggle() }
            if first { Counter() } else { Counter() }
        }
    }

    @Test func theBranchesOfAnIfAreDifferentViews() {
        let screen = Screen(Choice())
        screen.press(1)
        #expect(screen.texts == ["Change", "1 times", "Press"])
        screen.press(0)
        #expect(screen.texts == ["Change", "0 times", "Press"])
    }

    // MARK: Bindings

    struct Child: View {
        @Binding var value: Int
        var body: some View { Button("child \(value)") { value += 10 } }
    }

    struct Holder: View {
        @State private var value = 1
        var body: some View {
            Child(value: $value)
            Text("holder \(value)")
        }
    }

    @Test func aBindingWritesItsSource() {
        let screen = Screen(Holder())
        screen.press()
        #expect(screen.texts == ["child 11", "holder 11"])
    }

    struct Unread: View {
        @State private var value = 1
        let evaluated: Box
        var body: some View {
            let _ = evaluated.count += 1
            Child(value: $value)
        }
    }

    final class Box { var count = 0 }

    @Test func whoOnlyPassesABindingOnIsNotEvaluated() {
        let box = Box()
        let screen = Screen(Unread(evaluated: box))
        #expect(box.count == 1)
        screen.press()
        #expect(screen.texts == ["child 11"])
        #expect(box.count == 1)
    }

    // MARK: Objects

    final class Model: ObservableObject {
        @Published var name = "a"
        @Published var other = 0
    }

    struct Observer: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.name) }
    }

    @Test func anObservedObjectsChangeIsShown() {
        let model = Model()
        let screen = Screen(Observer(model: model))
        model.name = "b"
        screen.update()
        #expect(screen.texts == ["b"])
    }

    struct Owner: View {
        @StateObject private var model = Model()
        var body: some View {
            Text(model.name)
            Button("Press") { model.name += "x" }
            Reader().environmentObject(model)
        }
        struct Reader: View {
            @EnvironmentObject var model: Model
            var body: some View { Text("below \(model.name)") }
        }
    }

    @Test func aStateObjectIsMadeOnceAndFoundBelow() {
        let screen = Screen(Owner())
        screen.press()
        screen.press()
        #expect(screen.texts == ["axx", "Press", "below axx"])
    }

    @Observable final class Observed {
        var read = 0
        var unread = 0
    }

    struct ObservedView: View {
        let model: Observed
        let evaluated: Box
        var body: some View {
            let _ = evaluated.count += 1
            Text("\(model.read)")
        }
    }

    @Test func ofAnObservableObjectWhatWasReadCounts() {
        let (model, box) = (Observed(), Box())
        let screen = Screen(ObservedView(model: model, evaluated: box))
        model.unread = 1
        screen.update()
        #expect(box.count == 1)
        model.read = 1
        screen.update()
        model.read = 2
        screen.update()
        #expect(box.count == 3)
        #expect(screen.texts == ["2"])
    }

    @Test func aChangeFromAnotherThreadIsShown() async {
        let model = Model()
        let screen = Screen(Observer(model: model))
        nonisolated(unsafe) let other = model
        await Task.detached { other.name = "elsewhere" }.value
        // The change comes by the main queue.
        await withCheckedContinuation { continuation in
            Task.detached { await MainActor.run { continuation.resume() } }
        }
        screen.update()
        #expect(screen.texts == ["elsewhere"])
    }

    // MARK: Environment

    struct Name: EnvironmentKey { static let defaultValue = "nobody" }
    struct NameView: View {
        @Environment(\.name) var name
        var body: some View { Text(name) }
    }

    @Test func theEnvironmentIsReadFromTheNearestAbove() {
        let screen = Screen(
            VStack {
                NameView()
                NameView().environment(\.name, "one")
                VStack { NameView() }.environment(\.name, "inner").environment(\.name, "outer")
            })
        #expect(screen.texts == ["nobody", "one", "inner"])
    }

    struct Namer: View {
        @State private var name = "first"
        var body: some View {
            Button("Press") { name = "second" }
            VStack { NameView() }.environment(\.name, name)
        }
    }

    @Test func aChangeOfTheEnvironmentReachesWhoReadsIt() {
        let screen = Screen(Namer())
        screen.press()
        #expect(screen.texts == ["Press", "second"])
    }

    // MARK: Modifiers

    struct Framed: ViewModifier {
        @State private var count = 0
        func body(content: Content) -> some View {
            Button("modifier \(count)") { count += 1 }
            content
        }
    }

    @Test func aModifierHasStateOfItsOwn() {
        let screen = Screen(Text("content").modifier(Framed()))
        screen.press()
        #expect(screen.texts == ["modifier 1", "content"])
    }

    @Test func whatIsSaidOfAViewIsSaidOfItsElementAlone() {
        let screen = Screen(VStack { Text("in") }.accessibilityLabel("out").opacity(0.5).opacity(0.5))
        let stack = screen.root.children[0]
        #expect(stack.common.accessibilityLabel == "out")
        #expect(stack.common.opacity == 0.25)
        #expect(stack.children[0].common == .standard)
    }

    // MARK: Lifetime

    struct Log: View {
        let box: Lines
        @State private var shown = true
        @State private var value = 0
        var body: some View {
            Button("Toggle") { shown.toggle() }
            Button("Change") { value += 1 }
            if shown {
                Text("x").onAppear { box.lines.append("appear") }.onDisappear { box.lines.append("disappear") }
                    .onChange(of: value) { old, new in box.lines.append("\(old) to \(new)") }
            }
        }
    }

    final class Lines { var lines: [String] = [] }

    @Test func appearingAndGoingAreTold() {
        let lines = Lines()
        let screen = Screen(Log(box: lines))
        screen.press(1)
        screen.press(0)
        screen.press(1)
        screen.press(0)
        #expect(lines.lines == ["appear", "0 to 1", "disappear", "appear"])
    }

    @Test func nothingIsLeftOfATree() {
        let screen = Screen(Parent())
        screen.press(0)
        screen.press(0)
        screen.host.close()
        #expect(screen.host.counts.nodes == 0)
        #expect(screen.host.counts.elements == 0)
    }
}

extension EnvironmentValues {
    var name: String {
        get { self[GraphTests.Name.self] }
        set { self[GraphTests.Name.self] = newValue }
    }
}
