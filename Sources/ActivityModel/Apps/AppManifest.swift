/// What an app's folder says about it, with Apple's own keys.
package struct AppManifest: Sendable, Hashable, Codable {
    /// `CFBundleIdentifier`.
    package var id: String
    /// `CFBundleName`; the id where there is none.
    package var name: String
    package var version: String?
    /// The team identifier of the entitlements; the app's own id where there is none (decisions: team).
    package var team: String
    /// `NSUserActivityTypes`, and what document types declare in `NSUbiquitousDocumentUserActivityType`.
    package var activityTypes: [String]
    /// The app's folder and its executable, absolute.
    package var folder: String
    package var executable: String
    /// `BatonDesktopFile`: the name of the `.desktop` file of this app.
    package var desktopFile: String?
    /// `BatonTerminal`: opened in the user's terminal where there is a display.
    package var usesTerminal: Bool
    /// Kept for later: document types, URL schemes, associated domains.
    package var documentTypes: [DocumentType]
    package var urlSchemes: [String]
    package var associatedDomains: [String]
    /// `NSExtension`; nil where there are none, and in the records of a Baton that knew of none.
    package var extensions: [AppExtension]?
    /// What it says of search; nil: nothing, or its reader was a Baton that did not know of it.
    package var search: SearchSupport?

    /// What an app does with searches.
    package struct SearchSupport: Sendable, Hashable, Codable {
        /// `CoreSpotlightContinuation`: a search can go on in the app.
        package var continuation: Bool
        /// `CoreSpotlightActions`: the buttons that its results may have.
        package var actions: [Action]

        package struct Action: Sendable, Hashable, Codable {
            /// What results name in `actionIdentifiers`.
            package var identifier: String
            package var title: String
            package var symbolImage: String?

            package init(identifier: String, title: String, symbolImage: String?) {
                self.identifier = identifier
                self.title = title
                self.symbolImage = symbolImage
            }
        }

        package init(continuation: Bool, actions: [Action]) {
            self.continuation = continuation
            self.actions = actions
        }
    }

    package struct DocumentType: Sendable, Hashable, Codable {
        package var name: String?
        package var extensions: [String]
        package var contentTypes: [String]
        package var activityType: String?

        package init(name: String?, extensions: [String], contentTypes: [String], activityType: String?) {
            self.name = name
            self.extensions = extensions
            self.contentTypes = contentTypes
            self.activityType = activityType
        }
    }

    package init(id: String, name: String, team: String, activityTypes: [String], folder: String, executable: String) {
        self.id = id
        self.name = name
        self.team = team
        self.activityTypes = activityTypes
        self.folder = folder
        self.executable = executable
        usesTerminal = false
        documentTypes = []
        urlSchemes = []
        associatedDomains = []
    }

    /// Whether `id` has the form of an app's id: letters, digits, `-`, `_` and dots, reverse-DNS, 3 to 255 bytes.
    package static func isValidID(_ id: String) -> Bool {
        let bytes = id.utf8
        guard (3...255).contains(bytes.count), bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: ".") else {
            return false
        }
        guard id.contains("."), !id.contains("..") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
