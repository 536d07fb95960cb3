import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

@testable import BatonDaemon

/// Real extensions, of `TestExtension`, started by the real daemon.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ExtensionRunTests {
    private static let app = "org.example.extended"

    /// What the extension's processes say, over a pipe in the app's folder.
    private final class Told: Sendable {
        var lines: Arrivals<String> { pipe.lines }
        private let pipe: LinePipe

        init(_ folder: String) throws { pipe = try LinePipe("\(folder)/told", "a line of the extension") }

        func end() { pipe.end() }

        func launched() async throws -> ProcessHandle? {
            let line = try await lines.next()
            let pid = try #require(line.hasPrefix("launched ") ? Int32(line.dropFirst(9)) : nil)
            return ProcessHandle(pid: pid)
        }
    }

    private func with(
        behaviour: String? = nil, _ body: (DaemonFixture, Told) async throws -> Void
    ) async throws {
        try await withDaemon { daemon in
            await daemon.stop()
            let bundle =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
            let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
            let list: [String: Any] = [
                "CFBundleIdentifier": Self.app, "CFBundleExecutable": "run",
                "NSExtension": [
                    ["NSExtensionPointIdentifier": "com.apple.spotlight.index", "BatonExecutable": "extension"],
                    [
                        "NSExtensionPointIdentifier": "com.apple.spotlight.import", "BatonExecutable": "extension",
                        "NSExtensionAttributes": ["CSSupportedContentTypes": ["public.text"]],
                    ],
                ],
            ]
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            let scratch = daemon.scratch
            try scratch.write("apps/Extended.app/Info.plist", data)
            try scratch.write("apps/Extended.app/run", "#!/bin/sh\n", mode: 0o755)
            let program = bin.appending(path: "TestExtension").path
            try scratch.write("apps/Extended.app/extension", "#!/bin/sh\nexec '\(program)'\n", mode: 0o755)
            if let behaviour { try scratch.write("apps/Extended.app/behaviour", behaviour) }
            let told = try Told(scratch.file("apps/Extended.app"))
            defer { told.end() }
            try await daemon.start()
            try await body(daemon, told)
        }
    }

    private func ended(_ process: ProcessHandle?, _ daemon: DaemonFixture) async throws {
        guard let process else { return }
        let ends = Arrivals<Void>("the end of the extension")
        process.onExit(on: daemon.clientThread) { ends.put(()) }
        try await ends.next()
    }

    @Test func aFileIsDescribed() async throws {
        try await with { daemon, told in
            let user = try await daemon.client()
            let file = try daemon.scratch.write("note.txt", "What is in it — ünïcödé")
            let data = try await user.call(SearchMethods.describe, file, "public.plain-text", DescribeOptions())
            let attributes = try AttributeSet(canonical: data)
            #expect(attributes.text("title") == "What is in it — ünïcödé")
            #expect(attributes.text("contentType") == "public.plain-text")
            let process = try await told.launched()
            #expect(try await told.lines.next() == "describe note.txt")
            try await ended(process, daemon)
            // It was the app's, and never the running app.
            #expect(try await user.call(AppsMethods.show, Self.app).running == false)
        }
    }

    @Test func whatCannotBeDescribedIsSaid() async throws {
        try await with { daemon, told in
            let user = try await daemon.client()
            let file = try daemon.scratch.write("note.txt", Data([0xFF, 0xFE, 0xFF]))
            for (path, type, app, code) in [
                (file, "public.text", nil, BatonError.Code.refused), (file, "public.png", nil, .noSuchApp),
                (file, "public.text", "org.example.none", .noSuchApp),
                ("note.txt", "public.text", nil, .invalidArgument),
                (daemon.scratch.file("none"), "public.text", nil, .invalidArgument),
            ] {
                let error = await refusal {
                    try await user.call(SearchMethods.describe, path, type, DescribeOptions(app: app))
                }
                #expect(error?.code == code, "\(path) \(type): \(String(describing: error))")
            }
            try await ended(try await told.launched(), daemon)
        }
    }

    @Test func anExtensionThatDiesIsReported() async throws {
        try await with(behaviour: "die") { daemon, told in
            let user = try await daemon.client()
            let file = try daemon.scratch.write("note.txt", "text")
            let error = await refusal {
                try await user.call(SearchMethods.describe, file, "public.text", DescribeOptions())
            }
            #expect(error?.code == .connectionUnavailable)
            try await ended(try await told.launched(), daemon)
            // The next one is not held up by it.
            try FileManager.default.removeItem(atPath: daemon.scratch.file("apps/Extended.app/behaviour"))
            _ = try await user.call(SearchMethods.describe, file, "public.text", DescribeOptions())
        }
    }

    /// It puts itself into the background, as a daemon does: what it leaves is not the extension any more.
    @Test func anExtensionThatLeavesAChildHasFailed() async throws {
        try await with { daemon, told in
            let script = daemon.scratch.file("apps/Extended.app/extension")
            let text = try String(contentsOfFile: script, encoding: .utf8).replacing("exec ", with: "").replacing(
                "TestExtension'", with: "TestExtension' &")
            try daemon.scratch.write("apps/Extended.app/extension", text, mode: 0o755)
            let user = try await daemon.client()
            let file = try daemon.scratch.write("note.txt", "text")
            let error = await refusal {
                try await user.call(SearchMethods.describe, file, "public.text", DescribeOptions())
            }
            #expect(error?.code == .launchFailed)
            // Refused by the daemon, it ends by itself.
            try await ended(try await told.launched(), daemon)
        }
    }

    @Test func aDaemonThatStopsEndsTheExtensionThatHangs() async throws {
        try await with(behaviour: "hang") { daemon, told in
            let user = try await daemon.client()
            let file = try daemon.scratch.write("note.txt", "text")
            let call = Task { try await user.call(SearchMethods.describe, file, "public.text", DescribeOptions()) }
            let process = try await told.launched()
            #expect(try await told.lines.next() == "describe note.txt")
            await daemon.stop()
            try await ended(process, daemon)
            await #expect(throws: BatonError.self) { try await call.value }
        }
    }

    @Test func whatWasLostIsIndexedAgainByTheExtension() async throws {
        try await with { daemon, told in
            let reindexing = try #require(await daemon.daemon?.running?.reindexing)
            await reindexing.lost(apps: nil)
            let process = try await told.launched()
            #expect(try await told.lines.next() == "all")
            #expect(["indexed", "error -1"].contains(try await told.lines.next()))
            try await ended(process, daemon)
            #expect(await !reindexing.ledger.isDue(IndexName(app: Self.app, index: nil)))
        }
    }

    @Test func itIsStartedByBatonAlone() async throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        let program = bin.appending(path: "TestExtension").path
        let status = try await ProgramRun(program, [], environment: [], descriptors: []).end()
        #expect(status == 64)
    }
}
