// Search results: loaded in a task, shown in sections, scrolled to from elsewhere.
import CoreSpotlight
import SwiftUI

struct SearchHit: Identifiable, Hashable, Sendable {
    let id: String
    let title: String
    var section: String { String(title.prefix(1)) }
}

@MainActor
final class FinderModel: ObservableObject {
    enum Phase: Equatable {
        case idle
        case searching
        case found([SearchHit])
        case failed(String)
    }

    @Published var query = ""
    @Published private(set) var phase = Phase.idle

    private let names = ["Apple", "Apricot", "Banana", "Blackberry", "Cherry", "Cranberry", "Date", "Fig", "Grape"]

    var sections: [(name: String, hits: [SearchHit])] {
        guard case .found(let hits) = phase else { return [] }
        return Dictionary(grouping: hits, by: \.section)
            .sorted { $0.key < $1.key }
            .map { (name: $0.key, hits: $0.value) }
    }

    func search() async {
        phase = .searching
        do {
            try await Task.sleep(nanoseconds: 50_000_000)
            let wanted = query
            phase = .found(
                names.filter { wanted.isEmpty || $0.localizedCaseInsensitiveContains(wanted) }
                    .map { SearchHit(id: $0.lowercased(), title: $0) })
        } catch is CancellationError {
            phase = .idle
        } catch {
            phase = .failed(error.localizedDescription)
        }
    }
}

struct FinderApp: App {
    @StateObject private var model = FinderModel()

    var body: some Scene {
        WindowGroup {
            FinderView(model: model)
                .onContinueUserActivity(CSQueryContinuationActionType) { activity in
                    if let text = activity.userInfo?[CSSearchQueryString] as? String { model.query = text }
                }
        }
        .defaultSize(width: 360, height: 420)
    }
}

struct PillButtonStyle: ButtonStyle {
    @Environment(\.isEnabled) private var isEnabled
    var tint: Color = .accentColor

    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.callout.weight(.semibold))
            .padding(EdgeInsets(top: 4, leading: 10, bottom: 4, trailing: 10))
            .foregroundColor(isEnabled ? tint : .gray)
            .overlay(Capsule().strokeBorder(lineWidth: 1))
            .opacity(configuration.isPressed ? 0.5 : 1)
    }
}

extension ButtonStyle where Self == PillButtonStyle {
    static var pill: PillButtonStyle { PillButtonStyle() }
    static func pill(_ tint: Color) -> PillButtonStyle { PillButtonStyle(tint: tint) }
}

struct FinderView: View {
    @ObservedObject var model: FinderModel
    @State private var target: String?

    var body: some View {
        VStack(spacing: 8) {
            HStack {
                TextField("Fruit", text: $model.query)
                    .textFieldStyle(.roundedBorder)
                    .onSubmit { Task { await model.search() } }
                Button("Search") { Task { await model.search() } }
                    .buttonStyle(.pill)
                    .disabled(model.phase == .searching)
            }
            results
        }
        .padding()
        .task(id: model.query) { await model.search() }
        .userActivity("org.example.finder.search", isActive: !model.query.isEmpty) { activity in
            activity.title = "Searching for \(model.query)"
            activity.userInfo = ["query": model.query]
        }
    }

    @ViewBuilder private var results: some View {
        switch model.phase {
        case .idle:
            EmptyView()
        case .searching:
            ProgressView("Searching…")
                .progressViewStyle(CircularProgressViewStyle(tint: .blue))
                .frame(maxWidth: .infinity, maxHeight: .infinity)
        case .failed(let message):
            Label(message, systemImage: "exclamationmark.triangle").foregroundColor(.red)
        case .found(let hits) where hits.isEmpty:
            Text("Nothing found").foregroundStyle(.secondary)
        case .found:
            ScrollViewReader { proxy in
                HStack {
                    ForEach(model.sections, id: \.name) { section in
                        Button(section.name) { withAnimation { proxy.scrollTo(section.name, anchor: .top) } }
                            .buttonStyle(.pill(.purple))
                    }
                }
                ScrollView {
                    LazyVStack(alignment: .leading, spacing: 4) {
                        ForEach(model.sections, id: \.name) { section in
                            Section(header: Text(section.name).font(.headline).id(section.name)) {
                                ForEach(section.hits) { hit in
                                    HitRow(hit: hit, isTarget: target == hit.id)
                                        .id(hit.id)
                                        .onTapGesture { target = hit.id }
                                }
                            }
                        }
                    }
                    .padding(.horizontal)
                }
                .scrollIndicators(.hidden)
                .onChange(of: target) { _, new in
                    if let new { proxy.scrollTo(new) }
                }
            }
        }
    }
}

struct HitRow: View {
    let hit: SearchHit
    let isTarget: Bool

    var body: some View {
        HStack {
            Text(hit.title).lineLimit(...2)
            Spacer()
            if isTarget { Image(systemName: "checkmark.circle.fill").symbolColor(.green) }
        }
        .padding(6)
        .frame(maxWidth: .infinity)
        .background(isTarget ? .yellow.opacity(0.3) : .clear, in: .rect(cornerRadius: 6))
        .accessibilityElementLabel(hit.title)
    }
}

extension View {
    fileprivate func symbolColor(_ color: Color) -> some View { foregroundStyle(color) }
    fileprivate func accessibilityElementLabel(_ text: String) -> some View { accessibilityLabel(text) }
}
