// State that goes down as bindings, objects that are handed on, lists that are edited.
import Combine
import SwiftUI

struct Contestant: Identifiable, Equatable {
    let id = UUID()
    var name: String
    var score: Int = 0
}

class GameBase: ObservableObject {
    @Published var round = 1
}

final class Game: GameBase {
    @Published var players = [Contestant(name: "Ann"), Contestant(name: "Bo"), Contestant(name: "Cy")]
    var leader: Contestant? { players.max { $0.score < $1.score } }

    func nextRound() {
        round += 1
        players.sort { $0.score > $1.score }
    }
}

struct PlayersApp: App {
    var body: some Scene {
        WindowGroup {
            GameView()
        }
    }
}

struct GameView: View {
    @StateObject private var game: Game
    @State private var settings = Settings()

    struct Settings {
        var step = 1
        var title = "Game"
    }

    init(game: @autoclosure @escaping () -> Game = Game()) {
        _game = StateObject(wrappedValue: game())
    }

    var body: some View {
        VStack {
            Text("\(settings.title), round \(game.round)").font(.title2)
            ForEach($game.players) { $player in
                ScoreRow(name: player.name, score: $player.score, step: settings.step)
            }
            StepChooser(step: $settings.step)
            Text(game.leader.map { "\($0.name) leads" } ?? "Nobody leads")
            Button("Next round", action: game.nextRound)
                .keyboardShortcut("n", modifiers: [.command, .shift])
                .help("Sorts the players")
                .accessibilityHint("Sorts the players by their points")
            Button("Reset", role: .destructive) { reset() }
        }
        .padding(EdgeInsets(top: 8, leading: 16, bottom: 8, trailing: 16))
        .frame(minWidth: 240, maxWidth: .infinity, minHeight: 200)
        .onChange(of: game.players) { players in
            print(players.map(\.score))
        }
    }

    private func reset() {
        for index in game.players.indices {
            game.players[index].score = 0
        }
        game.round = 1
        settings = .init()
    }
}

struct ScoreRow: View {
    let name: String
    @Binding var score: Int
    let step: Int

    init(name: String, score: Binding<Int>, step: Int) {
        self.name = name
        self._score = score
        self.step = step
    }

    var body: some View {
        HStack {
            Text(name)
            Spacer()
            Text(String(format: "%3d", score)).font(.body.monospacedDigit())
            Button("−") { score = max(0, score - step) }
            Button("+") { score += step }
        }
        .accessibilityLabel(Text("\(name) has \(score) points"))
    }
}

struct StepChooser: View {
    @Binding var step: Int
    private let steps = [1, 2, 5]

    var body: some View {
        HStack {
            ForEach(steps.indices, id: \.self) { index in
                Button(action: { step = steps[index] }, label: { Text("\(steps[index])") })
                    .background(steps[index] == step ? Color.accentColor : .clear)
            }
        }
    }
}

struct ScoreRow_Previews: PreviewProvider {
    static var previews: some View {
        ScoreRow(name: "Ann", score: .constant(3), step: 1)
    }
}
