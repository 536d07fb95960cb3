import Foundation
import TestSupport
import Testing

/// Links of a real site on this machine, opened with the desktop's own tools, in an app as a process.
@Suite(.timeLimit(.minutes(5))) struct AssociationTests {
    private static let team = "TEAM000001"
    private static let id = "org.example.linked"
    private static let host = "site.localhost"

    private static func file(_ components: String, continuation: [String] = []) -> Data {
        let list = continuation.map { "\"\($0)\"" }.joined(separator: ",")
        return Data(
            """
            {"applinks": {"details": [{"appIDs": ["\(team).\(id)"], "components": \(components)}]},
             "activitycontinuation": {"apps": [\(list)]}}
            """.utf8)
    }

    /// A desktop with Baton in the browser's place, and an app that is associated with the site.
    private func scene(
        _ components: String = #"[{"/": "/app/*"}]"#,
        _ body: (Desktop, TestSite, InstalledApp) async throws -> Void
    ) async throws {
        try await Desktop.run { desktop in
            try await TestSite.run(files: [Self.host: Self.file(components)]) { site in
                try await desktop.install()
                try await desktop.does("links", "handle", "on")
                try await InstalledApp.with(
                    Self.id, desktop.programs, team: Self.team, domains: ["applinks:\(Self.host)?mode=developer"]
                ) { app in
                    try await desktop.does("apps", "add", app.folder)
                    let fetched = try await fetch(site, desktop)
                    #expect(fetched.status == 0, "\(fetched.errors)")
                    try await body(desktop, site, app)
                }
            }
        }
    }

    private func fetch(_ site: TestSite, _ desktop: Desktop) async throws -> Programs.Answer {
        try await desktop.baton(
            "links", "fetch", Self.host, "--ca", TestSite.authority, "--port", "\(site.port)")
    }

    /// Cold, then warm, each exactly once, with the whole address (cases C25 and C26 at the door of the process).
    @Test func aLinkOfTheDesktopOpensTheApp() async throws {
        try await scene { desktop, site, app in
            let (cold, warm) = (site.url(Self.host, "/app/7?x=1#y"), site.url(Self.host, "/app/8?x=%20"))
            #expect(try await desktop.run("xdg-open", cold).status == 0)
            _ = try await app.hearsLaunch()
            #expect(try await app.told.next() == "link \(cold)")
            #expect(try await desktop.run("xdg-open", warm).status == 0)
            #expect(try await app.told.next() == "link \(warm)")
            #expect(app.living.count == 1)
            // What is not the app's is the browser's, and came to neither before.
            let other = site.url(Self.host, "/other")
            #expect(try await desktop.run("xdg-open", other).status == 0)
            #expect(try await desktop.browser.opened.next() == other)
            let explained = try await desktop.baton("open", "--dry-run", "--json", warm)
            #expect(explained.output.contains(#""opens":"org.example.linked""#))
            #expect(explained.output.contains(#"details[0].components[0]"#))
        }
    }

    @Test func aRefusedLinkOpensInTheBrowserOnce() async throws {
        try await scene { desktop, site, app in
            try app.behave(["continue": "refuse"])
            for path in ["/app/1", "/app/2"] {
                let url = site.url(Self.host, path)
                let opened = try await desktop.baton("open", url)
                #expect(opened.status == 0, "\(opened.errors)")
                #expect(opened.output.contains("did not take it"))
                try await app.hears("link \(url)")
                #expect(try await desktop.browser.opened.next() == url)
            }
        }
    }

    /// The app that dies with the link in its hands may have got it.
    @Test func aLinkThatAnAppMayHaveGotOpensNowhereElse() async throws {
        try await scene { desktop, site, app in
            try app.behave(["continue": "die"])
            let url = site.url(Self.host, "/app/1")
            let opened = try await desktop.baton("open", url)
            #expect(opened.status == 3, "\(opened.output)")
            try await app.hears("link \(url)")
            try app.behave([:])
            let next = site.url(Self.host, "/next")
            try await desktop.does("open", next)
            #expect(try await desktop.browser.opened.next() == next)
        }
    }

    @Test func anAppThatCannotBeStartedLeavesTheLinkToTheBrowser() async throws {
        try await scene { desktop, site, app in
            try app.behave(["launch": "die"])
            let url = site.url(Self.host, "/app/1")
            let opened = try await desktop.baton("open", url)
            #expect(opened.status == 0, "\(opened.errors)")
            #expect(try await desktop.browser.opened.next() == url)
        }
    }

    /// By the framework, and by the desktop's way, which an app's child processes take.
    @Test func aLinkOfItsOwnGoesOnInTheBrowser() async throws {
        try await scene { desktop, site, app in
            let (link, own) = (site.url(Self.host, "/app/1"), site.url(Self.host, "/app/2"))
            try app.behave(["opens": own])
            try await desktop.does("open", link)
            try await app.hears("link \(link)")
            #expect(try await desktop.browser.opened.next() == own)
            try await app.hears("opened true")
            let child = try await desktop.baton("open", link, with: ["BATON_APP": app.folder])
            #expect(child.status == 0)
            #expect(try await desktop.browser.opened.next() == link)
        }
    }

    @Test func theUsersChoiceForADomainIsKept() async throws {
        try await scene { desktop, site, app in
            let url = site.url(Self.host, "/app/1")
            try await desktop.does("links", "prefer", "SITE.localhost", "browser")
            try await desktop.does("stop")
            try await desktop.does("open", url)
            #expect(try await desktop.browser.opened.next() == url)
            let status = try await desktop.baton("links", "status", "--json")
            #expect(status.output.contains(#""choice":"browser""#))
            try await desktop.does("links", "prefer", Self.host, "app")
            try await desktop.does("open", url)
            _ = try await app.hearsLaunch()
            #expect(try await app.told.next() == "link \(url)")
        }
    }

    @Test func whereALinkComesFromCounts() async throws {
        try await scene { desktop, site, app in
            let url = site.url(Self.host, "/app/1")
            try await desktop.does("open", "--typed", url)
            #expect(try await desktop.browser.opened.next() == url)
            try await desktop.does("open", "--from", "http://SITE.localhost/page", url)
            #expect(try await desktop.browser.opened.next() == url)
            try await desktop.does("open", "--from", "https://www.site.localhost/", url)
            _ = try await app.hearsLaunch()
            #expect(try await app.told.next() == "link \(url)")
        }
    }

    /// The site changes its mind between two fetches, breaks, and denies.
    @Test func whatTheSiteSaysLastCountsWhereItCanBeRead() async throws {
        try await scene { desktop, site, app in
            let url = site.url(Self.host, "/app/1")
            func opens() async throws -> String {
                let decision = try await desktop.baton("open", "--dry-run", "--json", url)
                return decision.output.firstMatch(of: #/"opens":"(.*?)"/#).map { String($0.1) } ?? decision.errors
            }
            #expect(try await opens() == Self.id)
            try await site.set(Self.host, Self.file(#"[{"/": "/app/*", "exclude": true}, {"/": "*"}]"#))
            #expect(try await fetch(site, desktop).status == 0)
            #expect(try await opens() == "browser")
            try await site.set(Self.host, Self.file(#"[{"/": "*"}]"#))
            #expect(try await fetch(site, desktop).status == 0)
            #expect(try await opens() == Self.id)
            let broken: [TestSite.Behaviour] = [
                .file(Data("{”".utf8)), .redirect(to: "https://elsewhere.example/"), .status(500),
                .certificate("unknown", Self.file("[]")), .endless,
            ]
            for behaviour in broken {
                try await site.set(Self.host, behaviour)
                let fetched = try await fetch(site, desktop)
                #expect(fetched.status == 1)
                #expect(fetched.output.contains("an earlier file is used"), "\(fetched.output)")
                #expect(try await opens() == Self.id)
            }
            try await site.set(Self.host, .status(404))
            let denied = try await fetch(site, desktop)
            #expect(denied.output.contains("denied by the site"), "\(denied.output)")
            #expect(try await opens() == "browser")
            _ = app
        }
    }

    @Test func withoutDeveloperModeNothingOfThisMachineIsAsked() async throws {
        try await Desktop.run { desktop in
            try await TestSite.run(files: [Self.host: Self.file("[{}]")]) { site in
                try await InstalledApp.with(
                    Self.id, desktop.programs, team: Self.team, domains: ["applinks:\(Self.host)"]
                ) { app in
                    try await desktop.does("apps", "add", app.folder)
                    let fetched = try await fetch(site, desktop)
                    #expect(fetched.status == 1)
                    #expect(fetched.errors.contains("?mode=developer"), "\(fetched.errors)")
                    #expect(try await site.visits().connections == 0)
                }
            }
        }
    }
}
