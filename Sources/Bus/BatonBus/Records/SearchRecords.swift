package import ActivityModel

/// Which result of a search to open.
package struct ResultToOpen: Codable, Sendable {
    package var app: String
    package var kind: SearchResult.Kind
    package var identifier: String
    package var index: String?
    /// What had been typed when the user chose it: the next search for it ranks the result higher.
    package var typed: String?
    /// One of the item's `actionIdentifiers`, where its button was pressed.
    package var action: String?

    package init(app: String, kind: SearchResult.Kind, identifier: String) {
        self.app = app
        self.kind = kind
        self.identifier = identifier
    }
}

/// Who is to describe a file.
package struct DescribeOptions: Codable, Sendable {
    /// Only this app's extension.
    package var app: String?
    package init(app: String? = nil) { self.app = app }
}
