// Shortcuts: what the user does often is donated, so that it can be suggested.
#if canImport(Intents)
    import Intents
#endif
import SwiftUI

struct CoffeeOrder: Codable, Equatable {
    enum Size: Int, CaseIterable, Codable, Identifiable {
        case small = 1, medium, large
        var id: Int { rawValue }
        var label: LocalizedStringKey {
            switch self {
            case .small: "Small"
            case .medium: "Medium"
            case .large: "Large"
            }
        }
    }

    var size = Size.medium
    var shots = 1
    var hasMilk = true
    var strength: Double = 0.5
}

struct CoffeeApp: App {
    var body: some Scene {
        WindowGroup {
            CoffeeView()
        }
    }
}

struct CoffeeView: View {
    static let orderActivityType = "org.example.coffee.order"

    @State private var order = CoffeeOrder()
    @State private var isBrewing = false
    @State private var progress = 0.0
    @State private var ordered: [CoffeeOrder] = []

    var body: some View {
        Form {
            Section {
                Picker(selection: $order.size, label: Text("Size")) {
                    ForEach(CoffeeOrder.Size.allCases) { size in
                        Text(size.label).tag(size)
                    }
                }
                .pickerStyle(.segmented)
                Stepper(value: $order.shots, in: 1...4) {
                    Text("Shots: \(order.shots)")
                }
                Toggle(isOn: $order.hasMilk.animation()) {
                    Text("Milk")
                }
                .toggleStyle(SwitchToggleStyle(tint: .brown))
                Slider(value: $order.strength, in: 0...1) {
                    Text("Strength")
                } minimumValueLabel: {
                    Image(systemName: "minus")
                } maximumValueLabel: {
                    Image(systemName: "plus")
                }
            } header: {
                Text("Your coffee")
            }

            Section {
                if isBrewing {
                    ProgressView(value: progress) {
                        Text("Brewing…")
                    } currentValueLabel: {
                        Text(progress, format: .percent.precision(.fractionLength(0)))
                    }
                    .progressViewStyle(LinearProgressViewStyle(tint: .brown))
                } else {
                    Button("Order") { isBrewing = true }
                        .keyboardShortcut(.defaultAction)
                }
            } footer: {
                Text(ordered.isEmpty ? "Nothing ordered yet" : "Ordered \(ordered.count) times")
            }
        }
        .task(id: isBrewing) {
            guard isBrewing else { return }
            await brew()
        }
        .userActivity(Self.orderActivityType, isActive: !ordered.isEmpty) { activity in
            activity.title = "Order a coffee"
            activity.isEligibleForPrediction = true
            activity.isEligibleForSearch = true
            activity.isEligibleForHandoff = false
            activity.suggestedInvocationPhrase = "Time for coffee"
            activity.persistentIdentifier = NSUserActivityPersistentIdentifier("coffee.order")
            do {
                try activity.setTypedPayload(order)
            } catch {
                print("The order cannot be carried: \(error)")
            }
        }
        .onContinueUserActivity(Self.orderActivityType) { activity in
            guard let known = try? activity.typedPayload(CoffeeOrder.self) else { return }
            order = known
            isBrewing = true
        }
    }

    private func brew() async {
        for step in 1...10 {
            try? await Task.sleep(nanoseconds: 20_000_000)
            guard !Task.isCancelled else { return }
            progress = Double(step) / 10
        }
        ordered.append(order)
        isBrewing = false
        progress = 0
    }
}

#Preview("Coffee") {
    CoffeeView()
}
