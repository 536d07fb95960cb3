internal import GTK
internal import ObjectCount
internal import SwiftUI

/// Views for tests and measurements: what `VIEWS` names.
@main struct ViewsApp: App {
    var body: some Scene {
        WindowGroup("Views") { Root(name: ProcessInfo.processInfo.environment["VIEWS"] ?? "hello") }
            .defaultSize(width: 480, height: 640)
    }
}

struct Root: View {
    let name: String

    var body: some View {
        switch name {
        case "hello": Text("Hello, world!").padding()
        case "navigation": Navigations()
        case "rows": ChangingRows()
        case "widget": OwnWidget()
        case "shortcuts": Shortcuts()
        case "controls": EveryControl()
        case "stored": Stored()
        case "order": Reordered()
        default: HardCases(name: name)
        }
    }
}

/// Says a line that the test reads.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Goes to a page and back, again and again; says how many objects there are before and after.
struct Navigations: View {
    private static let warmUp = 20
    @State private var path: [Int] = []
    @State private var text = ""

    var body: some View {
        NavigationStack(path: $path) {
            List(0..<30) { row in NavigationLink("Row \(row)", value: row) }
                .navigationTitle("Rows")
                .navigationDestination(for: Int.self) { NumberPage(number: $0) }
        }
        .task {
            await goAndReturn(Self.warmUp)
            let before = baton_objects_alive()
            await goAndReturn(100)
            let after = baton_objects_alive()
            path = [1, 2]
            await nextFrame()
            say("objects \(before) \(after) \(baton_objects_alive())")
        }
    }

    private func goAndReturn(_ times: Int) async {
        for number in 0..<times {
            path = [number, number + 1]
            await nextFrame()
            path = []
            await nextFrame()
        }
    }
}

/// Until GTK has shown what there is.
@MainActor func nextFrame() async {
    for _ in 0..<2 { try? await Task.sleep(for: .milliseconds(20)) }
}

struct NumberPage: View {
    let number: Int
    @State private var count = 0

    var body: some View {
        VStack(spacing: 8) {
            Text("Page \(number)").font(.title).foregroundStyle(.red)
            Label("Star", systemImage: "star")
            HStack {
                Button("Count \(count)") { count += 1 }.keyboardShortcut("n")
                Image(systemName: "heart").accessibilityLabel("Heart")
            }
            .padding()
            .background(.yellow)
            List(0..<5) { Text("Line \($0)") }.frame(height: 120)
        }
        .navigationTitle("Page \(number)")
        .toolbar { ToolbarItem { Button("Share") {} } }
    }
}

/// A thousand rows of which one changes; each says when its body is made.
struct ChangingRows: View {
    @State private var numbers = Array(0..<1000)
    static var made = 0

    var body: some View {
        VStack {
            Button("Change") {
                Self.made = 0
                numbers[3] += 1000
                Task {
                    await nextFrame()
                    say("made \(Self.made)")
                }
            }
            List(numbers.indices, id: \.self) { row in NumberRow(row: row, number: numbers[row]) }
        }
    }
}

struct NumberRow: View, Equatable {
    let row: Int
    let number: Int

    nonisolated static func == (a: NumberRow, b: NumberRow) -> Bool { (a.row, a.number) == (b.row, b.number) }

    var body: some View {
        let _ = (ChangingRows.made += 1)
        Text("Row \(row) has \(number)")
    }
}

/// A widget of GTK's, with what its signals tell.
struct OwnWidget: View {
    @State private var value = 3.0
    @State private var isShown = true

    var body: some View {
        VStack {
            Text("Value \(Int(value))")
            if isShown { Scale(value: $value).frame(width: 200) }
            Button("Nine") { value = 9 }
            Button("Hide") { isShown = false }
        }
        .padding()
    }
}

struct Scale: GtkWidgetRepresentable {
    @Binding var value: Double

    final class Coordinator {
        var changed: @MainActor (Double) -> Void = { _ in }
    }

    func makeCoordinator() -> Coordinator { Coordinator() }

