// Stored settings, edited with controls of every kind; a form that is sent.
import Combine
import SwiftUI

enum Flavor: String, CaseIterable, Identifiable, Codable {
    case vanilla, chocolate, strawberry
    var id: Self { self }
    var title: String { rawValue.capitalized }
}

final class SettingsModel: ObservableObject {
    @Published var name = ""
    @Published var password = ""
    @Published private(set) var isValid = false
    private var cancellables: Set<AnyCancellable> = []

    init() {
        Publishers.CombineLatest($name, $password)
            .map { name, password in !name.isEmpty && password.count >= 8 }
            .assign(to: &$isValid)
    }
}

struct SettingsApp: App {
    var body: some Scene {
        WindowGroup {
            SettingsView()
        }
    }
}

struct SettingsView: View {
    @AppStorage("flavor") private var flavor: Flavor = .vanilla
    @AppStorage("scoops") private var scoops = 2
    @AppStorage("isLoud") private var isLoud = false
    @SceneStorage("settings.note") private var note = ""
    @StateObject private var model = SettingsModel()
    @State private var volume = 0.5
    @State private var showsConfirmation = false
    @State private var showsResult = false

    var body: some View {
        NavigationView {
            Form {
                Section(header: Text("Order")) {
                    Picker("Flavor", selection: $flavor) {
                        ForEach(Flavor.allCases) { Text($0.title).tag($0) }
                    }
                    .pickerStyle(SegmentedPickerStyle())
                    Stepper("Scoops: \(scoops)", value: $scoops, in: 1...5)
                    Toggle("Loud", isOn: $isLoud)
                    Slider(value: $volume, in: 0...1, step: 0.1) { isEditing in print(isEditing) }
                    ProgressView(value: volume)
                }
                Section(header: Text("Account"), footer: Text("At least 8 characters.")) {
                    TextField("Name", text: $model.name)
                        .textFieldStyle(RoundedBorderTextFieldStyle())
                        .disableAutocorrection(true)
                    SecureField("Password", text: $model.password, onCommit: { showsConfirmation = true })
                    TextEditor(text: $note).frame(height: 60)
                }
                Button("Send") { showsConfirmation = true }
                    .disabled(!model.isValid)
            }
            .navigationBarTitle("Settings")
            .alert(isPresented: $showsResult) {
                Alert(title: Text("Sent"), message: Text("Thank you."), dismissButton: .default(Text("OK")))
            }
        }
        .confirmationDialog("Send the order?", isPresented: $showsConfirmation, titleVisibility: .visible) {
            Button("Send") { showsResult = true }
            Button("Cancel", role: .cancel) {}
        }
        .userActivity("org.example.settings.order") { activity in
            activity.title = "Ordering \(flavor.title)"
            activity.addUserInfoEntries(from: ["flavor": flavor.rawValue, "scoops": scoops])
        }
        .onContinueUserActivity("org.example.settings.order") { activity in
            if let raw = activity.userInfo?["flavor"] as? String, let continued = Flavor(rawValue: raw) {
                flavor = continued
            }
            scoops = activity.userInfo?["scoops"] as? Int ?? scoops
        }
    }
}
