// What articles write in passing.
import Combine
import SwiftUI

struct IdiomsApp: App {
    @StateObject private var store = Store.shared
    @Environment(\.scenePhase) var scenePhase

    var body: some Scene {
        mainScene
    }

    @SceneBuilder var mainScene: some Scene {
        WindowGroup {
            IdiomsView(store: store)
                .frame(minWidth: 320, idealWidth: 400, maxWidth: .infinity, minHeight: 200, maxHeight: .infinity)
        }
        .handlesExternalEvents(matching: Set(["*"]))
        .onChange(of: scenePhase) {
            if scenePhase == .background { store.reset() }
        }
    }
}

protocol Named {
    var name: String { get }
}

@MainActor
final class Store: ObservableObject {
    static let shared = Store()

    enum State: Equatable {
        case idle, busy
        case done([Entry])
        case failed(message: String)
    }

    struct Entry: Identifiable, Hashable, Codable, Named {
        let id: Int
        var name: String
        var date = Date(timeIntervalSinceReferenceDate: 0)
        var isFavorite = false
    }

    @Published var state: State = .idle
    @Published var entries: [Entry] = (1...3).map { Entry(id: $0, name: "Entry \($0)") }
    @Published var favorites: Set<Int> = []
    let errors = PassthroughSubject<Error, Never>()
    private var cancellables: Set<AnyCancellable> = []

    private init() {
        $favorites
            .combineLatest($entries)
            .map { favorites, entries in entries.filter { favorites.contains($0.id) }.count }
            .receive(on: DispatchQueue.main)
            .sink { [unowned self] count in
                if count > 2 { self.state = .failed(message: "Too many") }
            }
            .store(in: &cancellables)
        objectWillChange
            .sink { _ in }
            .store(in: &cancellables)
    }

    func load() -> AnyPublisher<[Entry], Error> {
        Future<[Entry], Error> { promise in
            promise(.success([Entry(id: 9, name: "Loaded")]))
        }
        .map { $0.sorted { $0.name < $1.name } }
        .eraseToAnyPublisher()
    }

    func refresh() {
        state = .busy
        load()
            .receive(on: RunLoop.main)
            .sink { completion in
                if case let .failure(error) = completion {
                    self.errors.send(error)
                }
            } receiveValue: { [weak self] entries in
                self?.state = .done(entries)
            }
            .store(in: &cancellables)
    }

    func reset() { state = .idle }

    func binding(for id: Int) -> Binding<Bool> {
        Binding(
            get: { self.favorites.contains(id) },
            set: { isOn in
                if isOn { self.favorites.insert(id) } else { self.favorites.remove(id) }
            })
    }
}

struct IdiomsView: View {
    @ObservedObject var store: Store
    @Environment(\.openWindow) var openWindow
    @Environment(\.dismissWindow) private var dismissWindow
    @Environment(\.supportsMultipleWindows) private var supportsMultipleWindows
    @Environment(\.colorScheme) var colorScheme
    @Environment(\.locale) private var locale
    @Environment(\.calendar) private var calendar
    @Environment(\.layoutDirection) private var layoutDirection
    @State private var selection: Store.Entry.ID? = nil
    @State private var isExpanded: Bool = false