    func makeWidget(context: Context) -> UnsafeMutablePointer<GtkWidget> {
        let scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 10, 1)!
        g_signal_connect_data(
            scale, "value-changed",
            unsafeBitCast(
                { scale, data in
                    let value = gtk_range_get_value(UnsafeMutableRawPointer(scale).assumingMemoryBound(to: GtkRange.self))
                    let coordinator = Unmanaged<Coordinator>.fromOpaque(data!).takeUnretainedValue()
                    MainActor.assumeIsolated { coordinator.changed(value) }
                } as @convention(c) (OpaquePointer, UnsafeMutableRawPointer?) -> Void, to: GCallback.self),
            Unmanaged.passUnretained(context.coordinator).toOpaque(), nil, GConnectFlags(0))
        return scale
    }

    func updateWidget(_ widget: UnsafeMutablePointer<GtkWidget>, context: Context) {
        context.coordinator.changed = { value = $0 }
        gtk_range_set_value(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkRange.self), value)
    }

    static func dismantleWidget(_ widget: UnsafeMutablePointer<GtkWidget>, coordinator: Coordinator) { say("dismantled") }
}

struct Shortcuts: View {
    @State private var said = "nothing"

    var body: some View {
        VStack {
            Text("Pressed: \(said)")
            Button("New") { said = "new" }.keyboardShortcut("n")
            Button("Undo") { said = "undo" }.keyboardShortcut("z", modifiers: [.command, .shift])
            Button("Off") { said = "off" }.keyboardShortcut("o").disabled(true)
        }
    }
}

/// One of each control, for those who use them without a pointer or without seeing them.
struct EveryControl: View {
    @State private var isOn = false
    @State private var name = ""
    @State private var secret = ""
    @State private var story = "Once"
    @State private var volume = 5.0
    @State private var count = 2
    @State private var size = "small"
    @State private var view = "list"
    @State private var isAsking = false
    @State private var isOpen = false
    @State private var answer = "none"

    var body: some View {
        Form {
            Section("Values") {
                Toggle("Loud", isOn: $isOn)
                TextField("Name", text: $name).onSubmit { answer = "name \(name)" }
                SecureField("Secret", text: $secret)
                TextEditor(text: $story).frame(height: 60).accessibilityLabel("Story")
                Slider(value: $volume, in: 0...10, step: 1) { Text("Volume") }
                Stepper("Count", value: $count, in: 0...9)
                Picker("Size", selection: $size) {
                    ForEach(["small", "large"], id: \.self) { Text($0).tag($0) }
                }
                Picker("View", selection: $view) {
                    Text("List").tag("list")
                    Text("Grid").tag("grid")
                }
                .pickerStyle(.segmented)
            }
            Section("Actions") {
                ProgressView("Loading", value: 0.5)
                Link("Site", destination: URL(string: "https://site.example")!)
                Button("Ask") { isAsking = true }
                Button("Open") { isOpen = true }
                Menu("More") { Button("First") { answer = "first" } }
                Button { answer = "starred" } label: { Image(systemName: "star") }
                Text("Answer: \(answer)")
            }
        }
        .alert("Sure?", isPresented: $isAsking) {
            Button("Yes") { answer = "yes" }
            Button("No", role: .cancel) { answer = "no" }
        }
        .sheet(isPresented: $isOpen) { SheetContent() }
    }
}

struct SheetContent: View {
    @Environment(\.dismiss) private var dismiss
    var body: some View {
        VStack {
            Text("In the sheet")
            Button("Done") { dismiss() }
        }
        .padding()
    }
}

/// Values that are there again when the app is started anew.
struct Stored: View {
    @AppStorage("app") private var app = 0
    @SceneStorage("scene") private var scene = "none"

    var body: some View {
        VStack {
            Text("App \(app), window \(scene)")
            Button("Store") {
                app += 1
                scene = "kept"
            }
        }
    }
}

/// Rows that change places, and come and go meanwhile.
struct Reordered: View {
    @State private var names = (0..<12).map { "row \($0)" }

    var body: some View {
        VStack {
            HStack {
                Button("Reverse") { names.reverse() }
                Button("Swap") { names.swapAt(0, 11) }
                Button("Mix") { names = ["new"] + names.filter { $0 != "row 5" }.sorted() }
            }
            Text("first\nsecond").lineLimit(1)
            List(names, id: \.self) { Text($0) }
        }
    }
}
