import Foundation
import TestSupport
import Testing

extension ScreenTests {
    /// The stories of Samples/Views/Tabs and Links: which window an event goes to, and what an address opens.
    @Suite struct WindowTests {
        private func scene(_ sample: String, _ body: (ScreenDevice, SampleApp) async throws -> Void) async throws {
            try await Programs.run { programs in
                try await Display.run(programs) { display in
                    let device = try ScreenDevice("desk", display, programs)
                    try await device.with(sample) { try await body(device, $0) }
                }
            }
        }

        /// All three kinds of conditions: what a window prefers, what it allows, and what a scene is opened for.
        @Test func anEventGoesToOneWindow() async throws {
            try await scene("Tabs") { device, app in
                try app.start()
                try await app.sees("label", "No event has come here yet.", in: "All pages")
                // The one window that is open says nothing of what it takes.
                try await device.does("open", "sampletabs://recipe/1")
                try await app.sees("1. sampletabs://recipe/1", in: "All pages")
                for title in ["Recipes", "Notes", "Scratch"] {
                    try await app.press("button", title, in: "All pages")
                    try await app.sees("label", "No event has come here yet.", in: title)
                }
                try await device.does("open", "sampletabs://recipe/2")
                try await app.sees("1. sampletabs://recipe/2", in: "Recipes")
                try await device.does("open", "sampletabs://memo/3")
                try await app.sees("1. sampletabs://memo/3", in: "Notes")
                // Scratch and All pages say nothing: of them the one that was opened last.
                try await device.does("open", "sampletabs://elsewhere")
                try await app.sees("1. sampletabs://elsewhere", in: "Scratch")
                let windows = try await device.display.windows(of: app.id)
                #expect(windows.sorted() == ["All pages", "Notes", "Recipes", "Scratch"])
                let events = try await device.display.things(of: app.id).filter { $0.name.contains("sampletabs:") }
                #expect(events.count == 4)
                // Cold: the scene that is opened for it, and no other.
                try await app.quit()
                try await device.does("open", "sampletabs://note/5")
                try await app.sees("1. sampletabs://note/5", in: "Notes")
                #expect(try await device.display.windows(of: app.id) == ["Notes"])
            }
        }

        /// A link of the site and an address of the app's own, cold and warm, lead to the page once.
        @Test func anAddressOpensItsPage() async throws {
            let file = Data(
                #"{"applinks": {"details": [{"appIDs": ["BATONSAMPL.org.baton.samples.links"], "components": [{"/": "/o*"}]}]}}"#
                    .utf8)
            try await TestSite.run(files: ["site.localhost": file]) { site in
                try await scene("Links") { device, app in
                    try await device.does(
                        "links", "fetch", "site.localhost", "--ca", TestSite.authority, "--port", "\(site.port)")
                    let link = site.url("site.localhost", "/orders/7")
                    try await device.does("open", link)
                    try await app.sees("label", "Order 7")
                    try await device.does("open", "samplelinks://offers")
                    try await app.sees("label", "Offers")
                    try await app.press("button", "Back")
                    try await app.sees("Opened: 2")
                    try await app.sees(link)
                    let first = app.processes
                    #expect(first.count == 1)
                    try await app.quit()
                    try await device.does("open", "samplelinks://orders/8")
                    try await app.sees("label", "Order 8")
                    try await device.does("open", site.url("site.localhost", "/offers"))
                    try await app.sees("label", "Offers")
                    try await app.press("button", "Back")
                    try await app.sees("Opened: 2")
                    #expect(app.processes.count == 1 && app.processes != first)
                }
            }
        }
    }
}
