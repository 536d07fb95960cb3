// A stack of pages by its path, which is written by links, and by what is continued.
import SwiftUI

enum NotesRoute: Hashable, Codable {
    case folder(String)
    case note(Int)
}

struct Note: Identifiable, Hashable {
    let id: Int
    var title: String
    var text: String
}

@MainActor
final class NotesNavigation: ObservableObject {
    @Published var path = NavigationPath()

    func open(_ url: URL) {
        guard url.host == "note", let id = Int(url.lastPathComponent) else { return }
        path = NavigationPath()
        path.append(NotesRoute.folder("Inbox"))
        path.append(NotesRoute.note(id))
    }
}

struct NotesApp: App {
    @StateObject private var navigation = NotesNavigation()

    var body: some Scene {
        WindowGroup {
            NotesView()
                .environmentObject(navigation)
                .onOpenURL(perform: navigation.open)
        }
        .defaultSize(width: 480, height: 360)
    }
}

struct NotesView: View {
    @EnvironmentObject private var navigation: NotesNavigation
    private let notes = (1...5).map { Note(id: $0, title: "Note \($0)", text: "Text of note \($0)") }

    var body: some View {
        NavigationStack(path: $navigation.path) {
            List(["Inbox", "Archive"], id: \.self) { folder in
                NavigationLink(folder, value: NotesRoute.folder(folder))
            }
            .navigationTitle("Notes")
            .navigationDestination(for: NotesRoute.self) { route in
                switch route {
                case .folder(let name):
                    FolderView(name: name, notes: notes)
                case .note(let id):
                    if let note = notes.first(where: { $0.id == id }) {
                        NoteView(note: note)
                    } else {
                        Text("There is no note \(id)")
                    }
                }
            }
            .toolbar {
                ToolbarItem(placement: .navigationBarTrailing) {
                    Button("Deep") { navigation.open(URL(string: "notes://note/3")!) }
                }
            }
        }
        .onContinueUserActivity("org.example.notes.note") { activity in
            guard let id = activity.userInfo?["note"] as? Int else { return }
            navigation.path = NavigationPath([NotesRoute.folder("Inbox"), .note(id)])
        }
    }
}

struct FolderView: View {
    let name: String
    let notes: [Note]
    @State private var selected: Note.ID?

    var body: some View {
        List(notes, selection: $selected) { note in
            NavigationLink(value: NotesRoute.note(note.id)) {
                Text(note.title)
            }
        }
        .navigationTitle(name)
    }
}

struct NoteView: View {
    let note: Note
    @EnvironmentObject private var navigation: NotesNavigation

    var body: some View {
        VStack(alignment: .leading) {
            Text(note.text)
            Button("To the root") {
                navigation.path.removeLast(navigation.path.count)
            }
        }
        .padding()
        .navigationTitle(Text(note.title))
        .userActivity("org.example.notes.note", element: note) { note, activity in
            activity.title = note.title
            activity.userInfo = ["note": note.id]
            activity.targetContentIdentifier = "note/\(note.id)"
        }
    }
}

/// A path of one type of value.
struct PlainPathView: View {
    @State private var path: [Int] = []

    var body: some View {
        NavigationStack(path: $path) {
            VStack {
                NavigationLink("One", value: 1)
                Button("Three pages") { path = [1, 2, 3] }
            }
            .navigationDestination(for: Int.self) { number in
                Button("Back to the start from \(number)") { path.removeAll() }
            }
        }
    }
}
