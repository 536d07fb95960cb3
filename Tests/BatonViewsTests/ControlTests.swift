import BatonViews
import BatonViewsRecording
import Foundation
import Testing

extension Screen {
    /// The first control of a kind.
    func control<E: Element>(_ type: E.Type, _ index: Int = 0) -> E { root.all(type)[index].element }

    /// Does something with the first control of a kind, and brings everything up to date.
    func use<E: Element>(_ type: E.Type, _ event: ElementEvent, at index: Int = 0) {
        root.all(type)[index].recorded.send(event)
        update()
    }
}

/// What an app keeps outside of its views: bindings to it may refuse what they are given.
final class Store<Value> {
    var value: Value
    var written: [Value] = []
    init(_ value: Value) { self.value = value }

    var binding: Binding<Value> {
        Binding(get: { self.value }, set: { new in
            self.written.append(new)
            self.value = new
        })
    }
    /// Takes nothing.
    var refusing: Binding<Value> { Binding(get: { self.value }, set: { self.written.append($0) }) }
}

@MainActor struct ControlTests {
    // MARK: Toggle

    struct Switches: View {
        @State private var isOn = false
        @State private var other = 0
        var body: some View {
            Toggle("Sound", isOn: $isOn)
            Text(isOn ? "on" : "off")
            Button("other \(other)") { other += 1 }
        }
    }

    @Test func aToggleShowsItsBindingAndWritesIt() {
        let screen = Screen(Switches())
        #expect(screen.control(ToggleElement.self).isOn == false)
        screen.use(ToggleElement.self, .toggled(true))
        #expect(screen.control(ToggleElement.self).isOn)
        #expect(screen.texts == ["Sound", "on", "other 0"])
    }

    @Test func aToggleThatHasNotChangedIsNotTouched() {
        let screen = Screen(Switches())
        screen.press()
        #expect(screen.texts == ["Sound", "off", "other 1"])
        #expect(screen.renderer.updates == 1)
        #expect(screen.renderer.made == 0)
    }

    @Test func aToggleWhoseBindingRefusesShowsTheBindingAgain() {
        let screen = Screen(Toggle("Sound", isOn: .constant(false)))
        screen.use(ToggleElement.self, .toggled(true))
        #expect(screen.control(ToggleElement.self).isOn == false)
        // The renderer is told, or it would show what the user had set.
        #expect(screen.renderer.updates == 1)
    }

