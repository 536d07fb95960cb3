/// Which scene takes an event.
package enum SceneChoice: Sendable, Hashable {
    /// This open scene.
    case open(String)
    /// A new scene of this declaration.
    case new(String)
    /// None: the app-level handler is asked.
    case none
}

/// A choice, and the rule that made it.
package struct SceneDecision: Sendable, Hashable {
    package let choice: SceneChoice
    package let reason: Reason

    package init(choice: SceneChoice, reason: Reason) {
        self.choice = choice
        self.reason = reason
    }

    /// Why a scene takes an event; a condition is named as it was written.
    package enum Reason: Sendable, Hashable {
        /// The app has one scene.
        case single
        case preferring(String)
        case prefers
        case allowing(String)
        case can
        /// It is open, and does not say what it takes; of those the one that was opened last.
        case reused
        case matching(String)
        /// The declaration does not say what it is opened for, and none that does matches.
        case undeclared
        /// No open scene takes the event, and no declaration opens one for it.
        case nothing
    }
}

/// Which scene takes an event, by the order of Apple's documentation of `handlesExternalEvents(preferring:allowing:)`.
///
/// 1. Where the app has one scene, that scene.
/// 2. The first open scene whose preferring set, or prefers-predicate, matches.
/// 3. The first open scene whose allowing set, or can-predicate, matches; then, unless the style is `new`, of the open
///    scenes that do not say what they take the one that was opened last.
/// 4. The first declaration whose matching set matches: a new scene.
/// 5. The first declaration that does not say what it matches: a new scene.
/// 6. None.
package enum SceneRouter {
    /// - Parameters:
    ///   - open: in the order in which they were opened.
    ///   - declarations: in the order in which the app declares them.
    package static func route(
        _ event: SceneEvent, open: [OpenScene], declarations: [SceneDeclaration], style: SceneStyle
    ) -> SceneDecision {
        if style == .single,
            let choice = open.first.map({ SceneChoice.open($0.id) })
                ?? declarations.first.map({ SceneChoice.new($0.id) })
        {
            return SceneDecision(choice: choice, reason: .single)
        }
        let event = ComparedEvent(event)
        for scene in open {
            if let reason = preferring(scene, event) { return SceneDecision(choice: .open(scene.id), reason: reason) }
        }
        for scene in open {
            if let reason = allowing(scene, event) { return SceneDecision(choice: .open(scene.id), reason: reason) }
        }
        if style != .new, let scene = open.last(where: { if case .unsaid = $0.takes { true } else { false } }) {
            return SceneDecision(choice: .open(scene.id), reason: .reused)
        }
        for declaration in declarations {
            if let condition = declaration.matching?.match(event) {
                return SceneDecision(choice: .new(declaration.id), reason: .matching(condition))
            }
        }
        if let declaration = declarations.first(where: { $0.matching == nil }) {
            return SceneDecision(choice: .new(declaration.id), reason: .undeclared)
        }
        return SceneDecision(choice: .none, reason: .nothing)
    }

    private static func preferring(_ scene: OpenScene, _ event: ComparedEvent) -> SceneDecision.Reason? {
        switch scene.takes {
        case .unsaid: nil
        case .conditions(let preferring, _): preferring.match(event).map { .preferring($0) }
        case .predicates(let prefers, _): prefers.evaluate(event.targetContentIdentifier) ? .prefers : nil
        }
    }

    private static func allowing(_ scene: OpenScene, _ event: ComparedEvent) -> SceneDecision.Reason? {
        switch scene.takes {
        case .unsaid: nil
        case .conditions(_, let allowing): allowing.match(event).map { .allowing($0) }
        case .predicates(_, let can): can.evaluate(event.targetContentIdentifier) ? .can : nil
        }
    }
}
