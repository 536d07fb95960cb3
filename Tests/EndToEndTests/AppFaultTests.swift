import Foundation
import TestSupport
import Testing

/// An app that is killed or hangs, in the middle of each thing that it does for Baton: who waits for it is told in time
/// and in words, nothing is repeated, and the other apps go on.
@Suite(.serialized, .timeLimit(.minutes(5))) struct AppFaultTests {
    private static let (first, second) = ("org.example.first", "org.example.second")

    /// What a desk offers and two apps of a laptop continue.
    private struct Scene {
        let programs: Programs
        let first: InstalledApp
        let second: InstalledApp

        /// The offer of this app's activity, once the laptop has it.
        func offer(of app: InstalledApp, on name: String = "laptop") async throws -> String {
            for _ in 0..<100 {
                let list = try await programs.baton(["handoff", "list", "--json"], on: name)
                let offers = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
                if let offer = offers?.first(where: { $0["app"] as? String == app.id }) {
                    return try #require(offer["offer"] as? String)
                }
            }
            throw CocoaError(.fileNoSuchFile)
        }

        func `continue`(_ app: InstalledApp) async throws -> Programs.Answer {
            try await programs.baton(["handoff", "continue", try await offer(of: app)], on: "laptop")
        }

        func expectContinued(_ app: InstalledApp) async throws {
            let answer = try await `continue`(app)
            #expect(answer.status == 0, "\(answer.errors)")
            try await app.hears("continue 5")
        }
    }

    /// The desk publishes an activity of both apps; both are installed on the laptop, and neither runs.
    private func withScene(_ body: (Scene) async throws -> Void) async throws {
        try await Programs.run { programs in
            try await programs.pair()
            var published: [RunningProgram] = []
            defer { published.forEach { $0.signal(SIGINT) } }
            for app in [Self.first, Self.second] {
                let running = try programs.start(
                    ["activity", "publish", "--type", InstalledApp.type, "--app", app, "--info", "page=5"], on: "desk")
                published.append(running)
                #expect(try await running.lines.first(with: "current") != nil)
            }
            try await InstalledApp.with(Self.first, programs) { first in
                try await InstalledApp.with(Self.second, programs) { second in
                    try await first.add(on: "laptop")
                    try await second.add(on: "laptop")
                    try await body(Scene(programs: programs, first: first, second: second))
                }
            }
        }
    }

    @Test func anAppThatIsKilledWhileItContinues() async throws {
        try await withScene { scene in
            try scene.first.behave(["continue": "die"])
            let answer = try await scene.continue(scene.first)
            #expect(answer.status == 3)
            // Either the process is seen to end first, or its connection.
            let reasons = [
                "org.example.first ended before it had taken what was sent to it",
                "ContinueActivity of org.example.first failed: the connection is gone",
            ]
            #expect(reasons.contains { answer.errors.contains($0) }, "\(answer.errors)")
            // Not repeated: one process, one attempt.
            try await scene.first.hears("continue 5")
            #expect(scene.first.launched.count == 1)
            #expect(scene.first.living.isEmpty)
            try await scene.expectContinued(scene.second)
            // The next attempt is a new one, with a process of its own.
            try scene.first.behave([:])
            try await scene.expectContinued(scene.first)
            #expect(scene.first.launched.count == 2)
        }
    }

    @Test func anAppThatIsKilledWhileItHearsThatSomethingComes() async throws {
        try await withScene { scene in
            try scene.first.behave(["will": "die"])
            let answer = try await scene.continue(scene.first)
            #expect(answer.status == 3)
            #expect(answer.errors.contains("org.example.first ended before it had taken what was sent to it"))
            #expect(scene.first.launched.count == 1)
            try await scene.expectContinued(scene.second)
        }
    }

    @Test func anAppThatIsKilledWhileItStarts() async throws {
        try await withScene { scene in
            try scene.first.behave(["launch": "die"])
            let answer = try await scene.continue(scene.first)
            #expect(answer.status == 3)
            #expect(answer.errors.contains("org.example.first ended before it"), "\(answer.errors)")
            // It is not started again and again.
            #expect(scene.first.launched.count == 1)
            try await scene.expectContinued(scene.second)
            try scene.first.behave([:])
            try await scene.expectContinued(scene.first)
        }
    }

    /// 15 s for real, once: a stopped process, another app meanwhile, and an answer after its time.
    @Test func anAppThatHangsWhileItContinues() async throws {
        try await withScene { scene in
            try scene.first.behave(["continue": "stop"])
            let begun = ContinuousClock.now
            async let hanging = scene.continue(scene.first)
            try await scene.first.hears("continue 5")
            try await scene.expectContinued(scene.second)
            #expect(ContinuousClock.now - begun < .seconds(15))
            let answer = try await hanging
            #expect(answer.status == 3)
            #expect(answer.errors.contains("org.example.first did not answer within 15 seconds"), "\(answer.errors)")
            // It goes on, and answers too late: nothing comes of it, and the same process takes the next one.
            try scene.first.behave([:])
            #expect(kill(try #require(scene.first.living.first), SIGCONT) == 0)
            try await scene.expectContinued(scene.first)
            #expect(scene.first.launched.count == 1)
        }
    }

    // MARK: Saving

    /// Both apps run on the desk and hold an activity; the laptop asks for them.
    private func withSavers(_ body: (Scene) async throws -> Void) async throws {
        try await Programs.run { programs in
            try await programs.pair()
            try await InstalledApp.with(Self.first, programs) { first in
                try await InstalledApp.with(Self.second, programs) { second in
                    for app in [first, second] {
                        try await app.add(on: "desk")
                        try await app.add(on: "laptop")
                        try app.behave(["current": "yes"])
                        _ = try app.start(on: "desk")
                        try await app.hears("saved")
                    }
                    try await body(Scene(programs: programs, first: first, second: second))
                }
            }
        }
    }

    private func state(of app: InstalledApp, _ scene: Scene) async throws -> Programs.Answer {
        let offer = try await scene.offer(of: app)
        return try await scene.programs.baton(["handoff", "continue", offer, "--print"], on: "laptop")
    }

    @Test func anAppThatIsKilledWhileItSaves() async throws {
        try await withSavers { scene in
            try scene.first.behave(["save": "die"])
            let answer = try await state(of: scene.first, scene)
            #expect(answer.status == 3)
            #expect(answer.errors.contains("connection is gone"), "\(answer.errors)")
            #expect(scene.first.living.isEmpty)
            let other = try await state(of: scene.second, scene)
            #expect(other.status == 0 && other.output.contains("Work"), "\(other.errors)")
            // What it held is withdrawn.
            let list = try await scene.programs.baton(["activity", "list", "--json"], on: "desk")
            #expect(!list.output.contains(Self.first) && list.output.contains(Self.second), "\(list.output)")
        }
    }

    @Test func anAppThatHangsWhileItSaves() async throws {
        try await withSavers { scene in
            try scene.first.behave(["save": "stop"])
            let begun = ContinuousClock.now
            async let hanging = state(of: scene.first, scene)
            try await scene.first.hears("save")
            let other = try await state(of: scene.second, scene)
            #expect(other.status == 0 && other.output.contains("Work"), "\(other.errors)")
            #expect(ContinuousClock.now - begun < .seconds(5))
            let answer = try await hanging
            #expect(answer.status == 3)
            #expect(answer.errors.contains("did not give its state within 5 s"), "\(answer.errors)")
            let doctor = try await scene.programs.baton(["doctor"], on: "desk")
            #expect(doctor.status == 1 && doctor.output.contains("\(Self.first) does not answer"), "\(doctor)")
            // It goes on, and is asked again.
            try scene.first.behave([:])
            #expect(kill(try #require(scene.first.living.first), SIGCONT) == 0)
            let later = try await state(of: scene.first, scene)
            #expect(later.status == 0 && later.output.contains("Work"), "\(later.errors)")
            #expect(try await scene.programs.baton(["doctor"], on: "desk").output == "")
        }
    }
}