    private static let formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.dateStyle = .short
        return formatter
    }()

    private var title: String { isExpanded ? "All" : "Some" }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            header
            content
            Spacer(minLength: 0)
            footer
        }
        .padding([.top, .horizontal], 10)
        .padding(.bottom)
        .background(colorScheme == .dark ? Color.black : Color.gray.opacity(0.1))
        .edgesIgnoringSafeArea(.all)
        .onAppear { store.refresh() }
        .onAppear(perform: nil)
        .onReceive(NotificationCenter.default.publisher(for: Notification.Name("changed"))) { _ in
            store.reset()
        }
        .onReceive(store.errors.receive(on: DispatchQueue.main)) { error in
            print(error.localizedDescription)
        }
        .onReceive(store.$state.map { $0 == .busy }.removeDuplicates()) { isBusy in
            print(isBusy)
        }
        .userActivity("org.example.idioms", isActive: selection != nil) { userActivity in
            userActivity.title = title
            userActivity.addUserInfoEntries(from: ["selection": selection ?? 0])
            userActivity.keywords = Set(store.entries.map(\.name))
        }
        .onContinueUserActivity("org.example.idioms") { userActivity in
            if let selected = userActivity.userInfo?["selection"] as? Int {
                self.selection = selected
            }
        }
        .navigationTitle(Text("Idioms"))
    }

    private var header: some View {
        HStack {
            Image(systemName: "star.fill")
                .resizable()
                .aspectRatio(contentMode: .fit)
                .frame(width: 20, height: 20)
                .foregroundColor(.init(red: 0.8, green: 0.6, blue: 0))
                .accessibility(label: Text("Star"))
            Text(title).font(.system(.title, design: .rounded)).fontWeight(.heavy).lineLimit(1)
            Spacer()
            Button {
                withAnimation(.spring(response: 0.3, dampingFraction: 0.6)) {
                    isExpanded.toggle()
                }
            } label: {
                Label("Expand", systemImage: isExpanded ? "chevron.up" : "chevron.down")
            }
            .buttonStyle(PlainButtonStyle())
        }
    }

    @ViewBuilder private var content: some View {
        switch store.state {
        case .idle, .busy:
            Text("Loading…").frame(maxWidth: .infinity, alignment: .center)
        case .done(let entries) where entries.isEmpty:
            Text("Nothing")
        case .done(let entries):
            ForEach(entries + store.entries) { entry in
                row(for: entry)
                if entry.id != entries.last?.id { Divider() }
            }
        case .failed(let message):
            Text(message).foregroundColor(.red)
        }
    }

    private func row(for entry: Store.Entry) -> some View {
        let isFavorite = store.binding(for: entry.id)
        return HStack(spacing: 12) {
            Text(entry.name)
            Text(entry.date, formatter: Self.formatter)
            Text("\(entry.date, formatter: Self.formatter)")
            Text(entry.date.formatted(date: .abbreviated, time: .omitted))
            Text(entry.name.uppercased() as String)
            FavoriteButton(isOn: isFavorite)
        }
        .contentShape(Rectangle())
        .onTapGesture { selection = entry.id }
        .onTapGesture(count: 2) { isExpanded = true }
        .offset(x: selection == entry.id ? 24 : 0)
        .scaleEffect(selection == entry.id ? 1.1 : 1)
    }

    var footer: some View {
        Text("\(store.entries.count) of \(store.entries.count) in \(calendar.isDateInToday(Date()) ? "today" : "then")")
            .font(.caption)
            .foregroundStyle(.secondary)
            .multilineTextAlignment(.trailing)
            .allowsHitTesting(false)
    }
}

struct FavoriteButton: View {
    @Binding var isOn: Bool

    var body: some View {
        Button(action: {
            self.isOn.toggle()
        }) {
            Image(systemName: isOn ? "heart.fill" : "heart")
                .imageScale(.large)
                .foregroundColor(isOn ? Color.red : nil)
        }
    }
}

struct NamedList<T: Named & Identifiable, Row: View>: View {
    var items: [T]
    var row: (T) -> Row

    init(_ items: [T], @ViewBuilder row: @escaping (T) -> Row) {
        self.items = items
        self.row = row
    }

    var body: some View {
        List {
            ForEach(items) { item in
                row(item)
            }
        }
    }
}

extension Binding {
    func onChange(_ handler: @escaping (Value) -> Void) -> Binding<Value> {
        Binding(
            get: { self.wrappedValue },
            set: { newValue in
                self.wrappedValue = newValue
                handler(newValue)
            })
    }
}

extension Color {
    static let brand = Color(red: 0.2, green: 0.4, blue: 0.8)
    init(hex: UInt) {
        self.init(
            .sRGB, red: Double((hex >> 16) & 0xff) / 255, green: Double((hex >> 8) & 0xff) / 255,
            blue: Double(hex & 0xff) / 255, opacity: 1)
    }
}

extension Font {
    static let brand = Font.custom("Cantarell", size: 14)
}

#Preview {
    IdiomsView(store: .shared)
}
