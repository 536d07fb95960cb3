// State restoration: where one was is kept with the window, how one likes it with the app.
import SwiftUI

enum Typeface: String, CaseIterable, Identifiable {
    case serif, sans, mono
    var id: String { rawValue }

    var design: Font.Design {
        switch self {
        case .serif: return .serif
        case .sans: return .default
        case .mono: return .monospaced
        }
    }
}

enum ReaderTab: Int {
    case book, settings
}

struct ReaderApp: App {
    var body: some Scene {
        WindowGroup {
            ReaderTabs()
        }
    }
}

struct ReaderTabs: View {
    @SceneStorage("reader.tab") private var tab = ReaderTab.book

    var body: some View {
        TabView(selection: $tab) {
            BookView()
                .tabItem {
                    Image(systemName: "book")
                    Text("Book")
                }
                .tag(ReaderTab.book)
            ReaderSettings()
                .tabItem { Label("Settings", systemImage: "gear") }
                .tag(ReaderTab.settings)
        }
    }
}

struct BookView: View {
    static let reading = "org.example.reader.reading"

    @SceneStorage("reader.chapter") private var chapter = 1
    @SceneStorage("reader.note") private var note: String?
    @AppStorage("reader.size") private var size = 14.0
    @AppStorage("reader.typeface") private var typeface = Typeface.serif
    @State private var isNoting = false

    var body: some View {
        VStack(spacing: 12) {
            Text("Chapter \(chapter)")
                .font(.system(size: size, design: typeface.design))
            Text(note ?? "No note")
                .font(.custom("Cantarell", size: 12, relativeTo: .caption))
                .foregroundStyle(note == nil ? .secondary : .primary)
            HStack {
                Button { chapter -= 1 } label: { Image(systemName: "chevron.left") }
                    .disabled(chapter == 1)
                    .accessibility(label: Text("Back"))
                    .accessibility(hint: Text("Goes to the chapter before"))
                Button { chapter += 1 } label: { Label("Next", systemImage: "chevron.right").labelStyle(.iconOnly) }
                Button(note == nil ? "Note" : "Forget the note") {
                    note = note == nil ? "Chapter \(chapter) is good" : nil
                }
            }
        }
        .padding()
        .userActivity(Self.reading) { activity in
            activity.title = "Chapter \(chapter)"
            activity.userInfo = ["chapter": chapter]
            activity.needsSave = true
        }
        .onContinueUserActivity(Self.reading) { activity in
            chapter = activity.userInfo?["chapter"] as? Int ?? 1
        }
    }
}

struct ReaderSettings: View {
    @AppStorage("reader.name") private var name = ""
    @AppStorage("reader.size") private var size = 14.0
    @AppStorage("reader.typeface") private var typeface: Typeface = .serif
    @AppStorage("reader.goal") private var goal = 20
    @AppStorage("reader.reminds") private var reminds = false
    @AppStorage("reader.last") private var last: URL?
    @State private var showsReset = false
    @State private var marks = [Mark(name: "Bold", isOn: true), Mark(name: "Italic", isOn: false)]

    struct Mark: Identifiable {
        let id = UUID()
        let name: String
        var isOn: Bool
    }

    var body: some View {
        Form {
            Section("You") {
                TextField("Name", text: $name, prompt: Text("What are you called?"))
                    .textInputAutocapitalization(.words)
                    .autocorrectionDisabled()
                    .onSubmit { print("You are \(name)") }
                TextField("Pages a day", value: $goal, format: .number)
                Stepper("Pages a day: \(goal)", value: $goal, in: 5...100, step: 5)
                Toggle("Remind me", isOn: $reminds)
            }
            Section(header: Text("Text")) {
                Picker("Typeface", selection: $typeface) {
                    ForEach(Typeface.allCases) { face in
                        Text(face.rawValue.capitalized).tag(face)
                    }
                }
                HStack {
                    Text("Size")
                    Slider(value: $size, in: 10...24, step: 1)
                    Text("\(Int(size))").monospacedDigit()
                }
                Toggle("All marks", sources: $marks, isOn: \.isOn)
                ForEach($marks) { $mark in
                    Toggle(mark.name, isOn: $mark.isOn)
                }
            }
            Section {
                Button("Reset", role: .destructive) { showsReset = true }
            } footer: {
                Text(last?.absoluteString ?? "Nothing opened yet")
            }
        }
        .confirmationDialog("Reset the settings?", isPresented: $showsReset, titleVisibility: .visible) {
            Button("Reset", role: .destructive) {
                for key in ["reader.name", "reader.size", "reader.typeface", "reader.goal", "reader.reminds"] {
                    UserDefaults.standard.removeObject(forKey: key)
                }
            }
        } message: {
            Text("Where you were is kept.")
        }
        .onOpenURL { last = $0 }
    }
}
