// Deep links: an enum of routes, parsed from an address, and an object that has the current one.
import SwiftUI

enum Route: Hashable {
    case home
    case product(id: Int)
    case profile(name: String)
    case search(query: String)

    init?(url: URL) {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        let host = url.scheme == "https" ? components.path.split(separator: "/").first.map(String.init) : components.host
        switch host {
        case "product":
            guard let id = components.queryItems?.first(where: { $0.name == "id" })?.value.flatMap(Int.init) else {
                return nil
            }
            self = .product(id: id)
        case "profile":
            self = .profile(name: url.lastPathComponent)
        case "search":
            let query = components.queryItems?.first { $0.name == "q" }?.value
            self = .search(query: query ?? "")
        case nil, "home":
            self = .home
        default:
            return nil
        }
    }
}

class Router: ObservableObject {
    @Published private(set) var route: Route = .home
    @Published var history: [Route] = []

    @discardableResult
    func handle(_ url: URL) -> Bool {
        guard let next = Route(url: url) else { return false }
        go(to: next)
        return true
    }

    func go(to next: Route) {
        history.append(route)
        route = next
    }

    func back() {
        route = history.popLast() ?? .home
    }
}

struct RoutesApp: App {
    @StateObject var router = Router()

    var body: some Scene {
        WindowGroup {
            RootView()
                .environmentObject(router)
                .onOpenURL { url in
                    print("Received URL: \(url)")
                    router.handle(url)
                }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                    if let url = activity.webpageURL {
                        router.handle(url)
                    }
                }
        }
    }
}

struct RootView: View {
    @EnvironmentObject var router: Router

    var body: some View {
        VStack(spacing: 16) {
            screen
            Spacer()
            HStack {
                Button("Product 7") { router.go(to: .product(id: 7)) }
                Button("Ada") { router.go(to: .profile(name: "Ada")) }
                Button("Back", action: router.back).disabled(router.history.isEmpty)
            }
        }
        .padding()
        .animation(.easeInOut, value: router.route)
    }

    @ViewBuilder private var screen: some View {
        switch router.route {
        case .home:
            Text("Home").font(.largeTitle)
        case .product(let id):
            Text("Product \(id)")
                .font(.title)
                .userActivity("org.example.routes.product", element: id) { id, activity in
                    activity.title = "Product \(id)"
                    activity.targetContentIdentifier = "product/\(id)"
                }
        case let .profile(name):
            VStack {
                Circle().fill(Color.blue).frame(width: 60, height: 60)
                Text(name)
            }
        case .search(let query) where query.isEmpty:
            Text("Nothing to search for")
        case .search(let query):
            Text("Results for “\(query)”")
        }
    }
}
