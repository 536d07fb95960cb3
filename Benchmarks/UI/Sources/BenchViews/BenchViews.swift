internal import CFrames
internal import SwiftUI

/// What the first argument names, as an app.
@main struct BenchViews: App {
    init() { frames_watch() }

    var body: some Scene {
        WindowGroup("Views") { Root() }.defaultSize(width: 480, height: 640)
    }
}

/// The names are those of Peer/views.c.
struct Root: View {
    var body: some View {
        switch CommandLine.arguments.dropFirst().first {
        case "labels": ModelRows()
        case "labels-naive": StateRows()
        case "list": StoredList()
        case "list-on-demand": NumberList()
        default: Text("Hello, world!")
        }
    }
}

// MARK: One of a thousand labels

let rowCount = 1000
let changedRow = 5
let changeCount = 100

/// Changes the text, and says so when the views are up to date: the task comes behind that of their pass.
@MainActor var setText: @MainActor (String) -> Void = { _ in }
@MainActor func changeAgainAndAgain(_ change: @escaping @MainActor (String) -> Void) {
    setText = change
    frames_change(CInt(changeCount)) { number in
        MainActor.assumeIsolated {
            setText("Row \(changedRow) was changed \(number) times")
            Task { frames_changed() }
        }
    }
}

@Observable final class Row: Identifiable {
    let id: Int
    var text: String
    init(id: Int) {
        self.id = id
        text = "Row \(id)"
    }
}

@Observable final class Rows {
    var all = (0..<rowCount).map { Row(id: $0) }
}

/// As apps are written: a row is a view of its own, and reads its own element.
struct ModelRows: View {
    @State private var rows = Rows()

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) { ForEach(rows.all) { RowLabel(row: $0) } }
        }
        .onAppear {
            let row = rows.all[changedRow]
            changeAgainAndAgain { row.text = $0 }
        }
    }
}

struct RowLabel: View {
    let row: Row
    var body: some View { Text(row.text) }
}

/// As simple as can be: one body that reads all of the rows.
struct StateRows: View {
    @State private var texts = (0..<rowCount).map { "Row \($0)" }

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 0) {
                ForEach(texts.indices, id: \.self) { Text(texts[$0]) }
            }
        }
        .onAppear { changeAgainAndAgain { texts[changedRow] = $0 } }
    }
}

// MARK: A hundred thousand rows

let listCount = 100_000

struct Item: Identifiable {
    let id: Int
    let text: String
}

/// All texts are there before the first frame.
struct StoredList: View {
    @State private var items = (0..<listCount).map { Item(id: $0, text: "Row number \($0) of a long list") }

    var body: some View { List(items) { Text($0.text) } }
}

/// A text is made when its row is.
struct NumberList: View {
    var body: some View { List(0..<listCount) { Text("Row number \($0) of a long list") } }
}
