// Nothing is animated here: the desktop's own transitions, of pages and controls, are GTK's. What is said of animations is
// there so that code that says it compiles, and has the same outcome at once.

/// How a change would be shown, some time long. Nothing is animated here: changes are shown at once.
public struct Animation: Hashable, Sendable {
    private enum Kind: Hashable { case `default`, linear, easeIn, easeOut, easeInOut, spring, curve }
    private let kind: Kind
    private init(_ kind: Kind) { self.kind = kind }

    public static let `default` = Animation(.default)
    public static let linear = Animation(.linear)
    public static let easeIn = Animation(.easeIn)
    public static let easeOut = Animation(.easeOut)
    public static let easeInOut = Animation(.easeInOut)
    public static let spring = Animation(.spring)
    public static let interactiveSpring = Animation(.spring)
    public static let bouncy = Animation(.spring)
    public static let smooth = Animation(.spring)
    public static let snappy = Animation(.spring)

    public static func linear(duration: Double) -> Animation { linear }
    public static func easeIn(duration: Double) -> Animation { easeIn }
    public static func easeOut(duration: Double) -> Animation { easeOut }
    public static func easeInOut(duration: Double) -> Animation { easeInOut }
    public static func timingCurve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35)
        -> Animation
    { Animation(.curve) }
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Animation { spring }
    public static func spring(duration: Double, bounce: Double = 0, blendDuration: Double = 0) -> Animation { spring }
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation { spring }
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Animation { spring }

    public func delay(_ delay: Double) -> Animation { self }
    public func speed(_ speed: Double) -> Animation { self }
}

/// What holds for one change.
public struct Transaction: Sendable {
    /// How the change would be shown; nothing is animated here.
    public var animation: Animation?
    public var disablesAnimations = false
    public init() {}
    public init(animation: Animation?) { self.animation = animation }
}

/// Makes changes. They are shown at once: nothing is animated here.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Makes changes. They are shown at once, whatever the transaction says of animations.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

extension Binding {
    /// The binding with a transaction, which who set the value's `set:` is given. Nothing is animated here.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var result = self
        result.transaction = transaction
        return result
    }

    /// The binding; nothing is animated here.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        transaction(Transaction(animation: animation))
    }
}

nonisolated extension View {
    /// The view as it is: nothing is animated here.
    public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }
    /// The view as it is: nothing is animated here.
    @available(*, deprecated, message: "Use withAnimation or animation(_:value:).")
    public func animation(_ animation: Animation?) -> some View { self }
}
