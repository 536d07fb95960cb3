import BatonViews
import BatonViewsRecording
import Foundation
import Testing

@MainActor struct RangeControlTests {
    // MARK: Slider

    struct Sliders: View {
        @State private var value = 2.0
        @State private var other = 0
        @State private var edits: [Bool] = []
        var body: some View {
            Slider(value: $value, in: 0...10, step: 2) { Text("Size") } onEditingChanged: { edits.append($0) }
            Text("\(value.formatted()) \(edits.map { "\($0)" }.joined(separator: " "))")
            Button("other \(other)") { other += 1 }
        }
    }

    @Test func aSliderShowsItsBindingAndWritesStepsOfIt() {
        let screen = Screen(Sliders())
        #expect(screen.control(SliderElement.self).value == 2)
        screen.use(SliderElement.self, .pressed(true))
        screen.use(SliderElement.self, .valueChanged(4.9))
        #expect(screen.control(SliderElement.self).value == 4)
        #expect(screen.texts[1] == "4 true")
        // Between two steps: the knob goes back, and nothing is written.
        screen.use(SliderElement.self, .valueChanged(4.3))
        #expect(screen.control(SliderElement.self).value == 4)
        #expect(screen.renderer.updates == 1)
        screen.use(SliderElement.self, .pressed(false))
        #expect(screen.texts[1] == "4 true false")
    }

    @Test func aSliderThatHasNotChangedIsNotTouched() {
        let screen = Screen(Sliders())
        screen.press()
        #expect(screen.renderer.updates == 1)
    }

    @Test func aChangeByTheKeyboardIsAnEditOfItsOwn() {
        let screen = Screen(Sliders())
        screen.use(SliderElement.self, .valueChanged(6))
        #expect(screen.texts[1] == "6 true false")
    }

    @Test(arguments: [
        (5.0, 5.0...5.0, 0.0, false), (.nan, 1...3, 1, true), (-7, 1...3, 1, true), (99, 1...3, 3, true),
        (.infinity, 1...3, 3, true), (1, 0...Double.infinity, 0, false),
        (1, -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, 0, false),
    ])
    func aSliderOfAnUnusableRangeOrValueIsShownSafely(
        _ value: Double, _ range: ClosedRange<Double>, _ shown: Double, _ isEnabled: Bool
    ) {
        let store = Store(value)
        let screen = Screen(Slider(value: store.binding, in: range))
        let element = screen.control(SliderElement.self)
        #expect(element.value == shown)
        #expect(element.isEnabled == isEnabled)
        #expect(element.lower < element.upper && element.upper.isFinite && element.lower.isFinite)
        #expect(store.written.isEmpty)
        if !isEnabled {
            screen.use(SliderElement.self, .valueChanged(0.5))
            #expect(store.written.isEmpty)
        }
    }

    @Test func aStepThatIsNoneIsAnyValue() {
        for step in [0, -1, Double.nan, .infinity] {
            let screen = Screen(Slider(value: .constant(0.5), in: 0...1, step: step))
            #expect(screen.control(SliderElement.self).step == nil)
        }
    }

    // MARK: Stepper

    struct Steppers: View {
        @State private var value = 3
        @State private var other = 0
        var body: some View {
            Stepper("Count", value: $value, in: 0...5, step: 2)
            Text("\(value)")
            Button("other \(other)") { other += 1 }
        }
    }

    @Test func aStepperStopsAtTheEndsOfItsRange() {
        let screen = Screen(Steppers())
        screen.use(StepperElement.self, .stepped(1))
        #expect(screen.texts[1] == "5")
        #expect(screen.control(StepperElement.self).canIncrement == false)
        screen.use(StepperElement.self, .stepped(1))
        #expect(screen.texts[1] == "5")
        for _ in 0..<4 { screen.use(StepperElement.self, .stepped(-1)) }
        #expect(screen.texts[1] == "0")
        #expect(screen.control(StepperElement.self).canDecrement == false)
        #expect(screen.control(StepperElement.self).canIncrement)
    }

    @Test func aStepperThatHasNotChangedIsNotTouched() {
        let screen = Screen(Steppers())
        screen.press()
        #expect(screen.renderer.updates == 1)
    }

    @Test func aStepperDoesNotLeaveItsType() {
        let small = Store(Int8(125))
        var screen = Screen(Stepper("", value: small.binding, step: 10))
        #expect(screen.control(StepperElement.self).canIncrement == false)
        screen.use(StepperElement.self, .stepped(1))
        #expect(small.written.isEmpty)
        let unsigned = Store(UInt(3))
        screen = Screen(Stepper("", value: unsigned.binding, in: 0...9, step: 5))
        screen.use(StepperElement.self, .stepped(-1))
        #expect(unsigned.value == 0)
        let outside = Store(42)
        screen = Screen(Stepper("", value: outside.binding, in: 0...9))
        screen.use(StepperElement.self, .stepped(-1))
        #expect(outside.value == 9)
        screen = Screen(Stepper("", value: Store(Double.nan).binding))
        #expect(screen.control(StepperElement.self).canIncrement == false)
    }

    @Test func aStepperDoesWhatItIsTold() {
        var told: [String] = []
        let screen = Screen(
            Stepper("", onIncrement: { told.append("more") }, onDecrement: nil, onEditingChanged: { told.append("\($0)") }))
        #expect(screen.control(StepperElement.self).canDecrement == false)
        screen.use(StepperElement.self, .stepped(1))
        screen.use(StepperElement.self, .stepped(-1))
        #expect(told == ["true", "more", "false"])
    }
}
