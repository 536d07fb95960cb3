// A choice of products: what is looked at is found again by search, with a picture and a description.
import CoreSpotlight
import Foundation
import SwiftUI
import UniformTypeIdentifiers

struct Sundae: Identifiable, Hashable {
    let id: Int
    let name: String
    let summary: String
    let colors: [String]

    static let menu = [
        Sundae(id: 1, name: "Lemon", summary: "Sour, and very cold.", colors: ["yellow", "white"]),
        Sundae(id: 2, name: "Pistachio", summary: "With whole nuts in it.", colors: ["green"]),
        Sundae(id: 3, name: "Forest berries", summary: "Picked in the morning.", colors: ["red", "purple"]),
    ]

    static func with(id: Int) -> Sundae? { menu.first { $0.id == id } }

    var thumbnail: Data? {
        Bundle.main.url(forResource: name.lowercased(), withExtension: "png").flatMap { try? Data(contentsOf: $0) }
    }
}

extension NSUserActivity {
    static let sundaeType = "org.example.parlor.sundae"
    static let sundaeKey = "org.example.parlor.sundae.id"

    /// What search shows of a sundae.
    func describe(_ sundae: Sundae) {
        title = sundae.name
        userInfo = [NSUserActivity.sundaeKey: sundae.id]
        requiredUserInfoKeys = [NSUserActivity.sundaeKey]
        keywords = Set(sundae.colors + ["ice cream", sundae.name])
        isEligibleForSearch = true
        isEligibleForPublicIndexing = true
        persistentIdentifier = NSUserActivityPersistentIdentifier(String(sundae.id))

        let attributes = CSSearchableItemAttributeSet(itemContentType: UTType.content.identifier)
        attributes.title = sundae.name
        attributes.contentDescription = sundae.summary
        attributes.thumbnailData = sundae.thumbnail
        attributes.keywords = sundae.colors
        contentAttributeSet = attributes
    }
}

@MainActor
final class Parlor: ObservableObject {
    @Published var chosen: Sundae?
    @Published var message: String?

    func indexAll() {
        let items: [CSSearchableItem] = Sundae.menu.map { sundae in
            let set = CSSearchableItemAttributeSet(contentType: .text)
            set.displayName = sundae.name
            set.contentDescription = sundae.summary
            set.thumbnailData = sundae.thumbnail
            let item = CSSearchableItem(
                uniqueIdentifier: "\(sundae.id)", domainIdentifier: "org.example.parlor", attributeSet: set)
            item.expirationDate = .distantFuture
            return item
        }
        CSSearchableIndex.default().indexSearchableItems(items) { [weak self] error in
            let text = error.map { "Not indexed: \($0.localizedDescription)" } ?? "All sundaes can be found"
            Task { @MainActor in self?.message = text }
        }
    }

    func forget(_ sundae: Sundae) async {
        do {
            try await CSSearchableIndex.default().deleteSearchableItems(withIdentifiers: ["\(sundae.id)"])
        } catch {
            print("Could not forget it: \(error)")
        }
    }

    func `continue`(_ activity: NSUserActivity) {
        let id: Int?
        if activity.activityType == CSSearchableItemActionType {
            id = (activity.userInfo?[CSSearchableItemActivityIdentifier] as? String).flatMap { Int($0) }
        } else {
            id = activity.userInfo?[NSUserActivity.sundaeKey] as? Int
        }
        chosen = id.flatMap(Sundae.with(id:))
    }
}

struct ParlorApp: App {
    @StateObject var parlor = Parlor()

    var body: some Scene {
        WindowGroup {
            ParlorView(parlor: parlor)
                .onContinueUserActivity(NSUserActivity.sundaeType, perform: parlor.continue)
                .onContinueUserActivity(CSSearchableItemActionType, perform: parlor.continue)
        }
    }
}

struct ParlorView: View {
    @ObservedObject var parlor: Parlor

    var body: some View {
        VStack {
            Text("Choose a sundae")
                .font(.largeTitle)
                .padding(.bottom, 20)

            ForEach(Sundae.menu) { sundae in
                Button(action: { self.parlor.chosen = sundae }) {
                    HStack {
                        Image(sundae.name.lowercased())
                            .resizable()
                            .scaledToFit()
                            .frame(width: 32, height: 32)
                        Text(sundae.name)
                        Spacer()
                        if sundae == parlor.chosen {
                            Image(systemName: "checkmark").foregroundColor(.accentColor)
                        }
                    }
                }
                .buttonStyle(ScoopButtonStyle(isChosen: sundae == parlor.chosen))
            }

            if let sundae = parlor.chosen {
                VStack {
                    Text(sundae.summary).italic()
                    Button("Forget", systemImage: "trash") { Task { await parlor.forget(sundae) } }
                }
                .userActivity(NSUserActivity.sundaeType, element: sundae) { sundae, activity in
                    activity.describe(sundae)
                }
            }

            Spacer()
            Text(parlor.message ?? " ").font(.footnote)
        }
        .padding()
        .onAppear { parlor.indexAll() }
    }
}

struct ScoopButtonStyle: ButtonStyle {
    var isChosen: Bool

    func makeBody(configuration: Self.Configuration) -> some View {
        configuration.label
            .padding(.horizontal, 12)
            .padding(.vertical, 6)
            .background(Capsule().fill(isChosen ? Color.orange.opacity(0.3) : Color.gray.opacity(0.15)))
            .scaleEffect(configuration.isPressed ? 0.97 : 1, anchor: .leading)
            .opacity(configuration.isPressed ? 0.8 : 1)
            .animation(.easeOut(duration: 0.1), value: configuration.isPressed)
    }
}
