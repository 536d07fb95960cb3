// Several windows: which of them takes an event, and windows that are opened by the app.
import SwiftUI

struct WindowsApp: App {
    var body: some Scene {
        WindowGroup("Reader") {
            ReaderWindow()
                .handlesExternalEvents(preferring: ["reader"], allowing: ["*"])
        }
        .handlesExternalEvents(matching: ["reader"])

        WindowGroup("Viewer", id: "viewer") {
            ViewerWindow()
                .handlesExternalEvents(preferring: Set(arrayLiteral: "viewer"), allowing: Set(arrayLiteral: "viewer"))
        }
        .handlesExternalEvents(matching: Set(arrayLiteral: "viewer"))
        .defaultSize(width: 420, height: 300)

        WindowGroup("Page", id: "page", for: Int.self) { $page in
            PageWindow(page: $page)
        }

        WindowGroup(for: Bookmark.self) { $bookmark in
            Text("Bookmark at page \(bookmark.page)").padding()
        } defaultValue: {
            Bookmark(page: 1)
        }

        Window("Log", id: "log") {
            LogWindow()
        }
    }
}

struct Bookmark: Codable, Hashable, Identifiable {
    var id = UUID()
    var page: Int
}

struct PageWindow: View {
    @Binding var page: Int?
    @Environment(\.dismissWindow) private var dismissWindow

    var body: some View {
        VStack {
            if let page {
                Text("Page \(page) by itself")
                Button("Close") { dismissWindow(id: "page", value: page) }
            } else {
                Button("Choose the first page") { page = 1 }
            }
        }
        .padding()
    }
}

struct ReaderWindow: View {
    @Environment(\.openWindow) private var openWindow
    @State private var page = 1

    var body: some View {
        VStack {
            Text("Page \(page)")
            Button("Next page") { page += 1 }
            Button("Open a viewer") { openWindow(id: "viewer") }
            Button("Open this page") { openWindow(id: "page", value: page) }
            Button("Open a bookmark") { openWindow(value: Bookmark(page: page)) }
            Button {
                openWindow(id: "log")
            } label: {
                Text("Log").underline()
            }
            .buttonStyle(.borderedProminent)
        }
        .frame(minWidth: 300, minHeight: 200)
        .userActivity("org.example.windows.reading") { activity in
            activity.targetContentIdentifier = "reader/\(page)"
        }
    }
}

struct ViewerWindow: View {
    @State private var opened: [URL] = []
    // An empty set until the window shows something: then events of the same thing come to it.
    @State private var wanted: Set<String> = []

    var body: some View {
        List {
            Section(header: Text("Opened here")) {
                ForEach(Array(opened.enumerated()), id: \.offset) { offset, url in
                    Text("\(offset + 1). \(url.absoluteString)")
                }
            }
        }
        .handlesExternalEvents(preferring: wanted, allowing: wanted)
        .onOpenURL { url in
            opened.append(url)
            wanted.insert(url.absoluteString)
        }
        .navigationTitle("Viewer")
    }
}

struct LogWindow: View {
    private static let lines = (1...20).map { "Line \($0)" }

    var body: some View {
        List(Self.lines, id: \.self) { line in
            Text(line).font(.system(.body, design: .monospaced))
        }
    }
}
