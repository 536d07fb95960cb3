internal import ActivityModel
internal import BatonBus
internal import BatonLinks
internal import FoundationEssentials
internal import GLibKit

/// `baton open URL`: the app that the address belongs to, or the browser. Every link of the desktop may come here, so a web
/// page opens whatever becomes of the daemon.
enum Open {
    static let verb = Verb(
        "open", operands: [Operand("URL")], options: [.flag("dry-run"), .value("from", "URL", .name), .flag("typed")]
    ) { try await run($0) }

    /// An app may take 15 s to start and 15 s to answer; the browser comes after that.
    private static let limit = Duration.seconds(60)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let url = session.invocation.required(0)
        guard LinkRoad.scheme(of: url) != nil else { throw session.usage(Texts.noScheme(url)) }
        var options = LinkOptions(from: session.invocation.value("from"))
        options.typed = session.invocation.has("typed") ? true : nil
        // An app that opens a link of its own by the desktop's way gets it back from nobody.
        options.app = session.environment["BATON_APP"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let isDry = session.invocation.has("dry-run")
        // The browser that was started for this very page hands it on: it would come back for ever.
        if !isDry, session.environment[BrowserCommand.marker] == BrowserCommand.mark(url), WebAddress.isWeb(url) {
            guard session.environment[BrowserCommand.markerOfSecond] == nil else {
                throw BatonError(.launchFailed, Texts.goesRound)
            }
            return try directly(url, Texts.openedAlready, session, setting: nil, isSecond: true)
        }
        let decision: LinkDecisionInfo
        do {
            decision = try await decide(url, options, session)
        } catch let error as BatonError where !isDry && isNoAnswer(error) && WebAddress.isWeb(url) {
            return try directly(url, error.message, session, setting: setting(session))
        }
        if isDry {
            say(decision, session)
            return .done
        }
        let platform = PlatformData(environment: session.environment)
        say(try await session.call(LinksMethods.open, url, options, platform, timeout: limit), session)
        return .done
    }

    /// The answer, at the latest when somebody who has clicked would wonder.
    private static func decide(
        _ url: String, _ options: LinkOptions, _ session: Session
    ) async throws -> LinkDecisionInfo {
        // Nothing else opens an address of another scheme: that one waits as long as any call.
        let wait = WebAddress.isWeb(url) ? waiting(session) : .seconds(25)
        let late = BatonError(.timedOut, Texts.noAnswer(wait))
        return try await session.time.withLimit(wait, onTimeout: late, on: session.thread) {
            try await session.call(LinksMethods.decide, url, options)
        }
    }

    static let standardWait = 500
    private static let maximumWait = 60_000

    /// `BATON_OPEN_WAIT`, in milliseconds, for machines on which a daemon takes longer to start.
    private static func waiting(_ session: Session) -> Duration {
        guard let text = session.environment["BATON_OPEN_WAIT"], !text.isEmpty else {
            return .milliseconds(standardWait)
        }
        guard let wait = Int(text), (1...maximumWait).contains(wait) else {
            session.output.warn(Texts.badWait(text, most: maximumWait, standard: standardWait))
            return .milliseconds(standardWait)
        }
        return .milliseconds(wait)
    }

    /// Whether it is the daemon that is in the way, and not the address.
    private static func isNoAnswer(_ error: BatonError) -> Bool {
        [.timedOut, .daemonUnavailable, .connectionUnavailable, .versionMismatch, .internal].contains(error.code)
    }

    /// Without the daemon.
    private static func directly(
        _ url: String, _ why: String, _ session: Session, setting: String?, isSecond: Bool = false
    ) throws -> ExitStatus {
        let handler = LinkHandler(folder: session.instance.stateFolder, environment: session.environment)
        let token = PlatformData(environment: session.environment).activationToken
        let name = try BrowserCommand(handler: handler, setting: setting).open(
            url, environment: session.environment, activationToken: token, isSecond: isSecond)
        session.output.warn(Texts.openedWithoutDaemon(name, why))
        say(LinkDecisionInfo(opens: LinkDecisionInfo.browser, url: url, rule: nil, why: why), session)
        return .done
    }

    /// The `browser` setting, as the daemon would read it.
    private static func setting(_ session: Session) -> String? {
        guard let data = try? Data(contentsOf: URL(filePath: session.instance.configFile)),
            let values = try? JSONDecoder().decode([String: String].self, from: data)
        else { return nil }
        return values["browser"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func say(_ decision: LinkDecisionInfo, _ session: Session) {
        let isDry = session.invocation.has("dry-run")
        let json: JSON = [
            "url": .string(decision.url), "opens": .string(decision.opens), "rule": .orNull(decision.rule),
            "why": .string(decision.why),
        ]
        let line = Line(Texts.opens(decision.opens, isDry: isDry), .strong) + Line(": " + decision.why)
        var lines = [line]
        if let rule = decision.rule { lines.append(Line("  " + Texts.byRule(rule), .faint)) }
        // What was asked for is an answer; what was done is a note of it.
        if isDry { session.output.answer(json, lines) } else { session.output.done(json, line) }
    }
}
