// A view model with Combine: what is typed leads to results, errors and progress.
import Combine
import SwiftUI

struct Clip: Identifiable, Equatable {
    let id: Int
    let title: String
}

protocol ClipService {
    func clips(matching query: String) -> AnyPublisher<[Clip], Never>
}

struct LocalClipService: ClipService {
    private let all = ["Rain", "River", "Road", "Train"].enumerated().map { Clip(id: $0.offset, title: $0.element) }

    func clips(matching query: String) -> AnyPublisher<[Clip], Never> {
        Just(all.filter { query.isEmpty || $0.title.contains(query) })
            .eraseToAnyPublisher()
    }
}

final class ClipsViewModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var clips: [Clip] = []
    @Published private(set) var summary = ""
    @Published var isLoading = false

    let played = PassthroughSubject<Clip, Never>()
    let volume = CurrentValueSubject<Double, Never>(0.5)

    private let service: ClipService
    private var cancellables = Set<AnyCancellable>()
    private var playing: AnyCancellable?

    init(service: ClipService = LocalClipService()) {
        self.service = service

        $query
            .removeDuplicates()
            .sink { [weak self] query in
                self?.load(query)
            }
            .store(in: &cancellables)

        $clips
            .map { "\($0.count) clips" }
            .assign(to: &$summary)

        $query
            .dropFirst()
            .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
            .receive(on: RunLoop.main)
            .sink { print("Searched for \($0)") }
            .store(in: &cancellables)

        playing = played
            .map(\.title)
            .filter { !$0.isEmpty }
            .sink { print("Playing \($0)") }

        Publishers.CombineLatest($clips, $isLoading)
            .map { clips, isLoading in clips.isEmpty && !isLoading }
            .sink { isEmpty in if isEmpty { print("Nothing there") } }
            .store(in: &cancellables)
    }

    deinit {
        playing?.cancel()
    }

    private func load(_ query: String) {
        isLoading = true
        service.clips(matching: query)
            .sink(
                receiveCompletion: { [weak self] completion in
                    switch completion {
                    case .finished: self?.isLoading = false
                    }
                },
                receiveValue: { [weak self] in self?.clips = $0 }
            )
            .store(in: &cancellables)
    }
}

/// Tells of its changes by itself.
final class Player: ObservableObject {
    var current: Clip? {
        willSet { objectWillChange.send() }
    }
}

struct ClipsApp: App {
    var body: some Scene {
        WindowGroup { ClipsView() }
    }
}

struct ClipsView: View {
    @StateObject private var model = ClipsViewModel()
    @ObservedObject private var player = Player()
    @State private var count = 0

    var body: some View {
        VStack {
            Text(model.summary).font(.subheadline)
            HStack {
                ForEach(["", "R", "Tr"], id: \.self) { query in
                    Button(query.isEmpty ? "All" : query) { model.query = query }
                }
            }
            if model.isLoading {
                Text("Loading…")
            } else {
                ForEach(model.clips) { clip in
                    Button(clip.title) {
                        player.current = clip
                        model.played.send(clip)
                    }
                }
            }
            Text("Played \(count), now \(player.current?.title ?? "nothing")")
        }
        .padding()
        .onReceive(model.played) { _ in count += 1 }
        .onReceive(model.$query.dropFirst()) { query in
            print("Query is about to be \(query)")
        }
    }
}
