import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import Glibc

/// From the start of `baton open` to the event inside an app that runs, beside what a program's start and a call by another
/// client cost on this machine. The address is of the app's own scheme: a web link takes the same way, after a decision
/// that is measured by itself.
struct OpenFigures: Sendable {
    let bench: Bench

    func measure() async throws {
        let device = try Device("links", bench)
        try await device.start(asApp: false)
        let bundle = try RunningApp.install(in: device.folder)
        _ = try await device.daemon.call(AppsMethods.add, bundle)
        let pid = try await RunningApp.start(bundle, on: device, bench)
        var (opened, ended, call, other) = (Series(), Series(), Series(), Series())
        for round in 0..<5 {
            opened.beginRound()
            ended.beginRound()
            call.beginRound()
            other.beginRound()
            for number in 0..<20 {
                let words = ["--instance", device.folder, "open", "--quiet", "bench:\(round)-\(number)"]
                let start = Clock.now
                ended.add(try ProgramTime.run(["\(bench.bin)/baton"] + words, bench.programEnvironment))
                opened.add(try RunningApp.timeOfLastOpening(bundle) - start)
                let before = Clock.now
                _ = try await device.daemon.call(
                    LinksMethods.open, "bench:call-\(round)-\(number)", LinkOptions(), PlatformData())
                call.add(try RunningApp.timeOfLastOpening(bundle) - before)
                other.add(try ProgramTime.run(["/usr/bin/gdbus", "help"], bench.programEnvironment))
            }
        }
        let group = "Opening an address in an app that runs"
        bench.add(.time(group, "baton open, to the event in the app", opened))
        bench.add(.time(group, "baton open, to its end", ended))
        bench.add(.time(group, "a call of Links1.Open, to the event in the app", call))
        bench.add(.time(group, "gdbus help: another program's start", other))
        bench.add(.ratio(group, "  baton open to the event, to another program's start", opened.ratio(to: other)))
        bench.ended(pid)
        try await device.stop()
    }
}
