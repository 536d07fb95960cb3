package struct StepperElement: Element {
    package var canIncrement: Bool
    package var canDecrement: Bool
    package var isEnabled: Bool
    package var showsLabel: Bool
}

/// A label, and two buttons that make something more and less.
///
/// At an end of its range the button that would leave it is out of use; a last step that is too long goes to the end. A value
/// that is no number can be neither more nor less.
public struct Stepper<Label: View> {
    let label: Label
    let onEditingChanged: (Bool) -> Void
    let source: StepperSource
}

/// What the buttons do. nil: nothing, now.
struct StepperSource {
    let increment: () -> (() -> Void)?
    let decrement: () -> (() -> Void)?

    init(onIncrement: (() -> Void)?, onDecrement: (() -> Void)?) {
        increment = { onIncrement }
        decrement = { onDecrement }
    }

    init<V: Strideable>(_ value: Binding<V>, _ bounds: ClosedRange<V>?, _ step: V.Stride) {
        func by(_ stride: V.Stride) -> (() -> Void)? {
            guard let new = Self.next(value.wrappedValue, by: stride, in: bounds) else { return nil }
            return { value.wrappedValue = new }
        }
        increment = { by(step) }
        decrement = { by(0 - step) }
    }

    static func next<V: Strideable>(_ value: V, by stride: V.Stride, in bounds: ClosedRange<V>?) -> V? {
        // Not a number: nothing is equal to it.
        guard value == value, stride != 0 else { return nil }
        let isUp = stride > 0
        guard var new = Self.sum(value, stride) ?? (isUp ? bounds?.upperBound : bounds?.lowerBound) else { return nil }
        if let bounds { new = min(max(new, bounds.lowerBound), bounds.upperBound) }
        return (isUp ? new > value : new < value) || !(bounds?.contains(value) ?? true) && new != value ? new : nil
    }

    /// nil: the type has no such value. `advanced(by:)` of an integer would trap.
    private static func sum<V: Strideable>(_ value: V, _ stride: V.Stride) -> V? {
        guard let integer = value as? any FixedWidthInteger, let stride = stride as? Int else {
            return value.advanced(by: stride)
        }
        func add<I: FixedWidthInteger>(_ integer: I) -> I? {
            guard let amount = I(exactly: stride.magnitude) else { return nil }
            let (sum, isTooMuch) =
                stride < 0 ? integer.subtractingReportingOverflow(amount) : integer.addingReportingOverflow(amount)
            return isTooMuch ? nil : sum
        }
        return add(integer) as? V
    }
}

extension Stepper {
    /// A stepper of a value, with a label of any views.
    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(), onEditingChanged: onEditingChanged, source: StepperSource(value, nil, step))
    }
    /// A stepper of a value in a range, with a label of any views.
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(), onEditingChanged: onEditingChanged, source: StepperSource(value, bounds, step))
    }
    /// A stepper that says what its buttons do; nil takes one out of use.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(), onEditingChanged: onEditingChanged,
            source: StepperSource(onIncrement: onIncrement, onDecrement: onDecrement))
    }
    /// The order of 2019: `init(value:step:label:onEditingChanged:)`.
    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void,
        @ViewBuilder label: () -> Label
    ) { self.init(value: value, step: step, label: label, onEditingChanged: onEditingChanged) }
    /// The order of 2019: `init(value:in:step:label:onEditingChanged:)`.
    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void,
        @ViewBuilder label: () -> Label
    ) { self.init(value: value, in: bounds, step: step, label: label, onEditingChanged: onEditingChanged) }
    /// The order of 2019: `init(label:onIncrement:onDecrement:onEditingChanged:)`.
    public init(
        onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, @ViewBuilder label: () -> Label
    ) {
        self.init(
            label: label, onIncrement: onIncrement, onDecrement: onDecrement, onEditingChanged: onEditingChanged)
    }
}

extension Stepper where Label == Text {
    /// A stepper of a value, with a text in the user's language.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged) }
    /// A stepper of a value, with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged) }
    /// A stepper of a value in a range, with a text in the user's language.
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged) }
    /// A stepper of a value in a range, with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(value: value, in: bounds, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged) }
    /// A stepper that says what its buttons do, with a text in the user's language; nil takes a button out of use.
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(titleKey) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }
    /// A stepper that says what its buttons do, with a text as it is; nil takes a button out of use.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }
}

extension Stepper: View {
    public typealias Body = Never
    public var body: Never { fatalError("Stepper has no body.") }
}

extension Stepper: NodeView {
    package func build(in node: Node) {
        let environment = node.environment
        let (source, onEditingChanged) = (source, onEditingChanged)
        let (canIncrement, canDecrement) = node.track { (source.increment() != nil, source.decrement() != nil) }
        node.setElement(
            StepperElement(
                canIncrement: canIncrement, canDecrement: canDecrement, isEnabled: environment.isEnabled,
                showsLabel: !environment.labelsHidden)
        ) { event in
            // The value may be another one than when the buttons were last looked at.
            guard case .stepped(let direction) = event,
                let step = direction > 0 ? source.increment() : source.decrement()
            else { return }
            onEditingChanged(true)
            step()
            onEditingChanged(false)
        }
        node.setChildren([Child(.index(0), label)])
    }
}
