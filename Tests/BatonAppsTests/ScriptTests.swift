import ActivityModel
import BatonApps
import Foundation
import GLibKit
import TestSupport
import Testing

/// Apps that are scripts, run by real interpreters and the real kernel.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Machine.hasPython, "there is no /usr/bin/python3"))
struct ScriptTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var firstLine = "#!/usr/bin/python3"
        /// `@` is the app's script, `%` the test's folder.
        let words: [String]
        var folder = "/"
        var environment: [String: String] = [:]
        let isApp: Bool
    }

    private static let body = """

        import os, sys
        if "GO_TO" in os.environ: os.chdir(os.environ["GO_TO"])
        print(os.getpid(), flush=True)
        sys.stdin.read()
        """

    static let cases: [Case] = [
        Case(testDescription: "as the kernel starts it", words: ["@"], isApp: true),
        Case(testDescription: "with arguments", words: ["@", "-c", "other"], isApp: true),
        Case(testDescription: "through env", firstLine: "#!/usr/bin/env python3", words: ["@"], isApp: true),
        Case(
            testDescription: "through env with options", firstLine: "#!/usr/bin/env -S python3 -u", words: ["@"],
            isApp: true),
        Case(
            testDescription: "through env with an option that takes a word",
            firstLine: "#!/usr/bin/env -S python3 -W ignore -u", words: ["@"], isApp: true),
        Case(
            testDescription: "through env with options in one word", firstLine: "#!/usr/bin/env -Spython3 -u",
            words: ["@"], isApp: true),
        Case(
            testDescription: "through env that sets a variable", firstLine: "#!/usr/bin/env -S A=1 python3",
            words: ["@"], isApp: true),
        Case(
            testDescription: "with an option on its first line", firstLine: "#!/usr/bin/python3 -u", words: ["@"],
            isApp: true),
        Case(testDescription: "by hand", words: ["/usr/bin/python3", "@"], isApp: true),
        Case(testDescription: "by hand with options", words: ["/usr/bin/python3", "-u", "-E", "@"], isApp: true),
        Case(
            testDescription: "by hand with options that take words",
            words: ["/usr/bin/python3", "-W", "ignore", "-Xutf8", "-X", "dev", "@"], isApp: true),
        Case(
            testDescription: "by hand, by a path from where it was", words: ["/usr/bin/python3", "Reader.app/run"],
            folder: "%/apps", isApp: true),
        Case(
            testDescription: "by hand, by a path, and then it has gone elsewhere",
            words: ["/usr/bin/python3", "Reader.app/run"], folder: "%/apps",
            environment: ["PWD": "%/apps", "GO_TO": "/"], isApp: true),
        Case(testDescription: "by another name", words: ["%/link"], isApp: true),
        Case(
            testDescription: "from a shell's command",
            words: ["/bin/sh", "-c", "exec 3<&0; cd /; \"$0\" <&3 & wait", "@"],
            isApp: true),
        Case(
            testDescription: "with more arguments than 256 KiB",
            words: ["@"] + [String](repeating: String(repeating: "x", count: 100_000), count: 8), isApp: true),
        Case(
            testDescription: "another script that mentions it", words: ["/usr/bin/python3", "%/other.py", "@"],
            isApp: false),
        Case(
            testDescription: "another script after an option that takes a word",
            words: ["/usr/bin/python3", "-W", "@", "%/other.py"], isApp: false),
        Case(
            testDescription: "code that mentions it",
            words: ["/usr/bin/python3", "-c", Case.code, "@"], isApp: false),
        Case(
            testDescription: "code among other options",
            words: ["/usr/bin/python3", "-Buc", Case.code, "@"], isApp: false),
        Case(
            testDescription: "a module that mentions it", words: ["/usr/bin/python3", "-m", "other", "@"],
            folder: "%", isApp: false),
        Case(
            testDescription: "another script of that name, which went into the app's folder",
            words: ["/usr/bin/python3", "run"], folder: "%/elsewhere",
            environment: ["PWD": "%/elsewhere", "GO_TO": "%/apps/Reader.app"], isApp: false),
        Case(
            testDescription: "a copy", words: ["%/elsewhere/run"], isApp: false),
    ]

    @Test(arguments: cases) func aScriptIsKnownWhereItsInterpreterRunsIt(_ it: Case) async throws {
        try await Fixture.run(
            proc: "/proc", apps: { $0.app("apps/Reader.app", script: it.firstLine + Self.body) }
        ) { f in
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            f.scratch.file("other.py", Self.body)
            f.scratch.file("elsewhere/run", it.firstLine + Self.body, mode: 0o755)
            f.scratch.link("link", to: script)
            func real(_ text: String) -> String {
                text == "@" ? script : text.replacing("%", with: f.scratch.path)
            }
            try await RealProcess.run(
                it.words.map(real), in: real(it.folder), environment: it.environment.mapValues(real)
            ) { process in
                let pid = try await process.announced()
                let (claimed, silent) = (await f.identify(pid, claims: Fixture.reader), await f.identify(pid))
                if it.isApp {
                    #expect(claimed == .success(.app(Fixture.reader)))
                    #expect(silent == .success(.app(Fixture.reader)))
                } else {
                    #expect(claimed.code == .notAllowed)
                    #expect(silent == .success(.user))
                }
            }
        }
    }
}

extension ScriptTests.Case {
    static let code = "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
}
