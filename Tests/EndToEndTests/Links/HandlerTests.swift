import Foundation
import TestSupport
import Testing

/// Baton in the browser's place, with the desktop's own tools.
@Suite(.timeLimit(.minutes(5))) struct HandlerTests {
    private static let own = "org.baton.Open.desktop"

    @Test func thePlaceIsTakenWhenAskedForAndGivenBack() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            let before = desktop.listed
            #expect(try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/https").output == "stand-in.desktop\n")
            try await desktop.does("links", "handle", "on")
            for scheme in ["http", "https"] {
                let now = try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/\(scheme)")
                #expect(now.output == "\(Self.own)\n")
            }
            #expect(desktop.listed.contains("x-scheme-handler/https=\(Self.own);stand-in.desktop;"))
            let state = try await desktop.baton("links", "handle", "--json")
            #expect(state.output.contains(#""handles":true,"browser":"Stand-in""#))
            // Twice is once.
            try await desktop.does("links", "handle", "on")
            try await desktop.does("links", "handle", "off")
            #expect(desktop.listed.filter { !$0.isWhitespace && $0 != ";" } == before.filter { !$0.isWhitespace })
            try await desktop.does("links", "handle", "off")
        }
    }

    /// Beside a browser whose name comes before Baton's, and one whose name comes after: then the list names that.
    @Test(arguments: ["a-browser", "stand-in"]) func aListThatWasNotThere(_ name: String) async throws {
        try await Desktop.run { desktop in
            try await desktop.install(isChosen: false, as: name)
            try await desktop.does("links", "handle", "on")
            #expect(desktop.listed.contains(Self.own))
            try await desktop.does("links", "handle", "off")
            let now = try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/https")
            #expect(now.output == "\(name).desktop\n")
            #expect(FileManager.default.fileExists(atPath: desktop.list) == (name == "stand-in"))
        }
    }

    @Test func whatTheUserChoseMeanwhileStays() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            let other = "\(desktop.home)/.local/share/applications/other.desktop"
            try "[Desktop Entry]\nType=Application\nName=Other\nExec=/bin/true %u\nMimeType=x-scheme-handler/https;\n"
                .write(toFile: other, atomically: true, encoding: .utf8)
            try await desktop.does("links", "handle", "on")
            #expect(try await desktop.run("xdg-mime", "default", "other.desktop", "x-scheme-handler/https").status == 0)
            let state = try await desktop.baton("links", "handle")
            #expect(state.output.contains("Links go through Baton"), "http still does: \(state.output)")
            try await desktop.does("links", "handle", "off")
            let https = try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/https")
            let http = try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/http")
            #expect(https.output == "other.desktop\n")
            #expect(http.output == "stand-in.desktop\n")
        }
    }

    @Test func withoutBatonsEntryNothingIsChanged() async throws {
        try await Desktop.run { desktop in
            let answer = try await desktop.baton("links", "handle", "on")
            #expect(answer.status == 1)
            #expect(answer.errors.contains("make install"))
            #expect(!FileManager.default.fileExists(atPath: desktop.list))
        }
    }

    @Test func aListThatCannotBeReadIsLeftAlone() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            let broken = "[Default Applications\nx"
            try broken.write(toFile: desktop.list, atomically: true, encoding: .utf8)
            let answer = try await desktop.baton("links", "handle", "on")
            #expect(answer.status == 3)
            #expect(answer.errors.contains("mimeapps.list"))
            #expect(desktop.listed == broken)
        }
    }

    @Test func everyLinkOfTheDesktopComesThroughToTheBrowser() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await desktop.does("links", "handle", "on")
            for page in ["https://example.com/a?b=1&c=%20#d", "http://example.com/", "https://user@example.com:8443/'x'"] {
                #expect(try await desktop.run("xdg-open", page).status == 0)
                #expect(try await desktop.browser.opened.next() == page)
            }
        }
    }

    /// The browser is set to what leads back to Baton.
    @Test func noLinkGoesRoundAndRound() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await desktop.does("links", "handle", "on")
            try await desktop.does("config", "set", "browser", "xdg-open")
            try await desktop.does("open", "https://example.com/once")
            #expect(try await desktop.browser.opened.next() == "https://example.com/once")
            try await desktop.does("config", "set", "browser", "")
            try await desktop.does("open", "https://example.com/next")
            #expect(try await desktop.browser.opened.next() == "https://example.com/next")
        }
    }

    /// The desktop's own browser is one that hands on to the desktop.
    @Test func aBrowserThatHandsEverythingBackIsNotStartedForEver() async throws {
        try await Desktop.run { desktop in
            try await desktop.install(entry: "/bin/sh -c 'echo again > \"$0\"; exec xdg-open \"$1\"' \(desktop.browser.pipe) %u")
            try await desktop.does("links", "handle", "on")
            try await desktop.does("open", "https://example.com/round")
            #expect(try await desktop.browser.opened.next() == "again")
            #expect(try await desktop.browser.opened.next() == "again")
            try await desktop.does("config", "set", "browser", desktop.browser.program)
            try await desktop.does("open", "https://example.com/next")
            #expect(try await desktop.browser.opened.next() == "https://example.com/next")
        }
    }

    /// An entry that gives the address to a shell.
    @Test(arguments: ["\"%u\"", "\\\"%u\\\""]) func anAddressIsNoScript(_ place: String) async throws {
        try await Desktop.run { desktop in
            let word = place == "\"%u\"" ? "%u" : "\\\\\"%u\\\\\""
            try await desktop.install(entry: "sh -c \"\(desktop.browser.program) \(word)\"")
            let trace = "\(desktop.home)/trace"
            for script in [";touch${IFS}\(trace);", "$(touch${IFS}\(trace))", "`touch${IFS}\(trace)`", "'\";touch${IFS}\(trace);#"] {
                try await desktop.does("open", "https://x.example/\(script)")
                #expect(try await desktop.browser.opened.next().contains("https://x.example/"))
                #expect(!FileManager.default.fileExists(atPath: trace), "\(script)")
            }
        }
    }

    @Test func aDaemonThatHangsIsNotWaitedFor() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await desktop.does("links", "handle", "on")
            let status = try await desktop.baton("status", "--json")
            let pid = try #require(status.output.firstMatch(of: #/"pid":(\d+)/#).flatMap { pid_t($0.1) })
            try await ProcessFacts.freeze(pid)
            defer { kill(pid, SIGCONT) }
            let answer = try await desktop.baton("open", "https://example.com/x", with: ["BATON_OPEN_WAIT": "1"])
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(answer.errors.contains("did not answer within 1 ms"))
            #expect(try await desktop.browser.opened.next() == "https://example.com/x")
        }
    }

    @Test(arguments: ["soon", "0", "60001", "-5", "99999999999999999999"])
    func aWaitThatIsNoneIsNamed(wait: String) async throws {
        try await Desktop.run { desktop in
            let answer = try await desktop.baton(
                "open", "--dry-run", "https://example.com/x", with: ["BATON_OPEN_WAIT": wait, "BATON_DAEMON": "/bin/false"])
            #expect(answer.errors.contains("BATON_OPEN_WAIT is “\(wait)”: it must be milliseconds, 1 to 60000; 500"))
        }
    }

    @Test func withoutADaemonsProgramTheBrowserOpens() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            // One that ends at once.
            let none = ["BATON_DAEMON": "/bin/false"]
            let answer = try await desktop.baton("open", "https://example.com/x", with: none)
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try await desktop.browser.opened.next() == "https://example.com/x")
        }
    }

    @Test func forgettingEverythingGivesThePlaceBack() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await desktop.does("links", "handle", "on")
            try await desktop.does("reset", "--yes")
            let now = try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/https")
            #expect(now.output == "stand-in.desktop\n")
        }
    }

    // MARK: Installing

    /// Nothing names a program for links: the first that can is taken, and that is not to be Baton by its name alone.
    @Test(arguments: [true, false]) func beingInstalledTakesNothing(_ isChosen: Bool) async throws {
        try await Desktop.run { desktop in
            try await desktop.install(baton: false, isChosen: isChosen)
            let prefix = "\(desktop.home)/.local"
            func opener(_ scheme: String) async throws -> String {
                try await desktop.run("xdg-mime", "query", "default", "x-scheme-handler/\(scheme)").output
            }
            for _ in 0..<2 {
                let installed = try await desktop.run(repositoryPath("Scripts/install"), prefix)
                #expect(installed.status == 0)
                #expect(try await opener("https") == "stand-in.desktop\n")
                #expect(try await opener("http") == "stand-in.desktop\n")
            }
            let entry = try String(
                contentsOfFile: "\(prefix)/share/applications/\(Self.own)", encoding: .utf8)
            #expect(entry.contains("Exec=\(prefix)/bin/baton open --quiet %u\n"))
            #expect(entry.contains("x-scheme-handler/http;x-scheme-handler/https;"))
            try await desktop.does("links", "handle", "on")
            #expect(try await opener("https") == "\(Self.own)\n")
            let removed = try await desktop.run(repositoryPath("Scripts/uninstall"), prefix)
            #expect(removed.status == 0)
            #expect(try await opener("https") == "stand-in.desktop\n")
            #expect(FileManager.default.fileExists(atPath: desktop.list) == isChosen)
            let left = try FileManager.default.contentsOfDirectory(atPath: "\(prefix)/share/applications")
            #expect(Set(left) == ["stand-in.desktop", "mimeinfo.cache"])
        }
    }

    // MARK: Schemes

    @Test func anAddressOfAnAppsSchemeOpensTheApp() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await InstalledApp.with("org.example.scheme", desktop.programs, schemes: ["Example.29", "https"]) { app in
                try await desktop.does("apps", "add", app.folder)
                let file = "\(desktop.home)/.local/share/applications/org.baton.Schemes.desktop"
                try await desktop.until("the entry of the schemes") { ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").contains("example.29") }
                let entry = try String(contentsOfFile: file, encoding: .utf8)
                #expect(entry.contains("MimeType=x-scheme-handler/example.29;\n"))
                try await desktop.does("open", "EXAMPLE.29://auth?code=1")
                _ = try await app.hearsLaunch()
                #expect(try await app.told.next() == "open EXAMPLE.29://auth?code=1")
                // The running one, and once.
                try await desktop.does("open", "example.29:second")
                #expect(try await app.told.next() == "open example.29:second")
                #expect(app.living.count == 1)
                try await desktop.does("apps", "remove", app.id)
                try await desktop.until("no entry of schemes") { !FileManager.default.fileExists(atPath: file) }
            }
        }
    }

    /// The app opens an address of its own: the same process gets it.
    @Test func anAppGetsItsOwnAddressBackInTheSameProcess() async throws {
        try await Desktop.run { desktop in
            try await desktop.install()
            try await InstalledApp.with("org.example.own", desktop.programs, schemes: ["example29"]) { app in
                try app.behave(["open": "once"])
                try await desktop.does("apps", "add", app.folder)
                try await desktop.does("open", "example29:first")
                _ = try await app.hearsLaunch()
                #expect(try await app.told.next() == "open example29:first")
                let from = try await desktop.baton("open", "example29:second", with: ["BATON_APP": app.folder])
                #expect(from.status == 0, "\(from.errors)")
                #expect(try await app.told.next() == "open example29:second")
                #expect(app.living.count == 1)
            }
        }
    }

    @Test(arguments: [
        ("example:x", 1, "No app here opens"), ("nonsense", 2, "must begin with a scheme"), ("http://", 2, "host or port"),
        ("https://[::1", 2, "host or port"), ("https://example28.test:99999999/", 2, "host or port"),
        (":", 2, "must begin"), ("1a:b", 2, "must begin"),
    ]) func whatCannotBeOpenedIsSaid(_ url: String, _ status: Int32, _ words: String) async throws {
        try await Desktop.run { desktop in
            let answer = try await desktop.baton("open", "--", url)
            #expect(answer.status == status, "\(answer.errors)")
            #expect(answer.errors.contains(words), "\(answer.errors)")
        }
    }
}
