import SwiftUI

/// A reader of long texts: the page and the place on it go on on another device.
@main struct Pages: App {
    var body: some Scene {
        WindowGroup("Pages") { Library() }.defaultSize(width: 560, height: 620)
    }
}

/// Where somebody is: a text, and the paragraph that is topmost.
struct Place: Hashable {
    static let activityType = "org.baton.samples.pages.reading"

    var page: String
    var paragraph = 0

    init(page: String, paragraph: Int = 0) {
        self.page = page
        self.paragraph = paragraph
    }

    /// From what another device, or a search, has kept.
    init?(_ activity: NSUserActivity) {
        guard let page = activity.userInfo?["page"] as? String, Page.all.contains(where: { $0.id == page }) else {
            return nil
        }
        self.init(page: page, paragraph: activity.userInfo?["paragraph"] as? Int ?? 0)
    }

    /// `samplepages://bread/7`: the eighth paragraph of the text about bread.
    init?(_ url: URL) {
        guard let page = url.host, Page.all.contains(where: { $0.id == page }) else { return nil }
        self.init(page: page, paragraph: Int(url.lastPathComponent) ?? 0)
    }
}

/// A text of the app's resources: a title, then paragraphs, with empty lines between them.
struct Page: Identifiable {
    static let all = ["bread", "lighthouse", "pond"].compactMap { Page($0) }

    let id: String
    let title: String
    let paragraphs: [String]

    private init?(_ id: String) {
        guard let url = Bundle.main.url(forResource: id, withExtension: "txt"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return nil }
        let parts = text.components(separatedBy: "\n\n").map { $0.trimmingCharacters(in: .newlines) }
        self.id = id
        title = parts[0]
        paragraphs = Array(parts.dropFirst())
    }
}

struct Library: View {
    @State private var open: [String] = []
    @State private var paragraph: Int?

    var body: some View {
        NavigationStack(path: $open) {
            List(Page.all) { page in
                NavigationLink(value: page.id) {
                    VStack(alignment: .leading) {
                        Text(page.title).font(.headline)
                        Text("\(page.paragraphs.count) paragraphs").foregroundStyle(.secondary)
                    }
                }
            }
            .navigationTitle("Pages")
            .navigationDestination(for: String.self) { id in
                if let page = Page.all.first(where: { $0.id == id }) { PageView(page: page, paragraph: $paragraph) }
            }
        }
        .onChange(of: open) { before, now in if now.isEmpty { paragraph = nil } }
        .onContinueUserActivity(Place.activityType) { activity in Place(activity).map(go) }
        .onOpenURL { url in Place(url).map(go) }
    }

    private func go(to place: Place) {
        open = [place.page]
        paragraph = place.paragraph
    }
}

struct PageView: View {
    let page: Page
    @Binding var paragraph: Int?

    var body: some View {
        ScrollView {
            LazyVStack(alignment: .leading, spacing: 14) {
                ForEach(page.paragraphs.indices, id: \.self) { number in
                    Text(page.paragraphs[number]).font(.body)
                }
            }
            .scrollTargetLayout()
            .padding(24)
        }
        .scrollPosition(id: $paragraph, anchor: .top)
        .navigationTitle(page.title)
        .userActivity(Place.activityType) { activity in
            activity.title = page.title
            activity.isEligibleForHandoff = true
            activity.isEligibleForSearch = true
            activity.persistentIdentifier = page.id
            activity.userInfo = ["page": page.id, "paragraph": paragraph ?? 0]
            activity.requiredUserInfoKeys = ["page", "paragraph"]
        }
    }
}
