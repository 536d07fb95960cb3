import Foundation
import TestSupport
import Testing

extension ScreenTests {
    /// The story of Samples/Views/IceCreams, on a display, with the real daemon.
    @Suite struct IceCreamTests {
        private func scene(_ body: (ScreenDevice, SampleApp) async throws -> Void) async throws {
            try await Programs.run { programs in
                try await Display.run(programs) { display in
                    let device = try ScreenDevice("desk", display, programs)
                    try await device.with("IceCreams") { try await body(device, $0) }
                }
            }
        }

        /// Choosing a size makes it a result with its words; the newest leads back, warm and cold; Forget clears them.
        @Test func theNewestResultLeadsBackToTheLastSize() async throws {
            try await scene { device, app in
                try app.start()
                for (row, page) in [("Medium", "2 scoops in a cone"), ("Large", "3 scoops in a cone")] {
                    try await app.press("list item", containing: row)
                    try await app.sees(containing: "Search for “\(row)”")
                    try await device.until("search", "cone", "--json", says: page)
                    try await app.press("button", "Back")
                    try await app.sees("button", "Forget")
                }
                let found = try await device.does("search", "ice", "cone", "--json")
                let titles = found.matches(of: #/"title" ?: ?"(Ice cream: \w+)"/#).map { String($0.1) }
                #expect(titles == ["Ice cream: Large", "Ice cream: Medium"])
                let details = try await device.does(
                    "search", "--query", #"title == "*Large""#, "--fetch", "contentDescription,thumbnailURL", "--json")
                #expect(details.contains("3 scoops in a cone") && details.contains("large.png"), "\(details)")
                // Warm.
                try await device.does("search", "cone", "--open", "1")
                try await app.sees(containing: "Search for “Large”")
                let first = app.processes
                // Cold.
                try await app.quit()
                try await device.does("search", "medium", "--open", "1")
                try await app.sees(containing: "Search for “Medium”")
                #expect(app.processes.count == 1 && app.processes != first)
                try await app.press("button", "Back")
                try await app.press("button", "Forget")
                try await app.sees("Search has forgotten the sizes.")
                #expect(try await device.baton("search", "cone", "--json").output == "[]\n")
            }
        }
    }
}
