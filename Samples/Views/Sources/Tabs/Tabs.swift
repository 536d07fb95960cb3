import SwiftUI

/// Several windows, which show where an event goes: one prefers events, one allows them, one is opened for them.
@main struct Tabs: App {
    var body: some Scene {
        WindowGroup("All pages", id: "all") {
            TabPage(name: "All pages", condition: "says nothing of what it takes")
        }
        WindowGroup("Recipes", id: "recipes") {
            TabPage(name: "Recipes", condition: "prefers what has “recipe” in its address")
                .handlesExternalEvents(preferring: ["recipe"], allowing: [])
        }
        .handlesExternalEvents(matching: ["recipe"])
        WindowGroup("Notes", id: "notes") {
            TabPage(name: "Notes", condition: "allows what has “note” or “memo” in its address")
                .handlesExternalEvents(preferring: [], allowing: ["note", "memo"])
        }
        .handlesExternalEvents(matching: ["note"])
        WindowGroup("Scratch", id: "scratch") {
            TabPage(name: "Scratch", condition: "is never opened for an event")
        }
        .handlesExternalEvents(matching: [])
    }
}

struct TabPage: View {
    let name: String
    let condition: String
    @State private var events: [String] = []
    @Environment(\.openWindow) private var openWindow

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text(name).font(.title)
            Text("This window \(condition).").foregroundStyle(.secondary)
            Divider()
            if events.isEmpty {
                Text("No event has come here yet.")
            } else {
                ForEach(events.indices, id: \.self) { Text("\($0 + 1). \(events[$0])") }
            }
            Spacer()
            HStack {
                Button("Recipes") { openWindow(id: "recipes") }
                Button("Notes") { openWindow(id: "notes") }
                Button("Scratch") { openWindow(id: "scratch") }
            }
        }
        .padding()
        .frame(minWidth: 360, minHeight: 280, alignment: .topLeading)
        .onOpenURL { events.append($0.absoluteString) }
        .onContinueUserActivity("org.baton.samples.tabs.page") { activity in
            events.append("activity \(activity.targetContentIdentifier ?? "without an identifier")")
        }
    }
}
