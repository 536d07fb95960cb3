import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit

/// From one device to the other, in round trips of the TLS stack that they use.
struct HandoffFigures: Sendable {
    let bench: Bench
    private static let group = "Handoff, two devices over loopback"
    private static let ping = BusMethod<Nothing>("org.freedesktop.DBus.Peer", "Ping")

    func measure() async throws {
        let pair = try await Pair.make(bench)
        let echo = try await EchoPeer.start(bench)
        let watch = OfferWatch()
        await watch.follow(pair.laptop)
        try await measure(pair, echo, watch)
        try await IdleFigures(bench: bench).linked(pair)
        try await echo.stop(bench)
        try await pair.stop(bench)
    }

    private func measure(_ pair: Pair, _ echo: EchoPeer, _ watch: OfferWatch) async throws {
        var (bare, call, offer, continuation) = (Series(), Series(), Series(), Series())
        let message = Data(repeating: UInt8(ascii: "x"), count: 300)
        var number = 0
        for _ in 0..<bench.rounds {
            bare.beginRound()
            call.beginRound()
            offer.beginRound()
            continuation.beginRound()
            for _ in 0..<50 {
                // Everything from rest, as it comes in use; the bare ones too, or they would look better than they are.
                try await rest()
                bare.add(try await echo.roundTrip(message))
                try await rest()
                let start = Clock.now
                try await pair.laptop.daemon.call(Self.ping)
                call.add(Clock.now - start)
                try await rest()
                number += 1
                let record = Sample(number).record([.handoff])
                offer.add(try await offered(record, pair, watch))
                try await rest()
                continuation.add(try await continued(record, pair))
            }
        }
        let group = Self.group
        bench.add(.time(group, "a bare round trip over TLS, 300 bytes each way", bare))
        bench.add(.time(group, "a bare call to batond (private socket)", call))
        bench.add(.time(group, "from becomeCurrent to the offer, program to program", offer))
        bench.add(.ratio(group, "  the offer, to a bare round trip", offer.ratio(to: bare), atMost: 3))
        bench.add(.time(group, "continuing in a running app, to the answer", continuation))
        bench.add(.ratio(group, "  the continuation, to a bare round trip", continuation.ratio(to: bare), atMost: 6))
    }

    private func rest() async throws { try await bench.time.sleep(.milliseconds(3)) }

    /// From the app's call on one device until a program on the other is told that the offers have changed.
    private func offered(_ record: ActivityRecord, _ pair: Pair, _ watch: OfferWatch) async throws -> Double {
        pair.desk.app.hold(record)
        let start = Clock.now
        async let answered: Nothing = pair.desk.daemon.call(
            ActivitiesMethods.becomeCurrent, record, AppOptions(app: RunningApp.id))
        let end = try await watch.change(after: start)
        _ = try await answered
        return end - start
    }

    /// From the user's choice until the app that runs here has the activity.
    private func continued(_ record: ActivityRecord, _ pair: Pair) async throws -> Double {
        let offers = try await pair.laptop.daemon.call(HandoffMethods.listOffers)
        guard let offer = offers.first, offer.title == record.title, offer.opensWith == RunningApp.id else {
            throw BenchError("the activity is not offered to the app on the other device")
        }
        let start = Clock.now
        let outcome = try await pair.laptop.daemon.call(HandoffMethods.continue, offer.offer, PlatformData())
        let taken = Clock.now - start
        guard outcome.opened == RunningApp.id else { throw BenchError("\(outcome.opened) was opened, not the app") }
        return taken
    }
}
