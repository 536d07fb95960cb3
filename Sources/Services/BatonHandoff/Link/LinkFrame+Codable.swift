internal import ActivityModel
internal import FoundationEssentials

// The JSON form: an object whose `kind` says what the other keys are. Unknown kinds and keys are passed over, so that a
// newer version can add some; a known kind out of its bounds is an error, and ends the link.

extension LinkFrame: Codable {
    private enum Kind: String, Codable {
        case hello, group, moved, ping, pong
        case offers, fetch, state, failure, continued, cancel
        case joinRequest = "join.request", joinNonce = "join.nonce", joinReveal = "join.reveal"
        case joinGroup = "join.group", joinDone = "join.done", joinFailed = "join.failed"
    }

    private enum Key: CodingKey {
        case kind, request, offer, offers, activity, code, message, name, commitment, nonce, group, hello
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let word = try container.decode(String.self, forKey: .kind)
        guard let kind = Kind(rawValue: word) else {
            self = .unknown(String(word.prefix(Self.maximumID)))
            return
        }
        func text(_ key: Key, _ maximum: Int = LinkFrame.maximumID) throws -> String {
            let text = try container.decode(String.self, forKey: key)
            guard text.utf8.count <= maximum else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "too long")
            }
            return text
        }
        func bytes(_ key: Key, _ count: Int) throws -> Data {
            let bytes = try container.decode(Data.self, forKey: key)
            guard bytes.count == count else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "wrong length")
            }
            return bytes
        }
        switch kind {
        case .hello: self = .hello(try container.decode(Hello.self, forKey: .hello))
        case .group: self = .group(try container.decode(GroupUpdate.self, forKey: .group))
        case .moved: self = .moved
        case .ping: self = .ping
        case .pong: self = .pong
        case .offers:
            let offers = try container.decode([Offer].self, forKey: .offers)
            guard offers.count <= HandoffMessage.maximumOffers,
                offers.allSatisfy({ $0.id.utf8.count <= Self.maximumID })
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .offers, in: container, debugDescription: "too many, or an id too long")
            }
            self = .handoff(.offers(offers))
        case .fetch: self = .handoff(.fetch(request: try text(.request), offer: try text(.offer)))
        case .state:
            self = .handoff(
                .state(
                    request: try text(.request), activity: try container.decode(ActivityRecord.self, forKey: .activity))
            )
        case .failure:
            let message = Self.shown(try text(.message, Self.maximumMessage))
            let error = BatonError(BatonError.Code(received: try text(.code)), message)
            self = .handoff(.failure(request: try text(.request), error))
        case .continued: self = .handoff(.continued(request: try text(.request), offer: try text(.offer)))
        case .cancel: self = .handoff(.cancel(request: try text(.request)))
        case .joinRequest:
            self = .join(.request(name: try text(.name, 1024), commitment: try bytes(.commitment, 32)))
        case .joinNonce: self = .join(.nonce(try bytes(.nonce, CheckCode.nonceLength)))
        case .joinReveal: self = .join(.reveal(try bytes(.nonce, CheckCode.nonceLength)))
        case .joinGroup: self = .join(.group(try container.decode(GroupUpdate.self, forKey: .group)))
        case .joinDone: self = .join(.done)
        case .joinFailed: self = .join(.failed(code: try text(.code)))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        func kind(_ kind: Kind) throws { try container.encode(kind, forKey: .kind) }
        switch self {
        case .hello(let hello):
            try kind(.hello)
            try container.encode(hello, forKey: .hello)
        case .group(let update):
            try kind(.group)
            try container.encode(update, forKey: .group)
        case .moved: try kind(.moved)
        case .ping: try kind(.ping)
        case .pong: try kind(.pong)
        case .unknown(let word): try container.encode(word, forKey: .kind)
        case .handoff(let message):
            switch message {
            case .offers(let offers):
                try kind(.offers)
                try container.encode(offers, forKey: .offers)
            case .fetch(let request, let offer):
                try kind(.fetch)
                try container.encode(request, forKey: .request)
                try container.encode(offer, forKey: .offer)
            case .state(let request, let activity):
                try kind(.state)
                try container.encode(request, forKey: .request)
                try container.encode(activity, forKey: .activity)
            case .failure(let request, let error):
                try kind(.failure)
                try container.encode(request, forKey: .request)
                try container.encode(error.code.rawValue, forKey: .code)
                try container.encode(Self.shown(error.message), forKey: .message)
            case .continued(let request, let offer):
                try kind(.continued)
                try container.encode(request, forKey: .request)
                try container.encode(offer, forKey: .offer)
            case .cancel(let request):
                try kind(.cancel)
                try container.encode(request, forKey: .request)
            }
        case .join(let message):
            switch message {
            case .request(let name, let commitment):
                try kind(.joinRequest)
                try container.encode(name, forKey: .name)
                try container.encode(commitment, forKey: .commitment)
            case .nonce(let nonce):
                try kind(.joinNonce)
                try container.encode(nonce, forKey: .nonce)
            case .reveal(let nonce):
                try kind(.joinReveal)
                try container.encode(nonce, forKey: .nonce)
            case .group(let update):
                try kind(.joinGroup)
                try container.encode(update, forKey: .group)
            case .done: try kind(.joinDone)
            case .failed(let code):
                try kind(.joinFailed)
                try container.encode(code, forKey: .code)
            }
        }
    }

    /// A message for people, without what moves a terminal's cursor, and within what a receiver takes.
    private static func shown(_ message: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in message.unicodeScalars.prefix(maximumMessage / 4) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: continue
            default: plain.append(scalar)
            }
        }
        return String(plain)
    }
}
