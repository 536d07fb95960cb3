internal import BatonBus

/// `baton handoff list`: what other devices offer, newest first.
enum HandoffList {
    static let verb = Verb("handoff list") { session in
        let offers = try await offers(session)
        session.output.answer(.array(offers.map(json)), lines(offers))
        return .done
    }

    static func offers(_ session: Session) async throws -> [OfferInfo] {
        try await session.call(HandoffMethods.listOffers).sorted { $0.since > $1.since }
    }

    private static func json(_ offer: OfferInfo) -> JSON {
        [
            "offer": .string(offer.offer), "device": .string(offer.device), "app": .string(offer.app),
            "type": .string(offer.type), "title": .orNull(offer.title), "webpageURL": .ifAny(offer.webpageURL),
            "since": .date(offer.since), "reachable": .bool(offer.reachable), "opensWith": .ifAny(offer.opensWith),
        ]
    }

    private static func lines(_ offers: [OfferInfo]) -> [Line] {
        var table = Columns([
            Texts.columnOffer, Texts.columnDevice, Texts.columnTitle, Texts.columnApp, Texts.columnOpensWith,
            Texts.columnSince, Texts.columnState,
        ])
        for (offer, id) in zip(offers, Choice.short(offers.map(\.offer))) {
            table.add([
                Line(id, .strong), Line(offer.device), Line(offer.title ?? offer.type),
                Line(offer.appName ?? offer.app),
                Line(offer.opensWith ?? Texts.browser), Line(Output.date(offer.since)),
                offer.reachable ? Line(Texts.reachable, .good) : Line(Texts.away, .faint),
            ])
        }
        return table.lines
    }
}
