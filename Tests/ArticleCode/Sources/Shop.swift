// Deep links and universal links: an address becomes a path of pages, and each page says which address it has.
import SwiftUI

enum ShopPage: Hashable {
    case category(String)
    case article(sku: String)
    case cart
}

struct ShopLink {
    let pages: [ShopPage]

    /// `shop://category/tools/hammer`, `https://shop.example.org/a/hammer`, `shop://cart`
    init?(_ url: URL) {
        let parts = url.pathComponents.filter { $0 != "/" }
        switch (url.scheme, url.host, parts.count) {
        case ("shop", "cart", _): pages = [.cart]
        case ("shop", "category", 1): pages = [.category(parts[0])]
        case ("shop", "category", 2...): pages = [.category(parts[0]), .article(sku: parts[1])]
        case ("http", _, 2...), ("https", _, 2...):
            guard parts[0] == "a" else { return nil }
            pages = [.article(sku: parts[1])]
        default: return nil
        }
    }
}

@MainActor
final class ShopRouter: ObservableObject {
    @Published var path = NavigationPath()
    @Published var failed: FailedLink?

    struct FailedLink: Identifiable {
        let url: URL
        var id: String { url.absoluteString }
    }

    func open(_ url: URL) {
        guard let link = ShopLink(url) else {
            failed = FailedLink(url: url)
            return
        }
        path = NavigationPath(link.pages)
    }

    func push(_ page: ShopPage) { path.append(page) }
    func pop() { if !path.isEmpty { path.removeLast() } }
    func popToRoot() { path.removeLast(path.count) }
}

struct ShopApp: App {
    @StateObject private var router = ShopRouter()

    var body: some Scene {
        WindowGroup("Shop") {
            ShopRoot()
                .environmentObject(router)
                .onOpenURL { router.open($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { userActivity in
                    guard let url = userActivity.webpageURL else { return }
                    router.open(url)
                }
        }
        .defaultSize(width: 420, height: 380)
    }
}

struct ShopRoot: View {
    @EnvironmentObject private var router: ShopRouter
    @State private var showsHelp = false
    private let categories = ["tools", "paint", "wood"]

    var body: some View {
        NavigationStack(path: $router.path) {
            List {
                Section("Categories") {
                    ForEach(categories, id: \.self) { name in
                        NavigationLink(value: ShopPage.category(name)) {
                            Label(name.capitalized, systemImage: "folder")
                        }
                    }
                }
                Section {
                    Button("Open shop://category/tools/hammer") {
                        router.open(URL(string: "shop://category/tools/hammer")!)
                    }
                    Button("Help") { showsHelp = true }
                } footer: {
                    Text("Links from elsewhere lead to the same pages.")
                }
            }
            .navigationTitle("Shop")
            .toolbar { ShopToolbar(hasCart: true) { router.push(.cart) } }
            .navigationDestination(for: ShopPage.self, destination: page)
            .navigationDestination(isPresented: $showsHelp) {
                Text("Everything is in the cellar.").navigationTitle("Help")
            }
        }
        .alert(item: $router.failed) { link in
            Alert(title: Text("This link leads nowhere"), message: Text(link.url.absoluteString))
        }
    }

    @ViewBuilder
    private func page(_ page: ShopPage) -> some View {
        switch page {
        case .category(let name):
            VStack {
                ForEach(1..<4) { number in
                    NavigationLink("\(name.capitalized) \(number)", value: ShopPage.article(sku: "\(name)-\(number)"))
                }
                Spacer()
            }
            .padding()
            .navigationTitle(name.capitalized)
        case .article(let sku):
            ArticlePage(sku: sku)
        case .cart:
            VStack(spacing: 10) {
                Text("The cart is empty")
                Button("Go on shopping", action: router.popToRoot)
            }
            .navigationTitle("Cart")
        }
    }
}

struct ShopToolbar: ToolbarContent {
    let hasCart: Bool
    let openCart: () -> Void

    var body: some ToolbarContent {
        ToolbarItem(placement: .topBarTrailing) {
            Button("Cart", systemImage: "cart", action: openCart)
                .labelStyle(.titleAndIcon)
        }
        if hasCart {
            ToolbarItem(placement: .status) { Text("Nothing in it yet").font(.caption) }
        }
    }
}

struct ArticlePage: View {
    let sku: String
    @State private var picked: Accessory?

    struct Accessory: Identifiable, Hashable {
        let id: String
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text(sku).font(.title).monospacedDigit()
            Link("In the browser", destination: URL(string: "https://shop.example.org/a/\(sku)")!)
            Button("Accessories") { picked = Accessory(id: "\(sku)-case") }
            Spacer()
        }
        .padding()
        .navigationTitle(sku)
        .navigationDestination(item: $picked) { accessory in
            Text("Accessory \(accessory.id)").navigationTitle("Accessory")
        }
        .userActivity(NSUserActivityTypeBrowsingWeb) { activity in
            activity.title = sku
            activity.webpageURL = URL(string: "https://shop.example.org/a/\(sku)")
            activity.targetContentIdentifier = "article/\(sku)"
        }
    }
}
