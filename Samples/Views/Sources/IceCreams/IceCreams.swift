import CoreSpotlight
import SwiftUI
import UniformTypeIdentifiers

/// Choosing a size of ice cream makes it a result of search; the result leads back to the size.
@main struct IceCreams: App {
    var body: some Scene {
        WindowGroup("Ice creams") { SizeList() }.defaultSize(width: 380, height: 460)
    }
}

enum Size: String, CaseIterable, Identifiable {
    case small, medium, large

    static let activityType = "org.baton.samples.icecreams.size"

    var id: String { rawValue }
    var name: String { rawValue.capitalized }
    var scoops: Int { Size.allCases.firstIndex(of: self)! + 1 }
    var story: String { scoops == 1 ? "One scoop in a cone" : "\(scoops) scoops in a cone" }
}

struct SizeList: View {
    @State private var chosen: Size?
    @State private var path: [Size] = []
    @State private var isForgotten = false

    var body: some View {
        NavigationStack(path: $path) {
            List(Size.allCases) { size in
                NavigationLink(value: size) {
                    Image(size.rawValue).resizable().scaledToFit().frame(width: 32, height: 48)
                    VStack(alignment: .leading) {
                        Text(size.name).font(.headline)
                        Text(size.story).foregroundStyle(.secondary)
                    }
                }
            }
            .navigationTitle("Ice creams")
            .navigationDestination(for: Size.self) { SizePage(size: $0) }
            .toolbar {
                ToolbarItem {
                    Button("Forget") { forget() }.help("Takes the sizes out of search")
                }
                ToolbarItem(placement: .status) { Text(isForgotten ? "Search has forgotten the sizes." : "") }
            }
        }
        .userActivity(Size.activityType, element: path.last) { size, activity in describe(size, in: activity) }
        .onContinueUserActivity(Size.activityType) { activity in
            guard let name = activity.userInfo?["size"] as? String, let size = Size(rawValue: name) else { return }
            path = [size]
        }
        .onChange(of: path) { isForgotten = false }
    }

    private func describe(_ size: Size, in activity: NSUserActivity) {
        activity.title = "Ice cream: \(size.name)"
        activity.userInfo = ["size": size.rawValue]
        activity.requiredUserInfoKeys = ["size"]
        activity.isEligibleForSearch = true
        activity.isEligibleForHandoff = true
        activity.persistentIdentifier = "size-\(size.rawValue)"
        activity.keywords = ["ice", "cone", size.name]
        let attributes = CSSearchableItemAttributeSet(contentType: .item)
        attributes.contentDescription = size.story
        attributes.thumbnailURL = Bundle.main.url(forResource: size.rawValue, withExtension: "png")
        activity.contentAttributeSet = attributes
    }

    private func forget() {
        path = []
        NSUserActivity.deleteAllSavedUserActivities { Task { @MainActor in isForgotten = true } }
    }
}

struct SizePage: View {
    let size: Size

    var body: some View {
        VStack(spacing: 16) {
            Image(size.rawValue).resizable().scaledToFit().frame(width: 160, height: 240)
            Text(size.story).font(.title2)
            Text("Search for “\(size.name)”, or for “cone”, to come back here.").foregroundStyle(.secondary)
        }
        .padding()
        .navigationTitle(size.name)
    }
}
