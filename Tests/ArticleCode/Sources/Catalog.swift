// Spotlight: items are indexed, and a search result is continued into a link of the list by its tag.
import CoreSpotlight
import SwiftUI
import UniformTypeIdentifiers

struct CatalogItem: Identifiable, Hashable {
    let id: String
    let title: String
    let summary: String

    static let all: [CatalogItem] = [
        .init(id: "lamp", title: "Desk lamp", summary: "Warm light for long evenings."),
        .init(id: "chair", title: "Oak chair", summary: "Stands on four legs."),
        .init(id: "shelf", title: "Shelf", summary: "Carries what it is given."),
    ]
}

final class CatalogStore: ObservableObject {
    @Published var items = CatalogItem.all
    @Published var selection: String?

    func index() {
        let searchable = items.map { item -> CSSearchableItem in
            let attributes = CSSearchableItemAttributeSet(contentType: .text)
            attributes.title = item.title
            attributes.contentDescription = item.summary
            attributes.keywords = ["furniture", item.id]
            attributes.thumbnailURL = Bundle.main.url(forResource: item.id, withExtension: "png")
            return CSSearchableItem(
                uniqueIdentifier: item.id, domainIdentifier: "org.example.catalog", attributeSet: attributes)
        }
        CSSearchableIndex.default().indexSearchableItems(searchable) { error in
            if let error = error {
                print("Indexing failed: \(error.localizedDescription)")
            }
        }
    }
}

struct CatalogApp: App {
    @StateObject private var store = CatalogStore()

    var body: some Scene {
        WindowGroup {
            CatalogView()
                .environmentObject(store)
                .onAppear(perform: store.index)
        }
    }
}

struct CatalogView: View {
    @EnvironmentObject private var store: CatalogStore

    var body: some View {
        NavigationView {
            List(store.items) { item in
                NavigationLink(
                    destination: CatalogDetail(item: item),
                    tag: item.id,
                    selection: $store.selection
                ) {
                    VStack(alignment: .leading) {
                        Text(item.title).font(.headline)
                        Text(item.summary).font(.caption).foregroundColor(.secondary)
                    }
                }
            }
            .navigationBarTitle("Catalog")
            .navigationBarItems(trailing: Button("Clear") { store.selection = nil })
        }
        .navigationViewStyle(StackNavigationViewStyle())
        .onContinueUserActivity(CSSearchableItemActionType, perform: handleSpotlight)
        .onContinueUserActivity(CSQueryContinuationActionType) { activity in
            guard let query = activity.userInfo?[CSSearchQueryString] as? String else { return }
            store.items = CatalogItem.all.filter { $0.title.localizedCaseInsensitiveContains(query) }
        }
    }

    private func handleSpotlight(_ userActivity: NSUserActivity) {
        guard let identifier = userActivity.userInfo?[CSSearchableItemActivityIdentifier] as? String else {
            return
        }
        store.selection = identifier
    }
}

struct CatalogDetail: View {
    static let activityType = "org.example.catalog.viewing"
    let item: CatalogItem

    var body: some View {
        VStack {
            Text(item.title).font(.largeTitle)
            Text(item.summary).multilineTextAlignment(.center)
            Spacer()
        }
        .padding(.horizontal, 24)
        .navigationBarTitle(Text(item.title), displayMode: .inline)
        .userActivity(Self.activityType) { activity in
            activity.title = item.title
            activity.userInfo = ["id": item.id]
            activity.isEligibleForSearch = true
            activity.isEligibleForPublicIndexing = true
            activity.isEligibleForPrediction = true
            activity.persistentIdentifier = item.id
            activity.keywords = [item.title, "catalog"]
            activity.expirationDate = Calendar.current.date(byAdding: .month, value: 1, to: Date())

            let attributes = CSSearchableItemAttributeSet(contentType: UTType.item)
            attributes.contentDescription = item.summary
            attributes.thumbnailData = Data([0x89, 0x50, 0x4e, 0x47])
            attributes.relatedUniqueIdentifier = item.id
            activity.contentAttributeSet = attributes
        }
    }
}
