import ActivityModel
import FoundationEssentials
import TestSupport
import Testing

@testable import BatonActivities

@Suite("When the app is asked after needsSave", .usual)
struct SaveScheduleTests {
    private let start = Date(timeIntervalSinceReferenceDate: 1000)
    private func at(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }

    private func isDue(_ schedule: SaveSchedule, at seconds: TimeInterval) -> Bool {
        schedule.due.map { abs($0.timeIntervalSince(at(seconds))) < 0.000_01 } ?? false
    }

    @Test("Never, while nothing is said")
    func silent() {
        var schedule = SaveSchedule()
        #expect(schedule.due == nil)
        schedule.asked(at: at(0))
        #expect(schedule.due == nil)
    }

    @Test("300 ms after the last word")
    func quiet() {
        var schedule = SaveSchedule()
        schedule.needsSave(at: at(0))
        #expect(isDue(schedule, at: 0.3))
        schedule.needsSave(at: at(0.2))
        #expect(isDue(schedule, at: 0.5))
    }

    @Test("At the latest 2 s after the first word")
    func latest() {
        var schedule = SaveSchedule()
        for step in 0...30 { schedule.needsSave(at: at(Double(step) / 10)) }
        #expect(isDue(schedule, at: 2))
    }

    @Test("Never within 2 s of the last question")
    func interval() {
        var schedule = SaveSchedule()
        schedule.asked(at: at(0))
        schedule.needsSave(at: at(0.1))
        #expect(isDue(schedule, at: 2))
        schedule.asked(at: at(2))
        schedule.needsSave(at: at(3.9))
        #expect(isDue(schedule, at: 4.2))
        schedule.asked(at: at(4.2))
        schedule.needsSave(at: at(100))
        #expect(isDue(schedule, at: 100.3))
    }

    @Test("A stream of words is answered each 2 s, however its words fall", arguments: [30, 70, 110, 250, 290])
    func stream(milliseconds: Int) {
        var schedule = SaveSchedule()
        schedule.asked(at: at(0))
        var questions: [Int] = []
        for now in 1...10_100 {
            if now % milliseconds == 0 { schedule.needsSave(at: at(Double(now) / 1000)) }
            guard let due = schedule.due, due <= at(Double(now) / 1000 + 0.000_1) else { continue }
            questions.append(now)
            schedule.asked(at: at(Double(now) / 1000))
        }
        #expect(questions == [2000, 4000, 6000, 8000, 10_000])
    }

    @Test("A clock that is set back does not put it off")
    func clockSetBack() {
        var schedule = SaveSchedule()
        schedule.asked(at: at(10_000))
        schedule.needsSave(at: at(10_000.1))
        schedule.needsSave(at: at(0))
        #expect(isDue(schedule, at: 2))
    }

    @Test("More words never bring it nearer", arguments: 0..<50)
    func monotonic(seed: Int) {
        var schedule = SaveSchedule()
        if seed % 2 == 0 { schedule.asked(at: at(0)) }
        var time = 0.0
        var last = Date.distantPast
        for step in 1..<40 {
            time += Double((seed * 7 + step * 13) % 17) / 20
            schedule.needsSave(at: at(time))
            guard let due = schedule.due else { return #expect(Bool(false)) }
            #expect(due >= last)
            last = due
        }
    }

    // MARK: In the service

    @Test("100 words within 300 ms are one question")
    func burst() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(10))
            for _ in 0..<100 {
                await f.service.needsSave(token, "a")
                await f.clock.advance(by: .milliseconds(3))
            }
            #expect(app.asked.count == 1)
            #expect(f.clock.sleeping == 1)
            await f.clock.advance(by: .milliseconds(296))
            #expect(app.asked.count == 1)
            await f.clock.advance(by: .milliseconds(3))
            #expect(app.asked.count == 2)
            await f.clock.advance(by: .seconds(60))
            #expect(app.asked.count == 2)
        }
    }

    @Test("While words keep coming, one question each 2 s")
    func continuous() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            var times: [Double] = []
            for step in 1...100 {
                await f.service.needsSave(token, "a")
                await f.clock.advance(by: .milliseconds(100))
                if app.asked.count - 1 > times.count { times.append(Double(step) / 10) }
            }
            #expect(times == [2, 4, 6, 8, 10])
            await f.clock.advance(by: .seconds(60))
            // The last word came before the last question, so it has its answer.
            #expect(app.asked.count == 6)
        }
    }

    @Test("A word that comes while the app is being asked leads to another question")
    func during() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(10))
            app.hold()
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .milliseconds(301))
            #expect(app.asked.count == 2)
            await f.service.needsSave(token, "a")
            app.release()
            await f.clock.advance(by: .milliseconds(1900))
            #expect(app.asked.count == 2)
            await f.clock.advance(by: .milliseconds(200))
            #expect(app.asked.count == 3)
        }
    }

    @Test("A hanging app is not asked twice at once, and words go on counting afterwards")
    func hanging() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(10))
            app.hold()
            for _ in 0..<40 {
                await f.service.needsSave(token, "a")
                await f.clock.advance(by: .milliseconds(100))
            }
            #expect(app.asked.count == 2)
            app.answer(.failure(BatonError(.refused, "no")))
            app.release()
            await f.clock.advance(by: .seconds(10))
            #expect(app.asked.count == 3)
            #expect(app.mostUnderWay == 1)
            #expect(await f.ids == ["a"])
        }
    }

    @Test("The service asks in time although the clock is set back or forth")
    func serviceClock() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(10))
            for step in [-3600.0, 7200, -86_400] {
                let before = app.asked.count
                await f.service.needsSave(token, "a")
                f.clock.set(to: f.clock.now.addingTimeInterval(step))
                await f.clock.advance(by: .milliseconds(2100))
                #expect(app.asked.count == before + 1, "\(step)")
                await f.clock.advance(by: .seconds(5))
            }
        }
    }
}
