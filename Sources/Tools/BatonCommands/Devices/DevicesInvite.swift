internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
internal import GLibKit

/// `baton devices invite`: invites another device of the user's. At a terminal it stays until one has joined, and the
/// code may be typed right there.
enum DevicesInvite {
    static let verb = Verb("devices invite", options: [.flag("wait"), .flag("no-wait")]) { try await run($0) }

    private enum Event: Sendable {
        case joinRequested(JoinerInfo)
        case line(String)
        case devicesChanged
        case expired
        case interrupted
        case daemonStopped
    }

    private static func run(_ session: Session) async throws -> ExitStatus {
        guard !(session.invocation.has("wait") && session.invocation.has("no-wait")) else {
            throw session.usage(Texts.waitOrNot)
        }
        let isAtTerminal = session.terminal.inputIsTerminal && session.terminal.outputIsTerminal
        let waits = session.invocation.has("wait") || isAtTerminal && !session.invocation.has("no-wait")
        let (events, queue) = AsyncStream.makeStream(of: Event.self)
        if waits { await follow(session, queue) }
        let before = waits ? Set(try await session.call(DevicesMethods.list).map(\.id)) : []
        let invitation = try await session.call(DevicesMethods.invite)
        show(invitation, session, waits: waits)
        guard waits else { return .done }
        let expiry = session.thread.task {
            let left = invitation.expiresAt.timeIntervalSince(session.time.now())
            if (try? await session.time.sleep(.seconds(max(0, left)))) != nil { queue.yield(.expired) }
        }
        defer { expiry.cancel() }
        return try await wait(session, events, queue, before: before)
    }

    private static func follow(_ session: Session, _ queue: AsyncStream<Event>.Continuation) async {
        let interface = DevicesMethods.interface
        await session.daemon.onSignal(interface, DevicesMethods.joinRequested) { signal in
            let joiner = try? VariantDecoder().decode(JoinerInfo.self, from: signal.arguments[0])
            if let joiner { queue.yield(.joinRequested(joiner)) }
        }
        await session.daemon.onSignal(interface, DevicesMethods.changed) { _ in queue.yield(.devicesChanged) }
        await session.daemon.onSignal(SystemMethods.interface, SystemMethods.stopping) { _ in
            queue.yield(.daemonStopped)
        }
        session.terminal.onInterrupt { queue.yield(.interrupted) }
    }

    private static func show(_ invitation: InvitationInfo, _ session: Session, waits: Bool) {
        let output = session.output
        output.note(Line(Texts.inviteHead(Output.date(invitation.expiresAt))), "")
        let form: JSON = [
            "event": waits ? "invitation" : .absent, "invitation": .string(invitation.invitation),
            "expiresAt": .date(invitation.expiresAt), "addresses": .strings(invitation.addresses),
        ]
        // Alone with --quiet, for scripts.
        let line = output.isQuiet ? invitation.invitation : "  baton devices join \(invitation.invitation)"
        output.answer(form, [Line(line, .strong)])
        output.note(
            "",
            Line(
                waits ? Texts.inviteThenTypeHere : Texts.inviteThenConfirm(output.command("baton devices confirm CODE"))
            ))
    }

    private static func wait(
        _ session: Session, _ events: AsyncStream<Event>, _ queue: AsyncStream<Event>.Continuation, before: Set<String>
    ) async throws -> ExitStatus {
        var reader: Task<Void, Never>?
        for await event in events {
            switch event {
            case .joinRequested(let joiner):
                guard let name = joiner.name else {
                    session.output.note(Line(Texts.joinerGone))
                    continue
                }
                session.output.event(
                    ["event": "joinRequested", "device": .string(name), "id": .ifAny(joiner.id)],
                    Line(Texts.joinRequested(name)))
                session.output.ask(Texts.askCode)
                if reader == nil { reader = session.thread.task { await read(session, queue) } }
            case .line(let text):
                let code = DevicesConfirm.code(text)
                if code.isEmpty { continue }
                do {
                    let device = try await session.call(DevicesMethods.confirm, code, timeout: DevicesConfirm.limit)
                    DevicesConfirm.show(device, session)
                    return .done
                } catch let error as BatonError where error.code == .wrongCode {
                    session.output.event(
                        ["event": "wrongCode", "message": .string(error.message)], Line(error.message, .bad))
                    session.output.ask(Texts.askCode)
                }
            case .devicesChanged:
                // Confirmed elsewhere, with `baton devices confirm`.
                let joined = try await session.call(DevicesMethods.list).first { !before.contains($0.id) }
                if let joined {
                    DevicesConfirm.show(joined, session)
                    return .done
                }
            case .expired: throw CommandError.no(.invitationInvalid, Texts.inviteExpired)
            case .interrupted:
                _ = try? await session.daemon.call(DevicesMethods.cancelInvite, timeout: .seconds(2))
                throw CommandError.no(.cancelled, Texts.inviteCancelled)
            case .daemonStopped: throw BatonError(.connectionUnavailable, Texts.daemonStoppedMeanwhile)
            }
        }
        return .no
    }

    private static func read(_ session: Session, _ queue: AsyncStream<Event>.Continuation) async {
        while let line = await session.terminal.readLine() { queue.yield(.line(line)) }
    }
}
