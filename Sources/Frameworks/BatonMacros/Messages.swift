internal import FoundationEssentials

// The compiler's messages to a plugin, as far as these macros are asked; what else is in them is passed over. They are those of
// the protocol's version 7, which is Swift 6.3's; versions from 5 on have the same.

/// One question: exactly one of them is there.
struct Question: Decodable {
    struct Capability: Decodable {}
    struct Expansion: Decodable {
        struct Macro: Decodable { let typeName: String }
        struct Syntax: Decodable { let source: String }
        let macro: Macro
        let macroRole: String?
        let declSyntax: Syntax?
    }
    let getCapability: Capability?
    let expandFreestandingMacro: Expansion?
    let expandAttachedMacro: Expansion?
}

enum Answer: Encodable {
    case capability
    case expansion(String)
    /// Shown as an error of the line that the macro stands on.
    case fault(String)

    private struct Capability: Encodable {
        struct Version: Encodable {
            let protocolVersion = 7
            let features: [String] = []
        }
        let capability = Version()
    }
    private struct Expansion: Encodable {
        struct Diagnostic: Encodable {
            struct Position: Encodable {
                let fileName = ""
                let offset = 0
            }
            let message: String
            let severity = "error"
            let position = Position()
            let highlights: [String] = []
            let notes: [String] = []
            let fixIts: [String] = []
        }
        let expandedSource: String
        let diagnostics: [Diagnostic]
    }
    private enum Keys: String, CodingKey { case getCapabilityResult, expandMacroResult }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        switch self {
        case .capability: try container.encode(Capability(), forKey: .getCapabilityResult)
        case .expansion(let text):
            try container.encode(Expansion(expandedSource: text, diagnostics: []), forKey: .expandMacroResult)
        case .fault(let message):
            let diagnostic = Expansion.Diagnostic(message: message)
            try container.encode(Expansion(expandedSource: "", diagnostics: [diagnostic]), forKey: .expandMacroResult)
        }
    }
}

func answer(to message: [UInt8]) -> [UInt8] {
    let answer: Answer
    do {
        let question = try JSONDecoder().decode(Question.self, from: Data(message))
        if question.getCapability != nil {
            answer = .capability
        } else if let expansion = question.expandFreestandingMacro ?? question.expandAttachedMacro {
            answer = expand(expansion)
        } else {
            answer = .fault("The compiler asks what this version of SwiftUI's macros does not know.")
        }
    } catch {
        answer = .fault("The compiler's question cannot be read: \(error).")
    }
    return (try? JSONEncoder().encode(answer)).map { Array($0) } ?? []
}

private func expand(_ expansion: Question.Expansion) -> Answer {
    switch expansion.macro.typeName {
    case "EntryMacro": EntryMacro.expand(expansion.declSyntax?.source ?? "", role: expansion.macroRole ?? "")
    // Nothing shows previews here.
    case "PreviewMacro", "PreviewableMacro": .expansion("")
    default: .fault("SwiftUI has no macro \(expansion.macro.typeName) here.")
    }
}
