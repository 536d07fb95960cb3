internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials

/// `baton handoff continue`: continues an offer in its app here, or prints its state.
enum HandoffContinue {
    static let verb = Verb(
        "handoff continue", operands: [Operand("OFFER", .name, isRequired: false)],
        options: [.flag("latest"), .flag("print")]
    ) { try await run($0) }

    /// The other device's app may take 5 s to save, an app here 15 s to start and be ready.
    private static let limit = Duration.seconds(60)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let offer = try await chosen(session)
        if session.invocation.has("print") {
            let record = try await session.call(HandoffMethods.fetch, offer.offer, timeout: limit)
            let state = try ContinuedState(record)
            session.output.answer(state.json(safe: session.terminal.outputIsTerminal), state.lines)
            return .done
        }
        let platform = PlatformData(environment: session.environment)
        let outcome = try await session.call(HandoffMethods.continue, offer.offer, platform, timeout: limit)
        let line =
            outcome.opened == "browser"
            ? Texts.openedPage(outcome.webpageURL ?? offer.webpageURL ?? "")
            : Texts.continuedIn(outcome.opened, offer.device)
        session.output.done(
            ["opened": .string(outcome.opened), "webpageURL": .ifAny(outcome.webpageURL)], Line(line))
        return .done
    }

    private static func chosen(_ session: Session) async throws -> OfferInfo {
        let text = session.invocation.operand(0)
        guard (text != nil) != session.invocation.has("latest") else { throw session.usage(Texts.offerOrLatest) }
        let offers = try await HandoffList.offers(session)
        guard let newest = offers.first else { throw CommandError.no(.noSuchOffer, Texts.noOffers) }
        // The newest that can be had: one of a device that is away can not.
        guard let text else { return offers.first(where: \.reachable) ?? newest }
        switch Choice.find(text, in: offers, by: \.offer) {
        case .one(let offer): return offer
        case .none: throw CommandError.no(.noSuchOffer, Texts.noSuchOffer(text))
        case .several(let count): throw CommandError.no(.noSuchOffer, Texts.severalOffers(text, count))
        }
    }
}

/// What `--print` shows of an activity.
private struct ContinuedState {
    private let record: ActivityRecord
    private let canonical: Data

    init(_ record: ActivityRecord) throws {
        if record.isTooLarge { throw BatonError(.tooLarge, Texts.stateTooLarge) }
        self.record = record
        canonical = record.userInfo ?? Data("{}".utf8)
        do throws(BatonError) {
            try CanonicalEncoding.checkObject(canonical)
        } catch {
            // Not this command line's fault, as the code alone would say.
            throw BatonError(.handoffFailed, Texts.stateUnreadable)
        }
    }

    /// - Parameter safe: with what a terminal would act on written as numbers, in the payload too.
    func json(safe: Bool) -> JSON {
        // A line's end stands between values alone: one object stays one line.
        let text = String(decoding: canonical.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
        return [
            "type": .string(record.type), "title": .orNull(record.title),
            "userInfo": .raw(safe ? JSON.safe(raw: text) : text), "webpageURL": .ifAny(record.webpageURL),
        ]
    }

    var lines: [Line] {
        var lines = [Line("\(Texts.fieldType): ", .strong) + Line(record.type)]
        if let title = record.title { lines.append(Line("\(Texts.fieldTitle): ", .strong) + Line(title)) }
        if let page = record.webpageURL { lines.append(Line("\(Texts.fieldPage): ", .strong) + Line(page)) }
        // A newer Baton's values may be none that this one knows: then as they came.
        guard let payload = try? Payload(canonical: canonical) else {
            return lines + [Line(String(decoding: canonical, as: UTF8.self))]
        }
        let values = payload.entries.map { (name: Self.text($0.key), value: Self.text($0.value)) }
        for value in values.sorted(by: { $0.name < $1.name }) { lines.append(Line("\(value.name) = \(value.value)")) }
        return lines
    }

    /// Texts as they are, all else in the canonical encoding.
    private static func text(_ value: PayloadValue) -> String {
        if case .string(let text) = value { return text }
        return String(decoding: CanonicalEncoding.encode(value), as: UTF8.self)
    }
}
