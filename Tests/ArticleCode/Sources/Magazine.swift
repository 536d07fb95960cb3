// Tabs that each advertise what is in them, windows for single articles, one store for all of them.
import Combine
import SwiftUI

struct Issue: Identifiable, Hashable, Codable {
    let id: Int
    var title: String { "Issue \(id)" }
}

final class MagazineStore: ObservableObject {
    @Published var issues = (1...4).map(Issue.init)
    @Published var selectedIssue: Int?
    @Published var read: Set<Int> = []
    let news = PassthroughSubject<String, Never>()

    func markRead(_ issue: Issue) {
        read.insert(issue.id)
        news.send("\(issue.title) is read")
    }
}

struct MagazineApp: App {
    @StateObject private var store = MagazineStore()

    var body: some Scene {
        WindowGroup(Text("Magazine")) {
            MagazineTabs()
                .handlesExternalEvents(preferring: ["main"], allowing: ["main"])
        }
        .handlesExternalEvents(matching: ["main"])
        .environmentObject(store)

        WindowGroup("Issue", id: "issue", for: Issue.ID.self) { $id in
            IssueWindow(id: $id)
                .environmentObject(store)
                .handlesExternalEvents(preferring: ["issue/\(id ?? 0)"], allowing: ["issue"])
        }
        .handlesExternalEvents(matching: ["issue"])
        .defaultSize(CGSize(width: 320, height: 200))

        Window("Statistics", id: "statistics") {
            StatisticsView(store: store)
        }
    }
}

struct MagazineTabs: View {
    @State private var selection = "issues"
    @State private var headline = "No news"
    @EnvironmentObject var store: MagazineStore

    var body: some View {
        VStack {
            TabView(selection: $selection) {
                IssuesTab()
                    .tabItem { Label("Issues", systemImage: "book") }
                    .tag("issues")
                SavedTab()
                    .tabItem { Label("Read", systemImage: "checkmark") }
                    .tag("read")
            }
            Text(headline).font(.footnote).padding(4)
        }
        .onReceive(store.news) { headline = $0 }
        .onReceive(store.$read.map(\.count).removeDuplicates()) { count in
            if count == 4 { headline = "All issues are read" }
        }
        .onContinueUserActivity("org.example.magazine.read") { _ in selection = "read" }
        .onContinueUserActivity("org.example.magazine.issue") { activity in
            selection = "issues"
            store.selectedIssue = activity.userInfo?["issue"] as? Int
        }
    }
}

struct IssuesTab: View {
    @EnvironmentObject var store: MagazineStore
    @Environment(\.openWindow) private var openWindow

    var body: some View {
        NavigationView {
            List(store.issues) { issue in
                NavigationLink(
                    destination: IssueView(issue: issue), tag: issue.id, selection: self.$store.selectedIssue
                ) {
                    HStack {
                        Text(issue.title)
                        Spacer()
                        Button("Window") { openWindow(id: "issue", value: issue.id) }
                            .buttonStyle(BorderlessButtonStyle())
                    }
                }
            }
            .listStyle(InsetListStyle())
            .navigationBarTitle("Issues")
            .toolbar {
                ToolbarItemGroup(placement: .primaryAction) {
                    Button("Statistics") { openWindow(id: "statistics") }
                    if store.selectedIssue == nil {
                        Button("Latest") { store.selectedIssue = store.issues.last?.id }
                    }
                }
            }
        }
        .userActivity("org.example.magazine.issue", element: store.selectedIssue) { id, activity in
            activity.title = "Issue \(id)"
            activity.userInfo = ["issue": id]
            activity.targetContentIdentifier = "issue/\(id)"
        }
    }
}

struct SavedTab: View {
    @EnvironmentObject var store: MagazineStore
    @State private var selected = Set<Int>()

    var body: some View {
        List(store.issues.filter { store.read.contains($0.id) }, selection: $selected) { issue in
            Text(issue.title)
        }
        .overlay {
            if store.read.isEmpty { Text("Nothing read yet").foregroundColor(.secondary) }
        }
        .userActivity("org.example.magazine.read") { $0.title = "Issues that are read" }
    }
}

struct IssueView: View {
    let issue: Issue
    @EnvironmentObject private var store: MagazineStore

    var body: some View {
        VStack {
            Text(issue.title).font(.title)
            Button("Mark as read") { store.markRead(issue) }
                .disabled(store.read.contains(issue.id))
        }
        .navigationBarTitle(Text(issue.title), displayMode: .inline)
    }
}

struct IssueWindow: View {
    @Binding var id: Int?

    var body: some View {
        if let id {
            IssueView(issue: Issue(id: id)).padding()
        } else {
            Button("The first issue") { id = 1 }
        }
    }
}

struct StatisticsView: View {
    @ObservedObject var store: MagazineStore

    var body: some View {
        Text("\(store.read.count) of \(store.issues.count) read")
            .padding()
            .frame(minWidth: 200)
    }
}
