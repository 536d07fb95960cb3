internal import ActivityModel
internal import BatonBus
internal import BatonHandoff
internal import FoundationEssentials
internal import GLibKit

/// The user's devices: `org.baton.Devices1`. Only the user's own programs come here.
struct DevicesInterface: Sendable {
    let devices: DevicesService
    /// A name is a setting: it stays when the daemon is started again.
    let daemon: Daemon

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(DevicesMethods.list) { session in
            try await session.requireUser("see the user's devices")
            return await devices.devices().map(Self.info)
        }
        router.on(DevicesMethods.invite) { session in
            try await session.requireUser("invite devices")
            let invitation = try await devices.invite()
            return InvitationInfo(
                invitation: invitation.text, expiresAt: invitation.expiresAt, addresses: invitation.addresses)
        }
        router.on(DevicesMethods.cancelInvite) { session in
            try await session.requireUser("withdraw invitations")
            await devices.cancelInvite()
            return Nothing()
        }
        router.on(DevicesMethods.pending) { session in
            try await session.requireUser("see who asks to join")
            guard let joiner = await devices.pendingConfirmation() else { return JoinerInfo() }
            return JoinerInfo(name: joiner.name, id: joiner.id)
        }
        router.on(DevicesMethods.confirm) { session, code in
            try await session.requireUser("let devices join")
            return Self.info(try await devices.confirm(Arguments.checked(code, .code)))
        }
        router.on(DevicesMethods.join) { session, text, options in
            try await session.requireUser("join other devices")
            let join = try await devices.join(
                Arguments.checked(text, .invitation), address: options.address)
            return JoinInfo(
                id: join.id, inviter: join.inviterName, inviterID: join.inviterID, members: join.memberNames,
                code: join.code)
        }
        router.on(DevicesMethods.awaitJoin) { session, id in
            try await session.requireUser("join other devices")
            return Self.info(try await devices.awaitJoin(Arguments.checked(id, .join)))
        }
        router.on(DevicesMethods.cancelJoin) { session, id in
            try await session.requireUser("join other devices")
            await devices.cancelJoin(try Arguments.checked(id, .join))
            return Nothing()
        }
        router.on(DevicesMethods.rename) { session, name in
            try await session.requireUser("rename this device")
            try await daemon.set(Settings.Key.deviceName.rawValue, to: name)
            return Nothing()
        }
        router.on(DevicesMethods.remove) { session, id in
            try await session.requireUser("remove devices")
            try await devices.remove(Arguments.checked(id, .device))
            return Nothing()
        }
        router.on(DevicesMethods.leave) { session in
            try await session.requireUser("leave the other devices")
            try await devices.leave()
            return Nothing()
        }
    }

    private static func info(_ status: DeviceStatus) -> DeviceInfo {
        DeviceInfo(
            id: status.device.id, name: status.device.name, isSelf: status.isSelf, reachable: status.reachable,
            lastSeen: status.lastSeen, joinedAt: status.device.joinedAt,
            addresses: status.device.addresses.isEmpty ? nil : status.device.addresses)
    }

    private static func info(_ device: Device) -> DeviceInfo {
        DeviceInfo(id: device.id, name: device.name, isSelf: false, reachable: true, joinedAt: device.joinedAt)
    }
}
