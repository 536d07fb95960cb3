package import FoundationEssentials

package struct DeviceInfo: Codable, Sendable {
    package var id: String
    package var name: String
    package var isSelf: Bool
    package var reachable: Bool
    package var lastSeen: Date?
    package var joinedAt: Date?
    package var addresses: [String]?

    package init(
        id: String, name: String, isSelf: Bool, reachable: Bool, lastSeen: Date? = nil, joinedAt: Date? = nil,
        addresses: [String]? = nil
    ) {
        self.id = id
        self.name = name
        self.isSelf = isSelf
        self.reachable = reachable
        self.lastSeen = lastSeen
        self.joinedAt = joinedAt
        self.addresses = addresses
    }
}

package struct InvitationInfo: Codable, Sendable {
    package var invitation: String
    package var expiresAt: Date
    package var addresses: [String]

    package init(invitation: String, expiresAt: Date, addresses: [String]) {
        self.invitation = invitation
        self.expiresAt = expiresAt
        self.addresses = addresses
    }
}

/// A device that asks to join; empty where none does.
package struct JoinerInfo: Codable, Sendable {
    package var name: String?
    package var id: String?

    package init(name: String? = nil, id: String? = nil) {
        self.name = name
        self.id = id
    }
}

package struct JoinOptions: Codable, Sendable {
    /// Where to find the inviter, `host:port`, instead of what the invitation names.
    package var address: String?
    package init(address: String? = nil) { self.address = address }
}

/// With whom this device is about to share, and the code to type there.
package struct JoinInfo: Codable, Sendable {
    package var id: String
    package var inviter: String
    package var inviterID: String
    package var members: [String]
    package var code: String

    package init(id: String, inviter: String, inviterID: String, members: [String], code: String) {
        self.id = id
        self.inviter = inviter
        self.inviterID = inviterID
        self.members = members
        self.code = code
    }
}
