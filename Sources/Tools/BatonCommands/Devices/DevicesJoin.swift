internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import GLibKit

/// `baton devices join INVITATION`: joins the devices of who invited. Says with whom before anything is shared, shows
/// the code to type there, and waits until that was done.
enum DevicesJoin {
    static let verb = Verb(
        "devices join", operands: [Operand("INVITATION", .name)], options: [.value("address", "HOST:PORT", .address)]
    ) { try await run($0) }

    /// As long as an invitation lives.
    private static let limit = Duration.seconds(10 * 60)

    private enum Event: Sendable {
        case joined(Result<DeviceInfo, any Error>)
        case interrupted
    }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let options = JoinOptions(address: session.invocation.value("address"))
        let join = try await session.call(
            DevicesMethods.join, session.invocation.required(0), options, timeout: DevicesConfirm.limit)
        let (events, queue) = AsyncStream.makeStream(of: Event.self)
        session.terminal.onInterrupt { queue.yield(.interrupted) }
        session.output.note(Line(Texts.joinWith(join.inviter, join.members.filter { $0 != join.inviter })))
        session.output.event(
            [
                "event": "code", "inviter": .string(join.inviter), "inviterID": .string(join.inviterID),
                "members": .strings(join.members), "code": .string(join.code),
            ], Line(Texts.joinCode) + Line(join.code, .strong))
        session.output.note(Line(Texts.joinThen(join.inviter, join.code)))
        let waiting = session.thread.task {
            do {
                queue.yield(
                    .joined(.success(try await session.call(DevicesMethods.awaitJoin, join.id, timeout: limit))))
            } catch {
                queue.yield(.joined(.failure(error)))
            }
        }
        for await event in events {
            switch event {
            case .joined(let result):
                let device = try result.get()
                session.output.done(
                    ["event": "joined", "device": .string(device.name), "id": .string(device.id)],
                    Line(Texts.joined(join.inviter), .good))
                return .done
            case .interrupted:
                waiting.cancel()
                _ = try? await session.daemon.call(DevicesMethods.cancelJoin, join.id, timeout: .seconds(2))
                throw CommandError.no(.cancelled, Texts.joinCancelled)
            }
        }
        return .no
    }
}
