// Views that are generic, views that are constants, views that functions make.
import SwiftUI

struct PartsApp: App {
    var body: some Scene {
        WindowGroup {
            PartsView()
        }
    }
}

/// A container with content of any kind.
struct Panel<Header: View, Content: View>: View {
    private let header: Header
    private let content: () -> Content

    init(@ViewBuilder header: () -> Header, @ViewBuilder content: @escaping () -> Content) {
        self.header = header()
        self.content = content
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            header.font(.headline)
            content()
        }
        .padding(8)
        .overlay(RoundedRectangle(cornerRadius: 8).strokeBorder(Color.gray, lineWidth: 1))
    }
}

extension Panel where Header == Text {
    init(_ title: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(header: { Text(title) }, content: content)
    }
}

struct LoadState<Value> {
    enum Phase {
        case idle
        case loading(progress: Double)
        case loaded(Value)
        case failed(Error)
    }
    var phase: Phase = .idle
}

struct LoadView<Value, Loaded: View, Failed: View>: View {
    let state: LoadState<Value>
    @ViewBuilder let loaded: (Value) -> Loaded
    @ViewBuilder var failed: (Error) -> Failed

    var body: some View {
        switch state.phase {
        case .idle: EmptyView()
        case .loading(let progress): Text("\(progress * 100, specifier: "%.0f") %")
        case .loaded(let value): loaded(value)
        case .failed(let error): failed(error)
        }
    }
}

extension Text {
    static let separator = Text("·").foregroundColor(.secondary)
}

struct PartsView: View {
    static let footer = Text("Made of parts").font(.footnote)
    private static let rows = 3
    @State private var price = 12.5
    @State private var showsMore = false
    private let date = Date(timeIntervalSince1970: 1_600_000_000)

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Panel("Panel") {
                Text("One")
                Text("Two")
                if showsMore {
                    ForEach(0..<Self.rows, id: \.self) { Text("More \($0)") }
                } else {
                    more
                }
            }
            Panel(header: { row("Header", "of a function") }) {
                Group {
                    Text("Date: ") + Text(date, style: .date).bold() + Text(", at ") + Text(date, style: .time)
                    Text("Price: \(price, specifier: "%.2f")")
                    Text(price, format: .number)
                    Text("Part of ten: \(7, specifier: "%02d")")
                }
            }
            LoadView(state: LoadState(phase: .loaded("Done"))) { value in
                Text(value).foregroundColor(.green)
            } failed: { error in
                Text(error.localizedDescription)
            }
            makeFooter(isLong: true)
            Self.footer
            erased(1)
        }
        .padding()
        .onAppear {
            withAnimation(.easeInOut(duration: 0.3)) { price += 1 }
        }
    }

    var more: some View {
        Button("More") { showsMore = true }
    }

    @ViewBuilder func row(_ left: String, _ right: String) -> some View {
        HStack {
            Text(left)
            Text.separator
            Text(right)
        }
    }

    func erased(_ kind: Int) -> AnyView {
        switch kind {
        case 0: return AnyView(EmptyView())
        default: return AnyView(Text("Of any type").opacity(0.6))
        }
    }
}

@ViewBuilder @MainActor func makeFooter(isLong: Bool) -> some View {
    if #available(macOS 12, iOS 15, *) {
        Text("New")
    } else {
        Text("Old")
    }
    if isLong {
        Divider()
        Text("Long footer")
    }
}

/// Not of the main actor: a view is a value, and making one needs no screen.
func makeTitle(_ text: String) -> some View {
    Text(text).font(.title).padding(.bottom, 4)
}

struct PartsView_Previews: PreviewProvider {
    static var previews: some View {
        Group {
            PartsView()
            PartsView().disabled(true)
        }
    }
}
