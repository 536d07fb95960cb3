import Foundation
import TestSupport
import Testing

/// Cases C25 and C26 with the real daemon and a real app: what starts the app, and what comes while it runs, reaches its
/// scene once.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SceneEndToEndTests {
    private func opened(
        _ behaviour: String, _ body: (SearchScene, InstalledApp) async throws -> Void
    ) async throws {
        try await SearchScene.run("org.example.scenes") { box in
            try await InstalledApp.with(box.app, box.programs) { app in
                try app.behave(["scenes": behaviour])
                try await app.add(on: box.name)
                let published = try box.programs.start(
                    [
                        "activity", "publish", "--type", InstalledApp.type, "--app", box.app, "--title", "Quince",
                        "--search", "--no-handoff",
                    ], on: box.name)
                #expect(try await published.lines.first(with: "current") != nil)
                #expect(try await box.found("quince").count == 1)
                published.signal(SIGINT)
                try await body(box, app)
            }
        }
    }

    private func open(_ box: SearchScene) async throws {
        try await box.does("search", "quince", "--open", "--app", box.app)
    }

    @Test func whatStartsTheAppIsInTheOptionsOfItsScene() async throws {
        try await opened("delegate") { box, app in
            try await open(box)
            _ = try await app.hearsLaunch()
            #expect(try await app.told.next() == "window-1 connects with Quince")
            try await open(box)
            #expect(try await app.told.next() == "window-1 continues Quince")
            #expect(app.launched.count == 1 && app.told.waiting == 0)
        }
    }

    @Test func aHandlerThatComesLaterIsCalledOnce() async throws {
        try await opened("handlers") { box, app in
            try await open(box)
            _ = try await app.hearsLaunch()
            #expect(try await app.told.next() == "window-1 handles Quince")
            try await open(box)
            #expect(try await app.told.next() == "window-1 handles Quince")
            #expect(app.launched.count == 1 && app.told.waiting == 0)
        }
    }

    @Test func startedByHandItsFirstSceneIsOpenedForNothing() async throws {
        try await opened("delegate") { box, app in
            let process = try app.start(on: box.name)
            #expect(try await app.hearsLaunch() == process.pid)
            #expect(try await app.told.next() == "window-1 connects with nothing")
            try await open(box)
            #expect(try await app.told.next() == "window-1 continues Quince")
            #expect(app.launched.count == 1)
        }
    }
}
