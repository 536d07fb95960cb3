import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

extension KillTests {
    /// A device is killed at a random point of a join. Whoever was told that it is done finds it so after the crash, and
    /// however far it came, the two come together: by themselves, or by one more join.
    @Test func aKillInTheMiddleOfAJoinLeavesNothingThatOneMoreJoinDoesNotMend() async throws {
        try await Programs.run { programs in
            let thread = GLibThread(name: "clients")
            defer { thread.stop() }
            var random = SeededGenerator(seed: Self.seed)
            var counts = (undone: 0, halfDone: 0, done: 0)
            let time = try await Self.timeOfAJoin(programs, thread)
            for round in 1...max(4, Self.kills / 10) {
                let comment: Comment = "join \(round), BATON_SEED=\(Self.seed)"
                var devices = try await TwoDevices(programs, thread, names: ["desk\(round)", "laptop\(round)"])
                let victim = Int(random.next() % 2)
                // The second half of a join is the one that stores.
                let isLate = random.next() % 4 > 0
                let pause = random.next() % (isLate ? time.fromCode + time.fromCode / 2 : time.toCode)
                let pair = devices
                let code = Arrivals<Void>("the code")
                async let joining = pair.join(hasCode: { code.put(()) })
                if isLate { try await code.next() }
                await Self.spin(microseconds: pause)
                try await devices.kill(victim)
                let joined = await joining
                try await devices.start(victim)
                let knows = (try await devices.knows(0), try await devices.knows(1))
                #expect(knows.0 || !joined.confirmed, "desk has forgotten what it confirmed; \(comment)")
                #expect(knows.1 || !joined.joined, "laptop has forgotten that it joined; \(comment)")
                switch knows {
                case (true, true): counts.done += 1
                case (false, false): counts.undone += 1
                default: counts.halfDone += 1
                }
                if knows != (true, true) {
                    // One may count the other among the user's devices already; joining again must not be in its way.
                    if knows.1 { try await devices.users[1].call(DevicesMethods.leave) }
                    let again = await devices.join()
                    #expect(again.confirmed && again.joined, "\(again.errors); \(comment)")
                }
                do {
                    try await devices.reachEachOther()
                } catch {
                    Issue.record("\(error): \(knows), \(joined), killed \(devices.names[victim]); \(comment)")
                }
                try await devices.end()
            }
            print("kills in joins: \(counts.undone) undone, \(counts.halfDone) half done, \(counts.done) done")
        }
    }

    /// How long an undisturbed join takes until there is a code, and from there, in microseconds: the moments of the
    /// kills are chosen out of that.
    private static func timeOfAJoin(
        _ programs: Programs, _ thread: GLibThread
    ) async throws -> (toCode: UInt64, fromCode: UInt64) {
        let devices = try await TwoDevices(programs, thread, names: ["first", "second"])
        let begin = ContinuousClock.now
        let code = Arrivals<ContinuousClock.Instant>("the code")
        let joined = await devices.join(hasCode: { code.put(.now) })
        let end = ContinuousClock.now
        #expect(joined.confirmed && joined.joined, "\(joined.errors)")
        let middle = try await code.next()
        try await devices.end()
        return (UInt64((middle - begin) / .microseconds(1)), UInt64((end - middle) / .microseconds(1)))
    }

    /// A device that is killed and comes back, again and again: the other notices, and is linked again.
    @Test func aKilledDeviceIsLinkedAgainWhenItComesBack() async throws {
        try await Programs.run { programs in
            let thread = GLibThread(name: "clients")
            defer { thread.stop() }
            var devices = try await TwoDevices(programs, thread)
            let joined = await devices.join()
            try #require(joined.confirmed && joined.joined, "\(joined.errors)")
            for round in 0..<max(4, Self.kills / 10) {
                try await devices.kill(round % 2)
                try await devices.start(round % 2)
                try await devices.reachEachOther()
            }
            try await devices.end()
        }
    }
}
