// Tabs and sheets that links and activities lead to.
import SwiftUI

enum GalleryTab: Hashable {
    case photos, albums, search
}

struct Photo: Identifiable, Hashable {
    let id: Int
    var title: String { "Photo \(id)" }
}

final class GalleryRouter: ObservableObject {
    @Published var tab: GalleryTab = .photos
    @Published var shown: Photo?

    func open(_ url: URL) {
        guard url.scheme == "gallery" else { return }
        switch url.host {
        case "photo":
            tab = .photos
            shown = Int(url.lastPathComponent).map(Photo.init)
        case "albums": tab = .albums
        default: tab = .search
        }
    }
}

struct GalleryApp: App {
    @StateObject private var router = GalleryRouter()

    var body: some Scene {
        WindowGroup {
            TabView(selection: $router.tab) {
                PhotosView()
                    .tabItem { Label("Photos", systemImage: "photo") }
                    .tag(GalleryTab.photos)
                Text("Albums")
                    .tabItem {
                        Image(systemName: "folder")
                        Text("Albums")
                    }
                    .tag(GalleryTab.albums)
                SearchView()
                    .tabItem { Label("Search", systemImage: "magnifyingglass") }
                    .tag(GalleryTab.search)
            }
            .environmentObject(router)
            .onOpenURL(perform: router.open)
            .sheet(item: $router.shown, onDismiss: { print("Closed") }) { photo in
                PhotoView(photo: photo).environmentObject(router)
            }
        }
    }
}

struct PhotosView: View {
    @EnvironmentObject private var router: GalleryRouter

    var body: some View {
        ScrollViewReader { proxy in
            ScrollView(.vertical, showsIndicators: false) {
                LazyVStack(alignment: .leading, spacing: 8) {
                    ForEach(1..<100) { number in
                        Text("Photo \(number)")
                            .id(number)
                            .onTapGesture { router.shown = Photo(id: number) }
                    }
                }
            }
            .onChange(of: router.shown) { photo in
                if let photo {
                    withAnimation { proxy.scrollTo(photo.id, anchor: .center) }
                }
            }
        }
    }
}

struct PhotoView: View {
    let photo: Photo
    @Environment(\.dismiss) private var dismiss
    @Environment(\.presentationMode) private var presentationMode
    @Environment(\.openURL) private var openURL

    var body: some View {
        VStack(spacing: 12) {
            Text(photo.title).font(.title)
            Link("On the web", destination: URL(string: "https://example.org/photo/\(photo.id)")!)
            Button("Help") { openURL(URL(string: "https://example.org/help")!) }
            Button("Close") { dismiss() }
            Button("Back") { presentationMode.wrappedValue.dismiss() }
        }
        .padding()
        .userActivity("org.example.gallery.photo", element: photo) { photo, activity in
            activity.title = photo.title
            activity.targetContentIdentifier = "photo/\(photo.id)"
            activity.webpageURL = URL(string: "https://example.org/photo/\(photo.id)")
        }
    }
}

struct SearchView: View {
    @State private var query = ""
    @State private var showsHelp = false

    var body: some View {
        VStack {
            TextField("Search", text: $query, onCommit: { print(query) })
                .onSubmit { print("Submitted") }
            Menu("More") {
                Button("Help") { showsHelp = true }
                Divider()
                Button("Clear", role: .destructive) { query = "" }
            }
        }
        .padding()
        .alert("Help", isPresented: $showsHelp) {
            Button("OK") {}
        } message: {
            Text("Type what you look for.")
        }
    }
}
