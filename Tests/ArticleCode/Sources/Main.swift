import Foundation
import SwiftUI

/// Each file is an app as an article shows it; an article's app has `@main`, of which a module can have one. The argument
/// says which of them is run.
@main enum Main {
    @MainActor static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "catalog": CatalogApp.main()
        case "clips": ClipsApp.main()
        case "clock": ClockApp.main()
        case "coffee": CoffeeApp.main()
        case "drafts": DraftsApp.main()
        case "finder": FinderApp.main()
        case "gallery": GalleryApp.main()
        case "idioms": IdiomsApp.main()
        case "journal": JournalApp.main()
        case "library": LibraryApp.main()
        case "magazine": MagazineApp.main()
        case "notes": NotesApp.main()
        case "parlor": ParlorApp.main()
        case "parts": PartsApp.main()
        case "players": PlayersApp.main()
        case "reader": ReaderApp.main()
        case "recipes": RecipesApp.main()
        case "routes": RoutesApp.main()
        case "settings": SettingsApp.main()
        case "shop": ShopApp.main()
        case "themes": ThemesApp.main()
        case "trips": TripsApp.main()
        case "windows": WindowsApp.main()
        default: print("catalog clips clock coffee drafts finder gallery idioms journal library magazine notes parlor parts players reader recipes routes settings shop themes trips windows")
        }
    }
}
