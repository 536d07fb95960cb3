internal import ActivityModel
internal import BatonBus
internal import BatonLinks
internal import FoundationEssentials
internal import GLibKit

/// `baton links handle on/off`: being the desktop's handler of web links. Works without a daemon: it is about the desktop's
/// own settings.
enum LinksHandle {
    static let verb = Verb(
        "links handle", operands: [Operand("STATE", .choice(["on", "off"]), isRequired: false)], daemon: .runningOnly
    ) { session in
        guard session.instance.directory == nil else { throw session.usage(Texts.handlesForUserAlone) }
        let handler = LinkHandler(folder: session.instance.stateFolder, environment: session.environment)
        guard let wanted = session.invocation.operand(0) else {
            let state = handler.state
            let openers = LinkHandler.openers
            let answer = Answer(state: state.word, browser: state.browser, http: openers.http, https: openers.https)
            session.output.answer(answer.json(changed: nil), [Line(Texts.handling(state))])
            return .done
        }
        let isChanged = wanted == "on" ? try handler.turnOn() : try handler.turnOff()
        let (answer, state) = try answerNow(session)
        if wanted == "on", answer.http != LinkHandler.entry || answer.https != LinkHandler.entry {
            let other = answer.http == LinkHandler.entry ? answer.https : answer.http
            throw CommandError.no(.refused, Texts.handlesNotAllTheSame(other))
        }
        if wanted == "off", state.word == "on" {
            throw CommandError.no(.refused, Texts.nothingElseHandles)
        }
        session.output.done(answer.json(changed: isChanged), Line(Texts.handling(state)))
        if wanted == "on", state.browser == nil { session.output.warn(Texts.noBrowserBehind) }
        return .done
    }

    private struct Answer: Decodable {
        let state: String
        let browser: String?
        /// The entries that open each.
        let http: String?
        let https: String?

        func json(changed: Bool?) -> JSON {
            [
                "state": .string(state), "handles": .bool(state == "on"), "browser": .orNull(browser),
                "http": .orNull(http), "https": .orNull(https), "changed": changed.map { .bool($0) } ?? .absent,
            ]
        }
    }

    /// As a new process sees it: this one has read the desktop's lists before they were changed.
    private static func answerNow(_ session: Session) throws -> (Answer, LinkHandler.State) {
        let words = ["/proc/self/exe", "--json", "links", "handle"]
        do {
            let output = try Spawn.output(of: words, environment: session.environment)
            let answer = try JSONDecoder().decode(Answer.self, from: Data(output.utf8))
            if let state = LinkHandler.State(word: answer.state, browser: answer.browser) { return (answer, state) }
        } catch let error as GLibError {
            throw BatonError(.internal, "What opens links now could not be found out: \(error.message).")
        }
        throw BatonError(.internal, "What opens links now could not be found out; `baton links handle` says it.")
    }
}
