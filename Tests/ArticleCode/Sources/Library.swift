// Models with @Observable, bindings to their properties, and the model in the environment.
import SwiftUI

@Observable
final class Library {
    var books = [Book(title: "Dune"), Book(title: "Emma"), Book(title: "Kim")]
    var readCount: Int { books.filter { $0.isRead }.count }
    @ObservationIgnored private var log: [String] = []

    func note(_ text: String) { log.append(text) }
}

@Observable
final class Book: Identifiable {
    let id = UUID()
    var title: String
    var isRead = false

    init(title: String) {
        self.title = title
    }
}

struct LibraryApp: App {
    @State private var library = Library()

    var body: some Scene {
        WindowGroup {
            LibraryView()
                .environment(library)
        }
    }
}

struct LibraryView: View {
    @Environment(Library.self) private var library

    var body: some View {
        @Bindable var library = library

        NavigationStack {
            List {
                Section("\(library.readCount) read") {
                    ForEach($library.books) { $book in
                        BookRow(book: book)
                    }
                }
            }
            .navigationTitle("Library")
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button("Add") {
                        withAnimation {
                            library.books.append(Book(title: "Book \(library.books.count + 1)"))
                        }
                    }
                }
                ToolbarItemGroup(placement: .cancellationAction) {
                    MarkAllButton()
                }
            }
        }
    }
}

struct MarkAllButton: View {
    @Environment(Library.self) private var library: Library?

    var body: some View {
        Button("All read") {
            library?.books.forEach { $0.isRead = true }
        }
    }
}

struct BookRow: View {
    @Bindable var book: Book

    var body: some View {
        HStack {
            Text(book.title).strikethrough(book.isRead)
            Spacer()
            ReadMark(isRead: $book.isRead)
        }
    }
}

struct ReadMark: View {
    @Binding var isRead: Bool

    var body: some View {
        Button(isRead ? "Read" : "Unread") { isRead.toggle() }
            .buttonStyle(.plain)
    }
}
