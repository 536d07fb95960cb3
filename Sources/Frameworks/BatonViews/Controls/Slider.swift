package struct SliderElement: Element {
    /// Within the limits.
    package var value: Double
    package var lower: Double
    package var upper: Double
    /// nil: any value.
    package var step: Double?
    package var isEnabled: Bool
    package var showsLabel: Bool
    package var tint: Color?
    package var refusals: Int

    package static let label = 0
    package static let minimum = 1
    package static let maximum = 2
}

/// A value of a range, by the place of a knob.
///
/// A range that is empty or has no end takes it out of use. A value outside of the range is shown at its end, one that is no
/// number at its beginning; neither is changed but by the user.
public struct Slider<Label: View, ValueLabel: View> {
    let source: SliderSource
    let label: Label
    let minimum: ValueLabel
    let maximum: ValueLabel
}

/// A slider's value, of whatever kind of number.
struct SliderSource {
    let read: () -> Double
    /// Whether the binding has that value now.
    let write: (Double) -> Bool
    let lower: Double, upper: Double
    let step: Double?
    let onEditingChanged: (Bool) -> Void

    init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: Double?, _ onEditingChanged: @escaping (Bool) -> Void
    ) {
        read = { Double(value.wrappedValue) }
        write = { new in
            let new = V(new)
            value.wrappedValue = new
            return value.wrappedValue == new
        }
        (lower, upper) = (Double(bounds.lowerBound), Double(bounds.upperBound))
        self.step = step.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
        self.onEditingChanged = onEditingChanged
    }

    var isUsable: Bool { lower.isFinite && upper.isFinite && lower < upper && (upper - lower).isFinite }
    func within(_ value: Double) -> Double { value.isNaN ? lower : min(max(value, lower), upper) }
    /// The step that is nearest. The end of the range is one, wherever the last step is.
    func nearest(_ value: Double) -> Double {
        let inside = within(value)
        guard let step, inside < upper else { return inside }
        return within(lower + ((inside - lower) / step).rounded() * step)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    /// A slider without a label: give it one by `accessibilityLabel(_:)`.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, nil, onEditingChanged), label: EmptyView(), minimum: EmptyView(),
            maximum: EmptyView())
    }
    /// A slider of steps from the lower end on, without a label.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, Double(step), onEditingChanged), label: EmptyView(),
            minimum: EmptyView(), maximum: EmptyView())
    }
}

extension Slider where ValueLabel == EmptyView {
    /// A slider with a label before it.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, nil, onEditingChanged), label: label(), minimum: EmptyView(),
            maximum: EmptyView())
    }
    /// A slider of steps from the lower end on, with a label before it.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, Double(step), onEditingChanged), label: label(),
            minimum: EmptyView(), maximum: EmptyView())
    }
    /// The order of 2019: `init(value:in:label:onEditingChanged:)`.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void,
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value: value, in: bounds, label: label, onEditingChanged: onEditingChanged)
    }
    /// The order of 2019: `init(value:in:step:label:onEditingChanged:)`.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void,
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value: value, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged)
    }
}

extension Slider {
    /// A slider with a label before it, and one at each of its ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, nil, onEditingChanged), label: label(), minimum: minimumValueLabel(),
            maximum: maximumValueLabel())
    }
    /// A slider of steps from the lower end on, with a label before it, and one at each of its ends.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, Double(step), onEditingChanged), label: label(),
            minimum: minimumValueLabel(), maximum: maximumValueLabel())
    }
    /// The order of 2019, with labels that are made already.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        minimumValueLabel: ValueLabel, maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, nil, onEditingChanged), label: label(), minimum: minimumValueLabel,
            maximum: maximumValueLabel)
    }
    /// The order of 2019, of steps, with labels that are made already.
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, minimumValueLabel: ValueLabel,
        maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            source: SliderSource(value, bounds, Double(step), onEditingChanged), label: label(),
            minimum: minimumValueLabel, maximum: maximumValueLabel)
    }
}

extension Slider: View {
    public typealias Body = Never
    public var body: Never { fatalError("Slider has no body.") }
}

extension Slider: NodeView {
    package func build(in node: Node) {
        let memory = node.control(ControlMemory())
        let environment = node.environment
        let (source, isUsable) = (source, source.isUsable)
        let value = node.track { source.read() }
        node.setElement(
            SliderElement(
                value: isUsable ? source.within(value) : 0, lower: isUsable ? source.lower : 0,
                upper: isUsable ? source.upper : 1, step: source.step, isEnabled: environment.isEnabled && isUsable,
                showsLabel: !environment.labelsHidden, tint: environment.tint, refusals: memory.refusals)
        ) { [weak node] event in
            guard isUsable, let node else { return }
            switch event {
            case .valueChanged(let new): source.take(new, node, memory)
            case .pressed(let isPressed) where isPressed != memory.isPressed:
                memory.isPressed = isPressed
                source.onEditingChanged(isPressed)
            default: break
            }
        }
        node.setChildren([
            Child(.index(0), label, slot: SliderElement.label), Child(.index(1), minimum, slot: SliderElement.minimum),
            Child(.index(2), maximum, slot: SliderElement.maximum),
        ])
    }
}

extension SliderSource {
    /// By a key a change is an edit of its own; by the pointer it is part of one.
    @MainActor fileprivate func take(_ new: Double, _ node: Node, _ memory: ControlMemory) {
        let wanted = nearest(new)
        guard wanted != read() else {
            // Between two steps: back to the one that it has.
            if wanted != new { node.refuse(memory) }
            return
        }
        if !memory.isPressed { onEditingChanged(true) }
        if !write(wanted) || wanted != new { node.refuse(memory) }
        if !memory.isPressed { onEditingChanged(false) }
    }
}
