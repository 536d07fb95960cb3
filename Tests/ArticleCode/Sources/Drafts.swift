// Handoff of a text that is being written: what was typed so far goes on in the editor of another device.
import Combine
import SwiftUI

struct Draft: Identifiable, Codable, Equatable {
    var id = UUID()
    var subject = ""
    var text = ""
    var editedAt = Date()

    var isBlank: Bool { subject.isEmpty && text.isEmpty }
}

final class DraftStore: ObservableObject {
    static let editing = "org.example.drafts.editing"

    @Published var draft = Draft()
    @Published private(set) var wordCount = 0
    @Published private(set) var lastSaved: Date?
    private var bag = Set<AnyCancellable>()

    init() {
        $draft
            .map { $0.text.split(separator: " ").count }
            .removeDuplicates()
            .sink { [weak self] in self?.wordCount = $0 }
            .store(in: &bag)
    }

    func save() {
        draft.editedAt = Date()
        lastSaved = draft.editedAt
    }

    func fill(_ activity: NSUserActivity) {
        activity.title = draft.subject.isEmpty ? "A draft" : draft.subject
        activity.isEligibleForHandoff = true
        activity.isEligibleForSearch = false
        activity.requiredUserInfoKeys = ["id", "subject", "text"]
        activity.addUserInfoEntries(from: [
            "id": draft.id.uuidString,
            "subject": draft.subject,
            "text": draft.text,
            "edited": draft.editedAt,
        ])
    }

    func restore(from activity: NSUserActivity) {
        guard let info = activity.userInfo, let text = info["text"] as? String else { return }
        draft = Draft(
            id: (info["id"] as? String).flatMap(UUID.init(uuidString:)) ?? UUID(),
            subject: info["subject"] as? String ?? "",
            text: text,
            editedAt: info["edited"] as? Date ?? Date())
    }
}

struct DraftsApp: App {
    @StateObject private var store = DraftStore()

    var body: some Scene {
        WindowGroup {
            DraftEditor()
                .environmentObject(store)
        }
    }
}

struct DraftEditor: View {
    @EnvironmentObject var store: DraftStore
    @State private var showingDiscard = false
    @State private var isEditingSubject = false
    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        NavigationView {
            VStack(alignment: .leading, spacing: 8) {
                TextField("Subject", text: $store.draft.subject, onEditingChanged: { isEditing in
                    self.isEditingSubject = isEditing
                }, onCommit: {
                    self.store.save()
                })
                .textFieldStyle(RoundedBorderTextFieldStyle())
                .autocapitalization(.sentences)

                ZStack(alignment: .topLeading) {
                    TextEditor(text: $store.draft.text)
                        .disableAutocorrection(true)
                        .font(.body)
                        .frame(minHeight: 120)
                        .overlay(RoundedRectangle(cornerRadius: 6).stroke(lineWidth: 1).opacity(0.2))
                    if store.draft.text.isEmpty {
                        Text("Write something…")
                            .foregroundColor(.secondary)
                            .padding(8)
                            .allowsHitTesting(false)
                    }
                }

                HStack {
                    Text("\(store.wordCount) words").font(.caption).foregroundColor(.secondary)
                    Spacer()
                    if let saved = store.lastSaved {
                        Text("Saved at \(saved, style: .time)").font(.caption)
                    }
                }
            }
            .padding()
            .navigationBarTitle(Text(store.draft.subject.isEmpty ? "New draft" : store.draft.subject), displayMode: .inline)
            .navigationBarItems(
                leading: Button("Discard") { self.showingDiscard = true }.disabled(store.draft.isBlank),
                trailing: Button(action: store.save) { Text("Save").bold() })
        }
        .navigationViewStyle(StackNavigationViewStyle())
        .alert(isPresented: $showingDiscard) {
            Alert(
                title: Text("Discard the draft?"),
                message: Text("It is gone then."),
                primaryButton: .destructive(Text("Discard")) { self.store.draft = Draft() },
                secondaryButton: .cancel())
        }
        .userActivity(DraftStore.editing, isActive: !store.draft.isBlank) { activity in
            store.fill(activity)
        }
        .onContinueUserActivity(DraftStore.editing, perform: store.restore(from:))
        .onChange(of: scenePhase) { phase in
            if phase == .background { store.save() }
        }
        .onReceive(store.$draft.debounce(for: .seconds(1), scheduler: RunLoop.main)) { draft in
            if !draft.isBlank { print("\(draft.text.count) characters") }
        }
    }
}

struct DraftEditor_Previews: PreviewProvider {
    static var previews: some View {
        DraftEditor()
            .environmentObject(DraftStore())
            .previewLayout(.sizeThatFits)
            .previewDisplayName("Empty")
    }
}
