import ActivityModel
import FoundationEssentials
import Testing

@Suite("Names and codes from outside")
struct NameTests {
    @Test(
        "App ids",
        arguments: ["org.example.app", "a.b", "A-1._x.9", "org.example." + String(repeating: "x", count: 243)])
    func validIDs(id: String) { #expect(AppManifest.isValidID(id)) }

    @Test(
        "What is no app id",
        arguments: [
            "", "a", "ab", "abc", ".a.b", "a.b.", "a..b", "a b.c", "a/b.c", "../a.b", "a.b\u{0}", "ä.b", "a.b\n", "...",
            "a.😀", "a.b%s",
            "a.b;c", "org.example." + String(repeating: "x", count: 244),
        ])
    func invalidIDs(id: String) { #expect(!AppManifest.isValidID(id)) }

    @Test(
        "Device names are made fit to show",
        arguments: [
            ("laptop", "laptop"), ("  two   words ", "two words"), ("", "a device without a name"),
            (" \t\n", "a device without a name"),
            ("\u{a0}\u{3000}", "a device without a name"), ("\u{202e}evil\u{202c}", "evil"),
            ("a\u{0}b\u{1b}[31mc", "ab[31mc"),
            ("a\u{2028}b\u{2029}c", "abc"), ("\u{200b}\u{feff}", "a device without a name"), ("Zoë’s 💻", "Zoë’s 💻"),
            ("\u{e000}\u{10ffff}x", "x"), ("line\r\nbreak", "linebreak"),
        ])
    func deviceNames(received: String, shown: String) { #expect(Device.displayName(received) == shown) }

    @Test("A device name is short, however it is built")
    func longNames() {
        #expect(Device.displayName(String(repeating: "x", count: 100_000)).count == 64)
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(Device.displayName(marks).unicodeScalars.count <= 256)
        let flags = Device.displayName(String(repeating: "🇩🇪", count: 1000))
        #expect(flags.count <= 64)
    }

    @Test("Random text never breaks a device name", arguments: UInt64(0)..<50)
    func randomNames(seed: UInt64) {
        var generator = PayloadGenerator(seed: seed)
        let name = Device.displayName((0..<20).map { _ in generator.text() }.joined())
        #expect(!name.isEmpty && name.count <= 64, "seed \(seed)")
        #expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "seed \(seed)")
        #expect(Device.displayName(name) == name, "seed \(seed)")
    }

    @Test("An unknown code is kept as it came")
    func unknownCode() {
        let code = BatonError.Code(received: "FromTheFuture")
        #expect(code.rawValue == "FromTheFuture")
        #expect(!code.isKnown)
        #expect(code.cocoaCode == 4608)
        #expect(BatonError.Code(received: "TimedOut") == .timedOut)
    }

    @Test(
        "A code that is no word becomes Internal",
        arguments: ["", "a b", "a.b", "ä", "a\n", String(repeating: "x", count: 65)])
    func noCode(raw: String) { #expect(BatonError.Code(received: raw) == .internal) }

    @Test("Cocoa's numbers")
    func cocoa() {
        #expect(BatonError.Code.cancelled.cocoaCode == 3072)
        #expect(BatonError.Code.connectionUnavailable.cocoaCode == 4609)
        #expect(BatonError.Code.daemonUnavailable.cocoaCode == 4609)
        #expect(BatonError.Code.timedOut.cocoaCode == 4610)
        #expect(BatonError.Code.tooLarge.cocoaCode == 4611)
        #expect(BatonError.Code.handoffFailed.cocoaCode == 4608)
    }

    @Test("Switches are reached by name")
    func switches() {
        for name in AppSwitches.Name.allCases {
            var switches = AppSwitches()
            #expect(switches[name])
            switches[name] = false
            #expect(!switches[name])
            #expect(AppSwitches.Name.allCases.filter { switches[$0] }.count == 2)
        }
    }
}
