internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
internal import GLibKit
internal import Synchronization

/// The demo's steps, each done for real and told when it has happened.
struct DemoStory: Sendable {
    let stage: DemoStage
    private var desk: DemoDevice { stage.desk }
    private var laptop: DemoDevice { stage.laptop }
    private let reader = "org.baton.samples.reader"

    init(stage: DemoStage) { self.stage = stage }

    func tell() async throws {
        try await startDevices()
        try await pair()
        try await addApps()
        let terminal = try await read()
        defer { withExtendedLifetime(terminal) {} }
        try await continueReading(terminal)
        try await continueWithoutApp()
        await terminal.end(within: .seconds(5), on: stage.session.thread, time: stage.session.time)
    }

    private func say(_ text: String) {
        stage.session.output.answer(
            ["step": .string(text)],
            text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(String($0)) })
    }

    private func startDevices() async throws {
        say(Texts.demoTitle)
        try await desk.start()
        try await laptop.start()
        say(Texts.demoStarted(stage.folder))
    }

    // MARK: Trust

    private func pair() async throws {
        let (invitation, join) = try await invite()
        say(Texts.demoInvited(invitation.invitation))
        say(Texts.demoJoining(join.inviter, join.code))
        _ = try await desk.until("laptop asks to join") { daemon in
            try await daemon.call(DevicesMethods.pending).id
        }
        let joined = try await desk.daemon.call(DevicesMethods.confirm, join.code)
        _ = try await laptop.daemon.call(DevicesMethods.awaitJoin, join.id)
        for device in [desk, laptop] {
            _ = try await device.until("the link between the two") { daemon in
                try await daemon.call(DevicesMethods.list).first { !$0.isSelf && $0.reachable }
            }
        }
        say(Texts.demoJoined(joined.name))
    }

    /// On a machine that is busy with something else the handshake's two seconds may pass: then with a new invitation.
    private func invite() async throws -> (InvitationInfo, JoinInfo) {
        for attempt in 1... {
            let invitation = try await desk.daemon.call(DevicesMethods.invite)
            do throws(BatonError) {
                return (
                    invitation, try await laptop.daemon.call(DevicesMethods.join, invitation.invitation, JoinOptions())
                )
            } catch {
                guard attempt < 5, error.code == .network || error.code == .invitationInvalid || error.code == .timedOut
                else { throw error }
            }
        }
        throw BatonError(.timedOut, Texts.demoStepMissed("joining"))
    }

    // MARK: Reading

    private func addApps() async throws {
        for device in [desk, laptop] { _ = try await device.daemon.call(AppsMethods.add, stage.app) }
        say(Texts.demoAdded)
    }

    /// Reads some way into the text on the first device, in a terminal of its own.
    private func read() async throws -> PseudoTerminal {
        var environment = stage.session.environment
        environment["BATON_INSTANCE"] = desk.instance.directory
        environment["BATON_APP"] = stage.app
        environment["XDG_STATE_HOME"] = "\(stage.folder)/desk/app-state"
        environment["TERM"] = "xterm"
        environment["LC_ALL"] = "C.UTF-8"
        let text = "\(stage.app)/Texts/coast.html"
        let terminal: PseudoTerminal
        do throws(GLibError) {
            terminal = try PseudoTerminal(
                ["\(stage.app)/Reader", text], environment: environment, on: stage.session.thread)
        } catch {
            throw BatonError(.launchFailed, Texts.demoNoReader(error.message))
        }
        let opened = try await current(on: desk, "Reader's activity on desk") { $0 == 1 }
        say(Texts.demoOpened(opened.title))
        for _ in 0..<6 { terminal.type(" ") }
        let moved = try await current(on: desk, "Reader's new place on desk") { $0 > 10 }
        say(Texts.demoRead(moved.line))
        return terminal
    }

    private struct Place: Sendable {
        let title: String
        let line: Int
    }

    /// Waits until Reader's activity on a device is at a line that is wanted.
    private func current(
        on device: DemoDevice, _ what: String, _ isWanted: @escaping @Sendable (Int) -> Bool
    ) async throws -> Place {
        let reader = reader
        return try await device.until(what) { daemon in
            for info in try await daemon.call(ActivitiesMethods.listCurrent) where info.app == reader {
                guard case .integer(let line)? = try info.record.payload()["line"], isWanted(Int(line)) else {
                    continue
                }
                return Place(title: info.record.title ?? "", line: Int(line))
            }
            return nil
        }
    }

    private func continueReading(_ terminal: PseudoTerminal) async throws {
        let reader = reader
        let offer = try await laptop.until("the offer on laptop") { daemon in
            try await daemon.call(HandoffMethods.listOffers).first { $0.app == reader && $0.opensWith == reader }
        }
        say(Texts.demoOffered(offer.title ?? "", offer.device))
        let outcome = try await laptop.daemon.call(
            HandoffMethods.continue, offer.offer, PlatformData(), timeout: .seconds(60))
        guard outcome.opened == reader else {
            throw BatonError(.handoffFailed, Texts.demoStepMissed("continuing in Reader"))
        }
        let there = try await current(on: laptop, "Reader at the same line on laptop") { $0 > 10 }
        let here = try await current(on: desk, "Reader's place on desk") { $0 > 10 }
        guard there.line == here.line else {
            throw BatonError(.handoffFailed, Texts.demoOtherLine(here.line, there.line))
        }
        say(Texts.demoContinued(there.title, there.line))
        try await seen("Continued on another device", in: terminal)
        say(Texts.demoToldReader)
    }

    /// Waits until the terminal shows a text.
    private func seen(_ text: String, in terminal: PseudoTerminal) async throws {
        for _ in 0..<100 {
            if terminal.text.contains(text) { return }
            try await stage.session.time.sleep(.milliseconds(50))
        }
        throw BatonError(.timedOut, Texts.demoStepMissed("“\(text)” on desk's screen"))
    }

    // MARK: An app that the other device does not have

    private func continueWithoutApp() async throws {
        let page = "https://notes.example/trip"
        let opened = "\(stage.folder)/page"
        // In place of a browser: something that writes down what it is given.
        try await laptop.daemon.call(
            SystemMethods.setConfig, "browser",
            "/bin/sh -c 'printf %s \"$1\" > \"$0.new\" && mv \"$0.new\" \"$0\"' \(opened)")
        let notes = DemoNotes(page: page)
        let app = DaemonConnection(
            thread: stage.session.thread, instance: desk.instance,
            identity: ClientIdentity(program: "Notes", app: "org.example.notes"), starter: nil,
            time: stage.session.time)
        await app.setAppHandler(notes)
        try await app.call(ActivitiesMethods.becomeCurrent, notes.record, AppOptions())
        let offer = try await laptop.until("the notes' offer on laptop") { daemon in
            try await daemon.call(HandoffMethods.listOffers).first { $0.app == "org.example.notes" }
        }
        guard offer.opensWith == nil, offer.webpageURL == page else {
            throw BatonError(.handoffFailed, Texts.demoStepMissed("the web page in place of an app"))
        }
        say(Texts.demoPageOffered(page))
        let outcome = try await laptop.daemon.call(HandoffMethods.continue, offer.offer, PlatformData())
        let who = try await stage.session.time.withLimit(
            .seconds(10), onTimeout: BatonError(.timedOut, Texts.demoStepMissed("the notes being told")),
            on: stage.session.thread
        ) { await notes.continuedOn() }
        try await written(page, to: opened)
        say(Texts.demoPageOpened(outcome.webpageURL ?? page, who))
        await app.close()
    }

    private func written(_ page: String, to file: String) async throws {
        for _ in 0..<100 {
            if let data = try? Data(contentsOf: URL(filePath: file)), String(decoding: data, as: UTF8.self) == page {
                return
            }
            try await stage.session.time.sleep(.milliseconds(50))
        }
        throw BatonError(.timedOut, Texts.demoStepMissed("opening \(page)"))
    }
}

/// A small app of the demo's own, which the second device does not have.
private final class DemoNotes: AppHandler {
    let record: ActivityRecord
    private let (devices, continued) = AsyncStream.makeStream(of: String.self)

    init(page: String) {
        var record = ActivityRecord(id: "1", type: "org.example.notes.editing")
        record.title = "Packing list"
        record.webpageURL = page
        self.record = record
    }

    /// The device that has taken the activity over.
    func continuedOn() async -> String {
        for await device in devices { return device }
        return ""
    }

    func saveActivity(_ id: String) async throws -> ActivityRecord { record }
    func activityWasContinued(_ id: String, details: ContinuedDetails) async { continued.yield(details.device ?? "") }
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool {
        false
    }
    func didFailToContinue(event: String, type: String, error: BatonError) async {}
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool { false }
}
