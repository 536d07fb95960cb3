package import ActivityModel
package import FoundationEssentials

/// What devices say to each other once both are known. A kind that is not known is passed over.
package enum LinkFrame: Sendable {
    /// Who the sender is to a person, and where it listens.
    case hello(name: String, port: Int?)
    /// A change of the list; with the epoch's key where the receiver belongs to it.
    case group(SignedGroup, key: Data?)
    case leave
    case joinRequest(name: String, commitment: Data)
    case joinNonce(nonce: Data, name: String, members: [String])
    case joinReveal(nonce: Data)
    case joinAccepted(SignedGroup, key: Data)
    case joinStored
    case joinRefused(BatonError)
    case handoff(HandoffMessage)
    case unknown(String)

    package init(_ message: HandoffMessage) { self = .handoff(message) }
}

extension LinkFrame: Codable {
    private enum Keys: String, CodingKey {
        case kind, name, port, group, key, commitment, nonce, members, offers, request, offer, activity, code, message
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        func string(_ key: Keys) throws -> String { try values.decode(String.self, forKey: key) }
        func data(_ key: Keys) throws -> Data { try values.decode(Data.self, forKey: key) }
        func request() throws -> String {
            let id = try string(.request)
            guard id.utf8.count <= 64 else { throw BatonError(.invalidArgument, "A request's id is too long.") }
            return id
        }
        func failure() throws -> BatonError {
            BatonError(.init(received: try string(.code)), String(try string(.message).prefix(512)))
        }
        let kind = try string(.kind)
        switch kind {
        case "hello":
            self = .hello(
                name: Device.displayName(try string(.name)), port: try values.decodeIfPresent(Int.self, forKey: .port))
        case "group":
            self = .group(
                try values.decode(SignedGroup.self, forKey: .group),
                key: try values.decodeIfPresent(Data.self, forKey: .key))
        case "leave": self = .leave
        case "join-request":
            self = .joinRequest(name: Device.displayName(try string(.name)), commitment: try data(.commitment))
        case "join-nonce":
            self = .joinNonce(
                nonce: try data(.nonce), name: Device.displayName(try string(.name)),
                members: try values.decode([String].self, forKey: .members).prefix(DeviceGroup.maximumMembers)
                    .map(Device.displayName))
        case "join-reveal": self = .joinReveal(nonce: try data(.nonce))
        case "join-accepted":
            self = .joinAccepted(try values.decode(SignedGroup.self, forKey: .group), key: try data(.key))
        case "join-stored": self = .joinStored
        case "join-refused": self = .joinRefused(try failure())
        case "offers":
            self = .handoff(
                .offers(
                    Array(
                        try values.decode([Offer].self, forKey: .offers).prefix(HandoffMessage.maximumOffers))))
        case "fetch": self = .handoff(.fetch(request: try request(), offer: try string(.offer)))
        case "state":
            self = .handoff(
                .state(request: try request(), activity: try values.decode(ActivityRecord.self, forKey: .activity)))
        case "failure": self = .handoff(.failure(request: try request(), try failure()))
        case "continued": self = .handoff(.continued(request: try request(), offer: try string(.offer)))
        case "cancel": self = .handoff(.cancel(request: try request()))
        default: self = .unknown(String(kind.prefix(64)))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        func kind(_ kind: String) throws { try values.encode(kind, forKey: .kind) }
        func failure(_ error: BatonError) throws {
            try values.encode(error.code.rawValue, forKey: .code)
            try values.encode(error.message, forKey: .message)
        }
        switch self {
        case .hello(let name, let port):
            try kind("hello")
            try values.encode(name, forKey: .name)
            try values.encodeIfPresent(port, forKey: .port)
        case .group(let group, let key):
            try kind("group")
            try values.encode(group, forKey: .group)
            try values.encodeIfPresent(key, forKey: .key)
        case .leave: try kind("leave")
        case .joinRequest(let name, let commitment):
            try kind("join-request")
            try values.encode(name, forKey: .name)
            try values.encode(commitment, forKey: .commitment)
        case .joinNonce(let nonce, let name, let members):
            try kind("join-nonce")
            try values.encode(nonce, forKey: .nonce)
            try values.encode(name, forKey: .name)
            try values.encode(members, forKey: .members)
        case .joinReveal(let nonce):
            try kind("join-reveal")
            try values.encode(nonce, forKey: .nonce)
        case .joinAccepted(let group, let key):
            try kind("join-accepted")
            try values.encode(group, forKey: .group)
            try values.encode(key, forKey: .key)
        case .joinStored: try kind("join-stored")
        case .joinRefused(let error):
            try kind("join-refused")
            try failure(error)
        case .handoff(.offers(let offers)):
            try kind("offers")
            try values.encode(offers, forKey: .offers)
        case .handoff(.fetch(let request, let offer)):
            try kind("fetch")
            try values.encode(request, forKey: .request)
            try values.encode(offer, forKey: .offer)
        case .handoff(.state(let request, let activity)):
            try kind("state")
            try values.encode(request, forKey: .request)
            try values.encode(activity, forKey: .activity)
        case .handoff(.failure(let request, let error)):
            try kind("failure")
            try values.encode(request, forKey: .request)
            try failure(error)
        case .handoff(.continued(let request, let offer)):
            try kind("continued")
            try values.encode(request, forKey: .request)
            try values.encode(offer, forKey: .offer)
        case .handoff(.cancel(let request)):
            try kind("cancel")
            try values.encode(request, forKey: .request)
        case .unknown(let name): try kind(name)
        }
    }
}
