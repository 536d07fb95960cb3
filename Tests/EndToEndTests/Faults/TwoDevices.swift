import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// Two devices of the user's as processes: `desk` invites, `laptop` joins.
struct TwoDevices {
    let programs: Programs
    let thread: GLibThread
    let names: [String]
    private(set) var daemons: [DaemonProcess] = []
    private(set) var users: [DaemonConnection] = []

    init(_ programs: Programs, _ thread: GLibThread, names: [String] = ["desk", "laptop"]) async throws {
        self.programs = programs
        self.thread = thread
        self.names = names
        for name in names { _ = try programs.instance(name) }
        for index in 0...1 { try await start(index) }
    }

    /// Starts a device's daemon, the first time or again.
    mutating func start(_ index: Int) async throws {
        let daemon = try await programs.daemon(on: names[index])
        let user = try programs.client(on: names[index], thread: thread)
        try await user.connect()
        if index < daemons.count {
            (daemons[index], users[index]) = (daemon, user)
        } else {
            daemons.append(daemon)
            users.append(user)
        }
    }

    mutating func kill(_ index: Int) async throws {
        try await daemons[index].kill()
        await users[index].close()
    }

    func end() async throws {
        for user in users { await user.close() }
        for daemon in daemons {
            daemon.signal(SIGTERM)
            #expect(try await daemon.end() == 0)
        }
    }

    struct Joined {
        var confirmed = false
        var joined = false
        /// What was said where it did not come to an end.
        var errors: [BatonError] = []
    }

    /// The whole of a join. Which ends have been told that it is done counts, also where the other one failed.
    /// - Parameter hasCode: runs when the code is known, before it is typed.
    func join(hasCode: @Sendable () -> Void = {}) async -> Joined {
        var result = Joined()
        let (desk, laptop) = (users[0], users[1])
        let join: JoinInfo
        do throws(BatonError) {
            let invitation = try await desk.call(DevicesMethods.invite)
            join = try await laptop.call(DevicesMethods.join, invitation.invitation, JoinOptions())
            // The laptop shows its code a moment before the desk has it, and nobody types that fast.
            let begin = ContinuousClock.now
            while try await desk.call(DevicesMethods.pending).id == nil, .now - begin < TestSupport.Limits.wait {}
        } catch {
            result.errors.append(error)
            return result
        }
        hasCode()
        async let confirmed = Self.outcome { () async throws(BatonError) in
            _ = try await desk.call(DevicesMethods.confirm, join.code)
        }
        async let joined = Self.outcome { () async throws(BatonError) in
            _ = try await laptop.call(DevicesMethods.awaitJoin, join.id, timeout: .seconds(60))
        }
        let outcomes = await (confirmed, joined)
        result.confirmed = outcomes.0 == nil
        result.joined = outcomes.1 == nil
        result.errors = [outcomes.0, outcomes.1].compactMap { $0 }
        return result
    }

    private static func outcome(_ work: () async throws(BatonError) -> Void) async -> BatonError? {
        do throws(BatonError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    /// Whether a device counts the other among the user's.
    func knows(_ index: Int) async throws -> Bool {
        try await users[index].call(DevicesMethods.list).contains { !$0.isSelf }
    }

    /// Waits until each reaches the other.
    func reachEachOther() async throws {
        for index in 0...1 {
            let user = users[index]
            let changes = Arrivals<Void>("\(names[index]) reaching the other device")
            await user.onSignal(DevicesMethods.interface, DevicesMethods.changed) { _ in changes.put(()) }
            while try await !user.call(DevicesMethods.list).contains(where: { !$0.isSelf && $0.reachable }) {
                try await changes.next()
            }
        }
    }
}
