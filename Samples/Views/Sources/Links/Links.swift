import SwiftUI

/// A shop whose pages are opened by links of its site, and by addresses of its own scheme.
@main struct Links: App {
    @StateObject private var router = Router()

    var body: some Scene {
        WindowGroup("Links") {
            Shop().environmentObject(router).onOpenURL { router.open($0) }
        }
        .defaultSize(width: 420, height: 360)
    }
}

/// Which page an address means.
enum Page: Hashable {
    case order(String)
    case offers
    case unknown(String)

    init(_ url: URL) {
        // https://shop.example/orders/7 and samplelinks://orders/7 are one page.
        let parts = (url.scheme == "samplelinks" ? [url.host ?? ""] : []) + url.pathComponents.filter { $0 != "/" }
        switch (parts.first, parts.dropFirst().first) {
        case ("orders", let number?): self = .order(number)
        case ("offers", nil): self = .offers
        default: self = .unknown(url.absoluteString)
        }
    }

    var title: String {
        switch self {
        case .order(let number): "Order \(number)"
        case .offers: "Offers"
        case .unknown: "Not found"
        }
    }
}

final class Router: ObservableObject {
    @Published var path: [Page] = []
    @Published private(set) var opened: [String] = []

    func open(_ url: URL) {
        opened.append(url.absoluteString)
        path = [Page(url)]
    }
}

struct Shop: View {
    @EnvironmentObject private var router: Router

    var body: some View {
        NavigationStack(path: $router.path) {
            VStack(alignment: .leading, spacing: 12) {
                Text("Shop").font(.largeTitle)
                Text("Open https://shop.example/orders/7 or samplelinks://offers.").foregroundStyle(.secondary)
                NavigationLink("Offers", value: Page.offers)
                Divider()
                Text(router.opened.isEmpty ? "Nothing was opened yet." : "Opened: \(router.opened.count)")
                ForEach(router.opened.indices, id: \.self) { Text(router.opened[$0]) }
                Spacer()
            }
            .padding()
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
            .navigationTitle("Shop")
            .navigationDestination(for: Page.self) { PageView(page: $0) }
        }
    }
}

struct PageView: View {
    let page: Page

    var body: some View {
        VStack(spacing: 12) {
            Text(page.title).font(.title)
            if case .unknown(let address) = page { Text("The shop has no page \(address).") }
        }
        .padding()
        .navigationTitle(page.title)
        .userActivity("org.baton.samples.links.page", isActive: webpage != nil) { activity in
            activity.title = page.title
            activity.webpageURL = webpage
        }
    }

    private var webpage: URL? {
        switch page {
        case .order(let number): URL(string: "https://shop.example/orders/\(number)")
        case .offers: URL(string: "https://shop.example/offers")
        case .unknown: nil
        }
    }
}