    struct Check: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Button(configuration.isOn ? "checked" : "unchecked") { configuration.isOn.toggle() }
            configuration.label
        }
    }
    struct Boxed: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
            Text("box")
            Toggle(configuration)
        }
    }

    @Test func aToggleStyleOfTheAppsOwnMakesIt() {
        let store = Store(false)
        let screen = Screen(
            VStack {
                Toggle("A", isOn: store.binding).toggleStyle(Check())
                Toggle("B", isOn: .constant(true)).toggleStyle(Boxed()).toggleStyle(.button)
            })
        #expect(screen.texts == ["unchecked", "A", "box", "B"])
        screen.press()
        #expect(store.value)
        // What is made of a toggle again has the style outside.
        #expect(screen.root.all(ToggleElement.self).map(\.element.style) == [.button])
    }

    @Test func labelsAreHiddenButStayForScreenReaders() {
        let screen = Screen(Toggle("Sound", isOn: .constant(true)).labelsHidden())
        #expect(screen.control(ToggleElement.self).showsLabel == false)
        #expect(screen.texts == ["Sound"])
    }

    @Test func controlsThatAreDisabledSaySo() {
        let screen = Screen(
            Group {
                Toggle("", isOn: .constant(true))
                TextField("", text: .constant(""))
                Slider(value: .constant(0.5))
                Stepper("", value: .constant(1))
                Link("", destination: URL(string: "https://example.org")!)
            }
            .disabled(true))
        #expect(screen.control(ToggleElement.self).isEnabled == false)
        #expect(screen.control(TextFieldElement.self).isEnabled == false)
        #expect(screen.control(SliderElement.self).isEnabled == false)
        #expect(screen.control(StepperElement.self).isEnabled == false)
        #expect(screen.control(AddressLinkElement.self).isEnabled == false)
    }

    // MARK: Progress

    @Test func progressIsWithinItsTotal() {
        func fraction(_ value: Double?, _ total: Double = 1) -> Double? {
            Screen(ProgressView(value: value, total: total)).control(ProgressElement.self).fraction
        }
        #expect(fraction(nil) == nil)
        #expect(fraction(1, 4) == 0.25)
        #expect(fraction(9, 4) == 1)
        #expect(fraction(-1) == 0)
        #expect(fraction(.nan) == nil)
        #expect(fraction(1, 0) == nil)
        #expect(fraction(.infinity) == 1)
    }

    // MARK: Links

    @Test func aLinkOpensItsAddressByTheEnvironment() {
        var opened: [URL] = []
        let screen = Screen(
            Link("Swift", destination: URL(string: "https://www.swift.org/")!)
                .environment(\.openURL, OpenURLAction { opened.append($0); return .handled }))
        #expect(screen.texts == ["Swift"])
        screen.use(AddressLinkElement.self, .activated)
        #expect(opened.map(\.absoluteString) == ["https://www.swift.org/"])
    }

    struct Opener: View {
        @Environment(\.openURL) private var openURL
        let told: (Bool) -> Void
        var body: some View { Button("Open") { openURL(URL(string: "a:b")!, completion: told) } }
    }

    @Test func whoOpensAnAddressIsToldWhetherItWasTaken() {
        var told: [Bool] = []
        let screen = Screen(Opener { told.append($0) }.environment(\.openURL, OpenURLAction { _ in .discarded }))
        screen.press()
        #expect(told == [false])
    }

    // MARK: Buttons

    struct Scaled: ButtonStyle {
        @Environment(\.isEnabled) private var isEnabled
        func makeBody(configuration: Configuration) -> some View {
            configuration.label
            Text(configuration.isPressed ? "down" : isEnabled ? "up" : "off")
        }
    }

    @Test func aButtonStyleOfTheAppsOwnShowsWhetherItIsPressed() {
        var presses = 0
        let screen = Screen(Button("Go") { presses += 1 }.buttonStyle(Scaled()))
        #expect(screen.texts == ["Go", "up"])
        #expect(screen.control(ButtonElement.self).style == .custom)
        screen.use(ButtonElement.self, .pressed(true))
        #expect(screen.texts == ["Go", "down"])
        screen.use(ButtonElement.self, .activated)
        screen.use(ButtonElement.self, .pressed(false))
        #expect(screen.texts == ["Go", "up"])
        #expect(presses == 1)
    }

    @Test func theInnermostButtonStyleCounts() {
        let screen = Screen(
            VStack {
                Button("plain") {}.buttonStyle(.plain)
                Button("own") {}.disabled(true)
            }
            .buttonStyle(Scaled()))
        #expect(screen.root.all(ButtonElement.self).map(\.element.style) == [.plain, .custom])
        #expect(screen.texts == ["plain", "own", "off"])
    }

    @Test func tintComesToControls() {
        let screen = Screen(
            VStack {
                Toggle("", isOn: .constant(true))
                Toggle("", isOn: .constant(true)).toggleStyle(SwitchToggleStyle(tint: .red))
                Slider(value: .constant(0)).accentColor(.blue)
            }
            .tint(.green))
        #expect(screen.root.all(ToggleElement.self).map(\.element.tint) == [.green, .red])
        #expect(screen.control(SliderElement.self).tint == .blue)
    }

    /// A name for a screen reader goes through what is only put around the control.
    @Test func aNameGoesToTheControlInItsFrame() {
        let screen = Screen(
            TextField("x", text: .constant("")).padding().frame(width: 200).background(.red).overlay { Text("over") }
                .accessibilityLabel("Amount").opacity(0.5))
        let named = screen.root.all.filter { $0.common.accessibilityLabel != nil }
        #expect(named.count == 1 && named[0].element is TextFieldElement)
        let faint = screen.root.all.filter { $0.common.opacity != 1 }
        #expect(faint.count == 1 && faint[0].element is OverlayElement)
    }
}
