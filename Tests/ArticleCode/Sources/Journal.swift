// What the scene's phase is, in the app and in its views; work that begins and ends with it.
import SwiftUI

@MainActor
final class JournalStore: ObservableObject {
    @Published private(set) var entries: [String] = ["Began a journal"]
    @Published var isDirty = false

    func add(_ entry: String) {
        entries.append(entry)
        isDirty = true
    }

    func save() {
        isDirty = false
    }

    func load() async {
        try? await Task.sleep(nanoseconds: 10_000_000)
        add("Loaded")
    }
}

struct JournalApp: App {
    @Environment(\.scenePhase) private var scenePhase
    @StateObject private var store = JournalStore()

    init() {
        print("The journal starts")
    }

    var body: some Scene {
        WindowGroup {
            JournalView(store: store)
        }
        .onChange(of: scenePhase) { phase in
            switch phase {
            case .active: print("active")
            case .inactive: print("inactive")
            case .background: store.save()
            @unknown default: break
            }
        }
    }
}

struct JournalView: View {
    @Environment(\.scenePhase) var scenePhase
    @ObservedObject var store: JournalStore
    @State private var phases = 0
    @State private var editing: String?
    @State private var showsHelp = false

    var body: some View {
        NavigationView {
            List {
                ForEach(store.entries, id: \.self) { entry in
                    Text(entry)
                }
                if store.isDirty {
                    Text("Not saved").foregroundColor(.orange)
                }
                Text("Phase changed \(phases) times")
            }
            .navigationTitle("Journal")
            .background(
                NavigationLink(destination: Text("Write every day."), isActive: $showsHelp) {
                    EmptyView()
                }
                .hidden()
            )
            .navigationBarTitleDisplayMode(.inline)
            .toolbar {
                Button("Help") { showsHelp = true }
                Button("Add") { store.add("Entry \(store.entries.count)") }
            }
        }
        .navigationViewStyle(.stack)
        .onChange(of: scenePhase) { newPhase in
            phases += 1
            if newPhase == .inactive { store.save() }
        }
        .onChange(of: scenePhase) { oldPhase, newPhase in
            print("From \(oldPhase) to \(newPhase)")
        }
        .onChange(of: store.entries.count, initial: true) {
            print("\(store.entries.count) entries")
        }
        .task {
            await store.load()
        }
        .task(id: editing) {
            guard let editing else { return }
            store.add("Edited \(editing)")
        }
        .onDisappear { store.save() }
        .userActivity("org.example.journal.editing", isActive: scenePhase == .active) { activity in
            activity.title = "Editing the journal"
            activity.becomeCurrent()
        }
    }
}
