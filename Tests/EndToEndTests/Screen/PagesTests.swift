import Foundation
import TestSupport
import Testing

extension ScreenTests {
    /// The story of Samples/Views/Pages: what is read on one device is read on at the same place on another.
    @Suite struct PagesTests {
        private func scene(_ body: (ScreenDevice, SampleApp, ScreenDevice, SampleApp) async throws -> Void) async throws {
            try await Programs.run { programs in
                try await programs.pair()
                try await Display.run(programs, "a") { one in
                    try await Display.run(programs, "b") { other in
                        let (desk, laptop) = try (
                            ScreenDevice("desk", one, programs), ScreenDevice("laptop", other, programs)
                        )
                        try await desk.with("Pages") { reader in
                            try await laptop.with("Pages") { try await body(desk, reader, laptop, $0) }
                        }
                    }
                }
            }
        }

        /// The paragraph's place: how far below the window's top it begins.
        private func top(_ paragraph: String, _ app: SampleApp, _ device: ScreenDevice) async throws -> Int {
            try #require(try await device.display.wait(app.what(contains: paragraph)).y)
        }

        /// Scrolled by the wheel on one; the other, cold and then warm, begins where the first is.
        @Test func aPageGoesOnWhereItWasLeft() async throws {
            try await scene { desk, reader, laptop, other in
                try reader.start()
                try await reader.press("list item", containing: "A loaf for a slow day")
                try await reader.sees(containing: "Bread wants time")
                let before = try await top("Heat the oven", reader, desk)
                try await desk.display.scroll(in: "A loaf for a slow day", notches: 8)
                // Scrolled, and the device says so: what the other one gets is asked of this one.
                try await desk.display.waitUntilMoved(reader.what(contains: "Heat the oven"), from: before)
                try await laptop.until("handoff", "list", says: "A loaf for a slow day")
                try await laptop.does("handoff", "continue", "--latest")
                try await other.sees("label", "A loaf for a slow day")
                let topmost = try await topParagraph(reader, desk)
                #expect(topmost > 0)
                #expect(try await topParagraph(other, laptop) == topmost)
                // Warm, and the other way round: on the second device somebody opens another page.
                try await laptop.does("open", "samplepages://pond/9")
                try await other.sees("label", "Round the pond in a quarter of an hour")
                let there = try await topParagraph(other, laptop)
                try await desk.until("handoff", "list", says: "Round the pond")
                try await desk.does("handoff", "continue", "--latest")
                try await reader.sees("label", "Round the pond in a quarter of an hour")
                #expect(try await topParagraph(reader, desk) == there)
                #expect(reader.processes.count == 1 && other.processes.count == 1)
            }
        }

        /// The number of the topmost paragraph that is seen, if only in part.
        private func topParagraph(_ app: SampleApp, _ device: ScreenDevice) async throws -> Int {
            let labels = try await device.display.things(of: app.id).filter { $0.role == "label" && $0.name.count > 60 }
            return try #require(labels.lastIndex { ($0.y ?? .max) <= Self.bar })
        }

        /// Where a page begins, below the window's bar of 47 pixels.
        private static let bar = 48
    }
}
