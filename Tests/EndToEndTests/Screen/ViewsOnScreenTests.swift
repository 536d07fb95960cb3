import Foundation
import TestSupport
import Testing

extension ScreenTests {
    /// Views on GTK, as a process on a display (`Tests/ViewsApp`).
    @Suite struct ViewsOnScreenTests {
        private let id = "local.ViewsApp"

        private func scene(_ views: String, _ body: (Display, RunningProgram) async throws -> Void) async throws {
            try await Programs.run { programs in
                try await Display.run(programs) { display in
                    let device = try ScreenDevice("desk", display, programs)
                    // Pages that slide away are there until they have gone.
                    let settings = programs.folder.appending(path: ".config/gtk-4.0")
                    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
                    try "[Settings]\ngtk-enable-animations=false\n".write(
                        to: settings.appending(path: "settings.ini"), atomically: true, encoding: .utf8)
                    let app = try RunningProgram(
                        [programs.bin.appending(path: "ViewsApp").path],
                        environment: device.environment.merging(["VIEWS": views]) { $1 })
                    do {
                        try await body(display, app)
                    } catch {
                        _ = try? await app.end(by: SIGTERM)
                        throw error
                    }
                    let status = try await app.end(by: SIGTERM)
                    #expect([0, -SIGTERM].contains(status), "the app ended with \(status)")
                }
            }
        }

        private func what(_ role: String, _ name: String) -> Display.What { Display.What(app: id, role: role, name: name) }

        /// Two hundred pages come and go; what they were made of goes with them.
        @Test func aHundredNavigationsLeaveNoObject() async throws {
            try await scene("navigation") { _, app in
                let line = try #require(try await app.lines.first(with: "objects"))
                let counts = line.split(separator: " ").dropFirst().compactMap { Int($0) }
                try #require(counts.count == 3)
                #expect(counts[0] == counts[1], "\(line)")
                #expect(counts[2] > counts[1] + 50, "the pages themselves are not counted: \(line)")
            }
        }

        /// A widget of the app's own: made once, changed by the view, heard by the view, gone with the view.
        @Test func aWidgetOfGTKIsAView() async throws {
            try await scene("widget") { display, app in
                try await display.wait(what("label", "Value 3"))
                try await display.press(what("button", "Nine"))
                try await display.wait(what("label", "Value 9"))
                try await display.tab(to: "slider", in: id, window: "Views")
                try await display.keys("Left")
                try await display.wait(what("label", "Value 8"))
                try await display.press(what("button", "Hide"))
                #expect(try await app.lines.next() == "dismantled")
            }
        }

        /// Infinite, none, negative, larger than any counter: of every length, factor and color.
        @Test func anyNumberIsShown() async throws {
            try await scene("numbers") { display, _ in
                for step in 0..<AnyNumber.steps {
                    try await display.wait(what("label", "Step \(step)"))
                    try await display.press(what("button", "Next"))
                }
                try await display.wait(what("label", "Step \(AnyNumber.steps)"))
            }
        }
        private enum AnyNumber { static let steps = 6 }

        /// X has no window of that size, and of a title of that length.
        @Test func whatIsLargerThanTheScreenIsCutOff() async throws {
            try await scene("large") { display, _ in
                try await display.wait(what("button", "Here"))
            }
        }

        /// Text wraps in a frame, and ends with dots where there is no height for it; the frame is as large as it says.
        @Test func aFrameIsAsLargeAsItSays() async throws {
            try await scene("frames") { display, _ in
                let first = try await display.wait(what("label", "first")).y
                let second = try await display.wait(what("label", "second")).y
                #expect(second! - first! < 100, "\(first!) \(second!)")
                #expect(try await display.wait(what("label", "wide")).y! > second!)
            }
        }

