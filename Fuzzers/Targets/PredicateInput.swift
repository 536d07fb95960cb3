internal import FoundationEssentials
internal import SceneRules

/// A scene's predicate, and after a zero byte the identifier that it is evaluated with; none without one.
enum PredicateInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let written = String(decoding: parts.first ?? Data(), as: UTF8.self)
        let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil
        switch read(written) {
        case .failure(let fault):
            let isShown = fault.what.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try FuzzTarget.check(isShown, "a message holds control characters")
            try FuzzTarget.check(fault.what.utf8.count < 1024, "a message is longer than anybody reads")
            try FuzzTarget.check((1...written.count + 1).contains(fault.column), "a place is not in the text")
        case .success(let predicate):
            guard predicate.description.utf8.count <= ScenePredicate.maximumLength else { return }
            guard case .success(let again) = read(predicate.description) else {
                throw FuzzTarget.Finding(description: "what is written cannot be read again")
            }
            try FuzzTarget.check(
                again.evaluate(text) == predicate.evaluate(text), "what is written means something else")
        }
    }

    private static func read(_ text: String) -> Result<ScenePredicate, ScenePredicateFault> {
        do throws(ScenePredicateFault) { return .success(try ScenePredicate(parsing: text)) } catch {
            return .failure(error)
        }
    }
}
