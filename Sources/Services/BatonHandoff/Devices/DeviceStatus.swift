package import ActivityModel
package import FoundationEssentials

/// One of the user's devices and how it is now.
package struct DeviceStatus: Sendable, Hashable {
    package var device: Device
    package var isSelf: Bool
    /// Whether there is a link to it; of this device itself, true.
    package var reachable: Bool
    /// Since when there is a link.
    package var since: Date?
    /// When a link to it last ended.
    package var lastSeen: Date?
    /// That it refused this device, and why; nothing is tried until the list changes.
    package var refusal: BatonError.Code?
}

/// An invitation that is open.
package struct OpenedInvitation: Sendable {
    /// What the user takes to the new device.
    package var text: String
    package var expiresAt: Date
    /// Where the new device will try, `host:port`.
    package var addresses: [String]
}

/// A device that waits for its code to be typed here.
package struct PendingConfirmation: Sendable, Hashable {
    package var id: String
    /// As it calls itself; nothing has proved it.
    package var name: String
    package var expiresAt: Date
    /// How many failures void the invitation.
    package var attemptsLeft: Int
}

/// A join that waits for the code to be typed on the inviting device.
package struct PendingJoin: Sendable, Hashable {
    package var id: String
    package var inviterName: String
    package var inviterID: String
    /// With whom this device will share, the inviter among them.
    package var memberNames: [String]
    /// Six digits.
    package var code: String
}

/// Something that should be mended.
package struct DevicesFinding: Sendable, Hashable {
    package var what: String
    package var remedy: String
}

/// What the user would be told.
package enum DevicesChange: Sendable, Hashable {
    /// A device asks to join; the code it shows is to be typed here.
    case askedToJoin(PendingConfirmation)
    /// The device that asked is gone, or the invitation is.
    case noLongerAsking
    /// A device joined the group, wherever it was invited.
    case joined(Device)
    /// A device, by its id, left or was removed.
    case removed(String)
    /// This device is alone now; `byOthers`: they removed it.
    case alone(byOthers: Bool)
    /// Names, addresses or reachability changed.
    case updated
}

/// Who is told what happens on the links. Calls come one after the other for a device, and the link waits for them:
/// long work belongs in a task of its own.
package protocol DevicesObserver: Sendable {
    func linkUp(_ device: String) async
    func linkDown(_ device: String) async
    func received(_ message: HandoffMessage, from device: String) async
    func devicesChanged(_ change: DevicesChange) async
}