        @Test func whatTakesAllRoomHasEqualShares() async throws {
            try await scene("shares") { display, _ in
                func places(_ texts: String...) async throws -> [Int] {
                    var all: [Int] = []
                    for text in texts {
                        let found = Display.What(app: id, role: "label", contains: text)
                        all.append(try #require(try await display.wait(found).x))
                    }
                    return all
                }
                func widths(_ places: [Int]) -> [Int] { zip(places, places.dropFirst()).map { $1 - $0 } }
                let three = widths(try await places("one", "two", "three", "end"))
                let before = try await places("three")
                #expect(three.max()! - three.min()! <= 1 && three[0] > 300, "\(three)")
                try await display.press(what("button", "More"))
                try await display.waitUntilMoved(what("label", "three"), fromX: before[0])
                let four = widths(try await places("one", "two", "three", "four", "end"))
                #expect(four.max()! - four.min()! <= 1 && four[0] < 260, "\(four)")
            }
        }

        @Test func popoversLeaveNoObject() async throws {
            try await scene("popovers") { _, app in
                let line = try #require(try await app.lines.first(with: "objects"))
                let counts = line.split(separator: " ").dropFirst().compactMap { Int($0) }
                #expect(counts.count == 2 && counts[0] == counts[1], "\(line)")
            }
        }

        /// Thousands of looks, one after the other.
        @Test func aLookIsGoneWithItsView() async throws {
            try await scene("looks") { _, app in
                let line = try await app.lines.next()
                #expect(line == "looks 3000")
            }
        }

        @Test func anAnswerClosesTheWindow() async throws {
            try await scene("answer") { display, app in
                try await display.press(what("button", "Ask"))
                try await display.press(Display.What(app: id, role: "button", contains: "Close"))
                #expect(try await app.lines.next() == "gone")
                #expect(try await app.end() == 0)
            }
        }

        @Test func aKeyPressesItsButton() async throws {
            try await scene("shortcuts") { display, _ in
                try await display.wait(what("label", "Pressed: nothing"))
                try await display.activate("Views")
                try await display.keys("ctrl+n")
                try await display.wait(what("label", "Pressed: new"))
                // Of a button that is off, nothing happens.
                try await display.keys("ctrl+o", "ctrl+shift+z")
                try await display.wait(what("label", "Pressed: undo"))
            }
        }

        /// Killed, not ended: what was shown as stored is in the file.
        @Test func storedValuesAreThereAgain() async throws {
            try await Programs.run { programs in
                try await Display.run(programs) { display in
                    for text in ["App 0, window none", "App 1, window kept"] {
                        let device = try ScreenDevice("desk", display, programs)
                        let app = try RunningProgram(
                            [programs.bin.appending(path: "ViewsApp").path],
                            environment: device.environment.merging(["VIEWS": "stored"]) { $1 })
                        defer { app.signal(SIGKILL) }
                        try await display.wait(what("label", text))
                        try await display.press(what("button", "Store"))
                        try await display.waitUntilGone(what("label", text))
                    }
                }
            }
        }

        @Test func aRowOfAThousandChangesAlone() async throws {
            try await scene("rows") { display, app in
                try await display.wait(what("label", "Row 3 has 3"))
                try await display.press(what("button", "Change"))
                try await display.wait(what("label", "Row 3 has 1,003"))
                #expect(try await app.lines.first(with: "made") == "made 1")
            }
        }

        /// Rows that move are seen where they are now.
        @Test func movedRowsAreSeen() async throws {
            try await scene("order") { display, _ in
                func rows() async throws -> [String] {
                    try await display.things(of: id).filter { $0.role == "label" && $0.name.hasPrefix("row ") }.map(\.name)
                }
                try await display.wait(what("label", "row 0"))
                let all = (0..<12).map { "row \($0)" }
                #expect(try await rows() == all)
                try await display.wait(what("label", "first…"))
                // A row's place is told by how far down it is.
                let top = try await display.wait(what("label", "row 0")).y!
                try await display.press(what("button", "Reverse"))
                try await display.waitUntilMoved(what("label", "row 0"), from: top)
                #expect(try await rows() == all.reversed())
                try await display.press(what("button", "Swap"))
                try await display.waitUntilMoved(what("label", "row 11"), from: top)
                #expect(try await Set(rows()) == Set(all))
                try await display.press(what("button", "Mix"))
                try await display.wait(what("label", "new"))
                #expect(try await rows() == all.filter { $0 != "row 5" }.sorted())
            }
        }

        /// Every control is come to by Tab, and is called something.
        @Test func everyControlIsReachedAndNamed() async throws {
            try await scene("controls") { display, _ in
                try await display.wait(what("label", "Answer: none"))
                let order = try await display.tabOrder(of: id, in: "Views")
                let reached = order.map { "\($0.role) \($0.name)" }
                for control in [
                    "switch Loud", "text box Name", "text box Story", "slider Volume", "button Ask", "button Open",
                    "button More", "button star", "button Size",
                ] { #expect(reached.contains(control), "\(control): \(reached)") }
                for thing in order {
                    #expect(!thing.name.isEmpty && !thing.name.hasPrefix("Gtk"), "\(thing.role) has no name: \(reached)")
                }
            }
        }

        @Test func controlsAreUsedWithoutAPointer() async throws {
            try await scene("controls") { display, _ in
                try await display.wait(what("label", "Answer: none"))
                try await display.tab(to: "text box", in: id, window: "Views")
                try await display.type("Ada")
                try await display.keys("Return")
                try await display.wait(what("label", "Answer: name Ada"))
                try await display.press(what("button", "Ask"))
                // libadwaita calls it by its label, and by the mnemonic of the same text.
                try await display.press(Display.What(app: id, role: "button", contains: "Yes"))
                try await display.wait(what("label", "Answer: yes"))
                try await display.press(what("button", "Open"))
                try await display.wait(what("label", "In the sheet"))
                try await display.press(what("button", "Done"))
                try await display.waitUntilGone(what("label", "In the sheet"))
            }
        }
    }
}
