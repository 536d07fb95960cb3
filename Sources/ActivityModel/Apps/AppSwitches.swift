/// What the user allows an app; all of it until switched off.
package struct AppSwitches: Sendable, Hashable, Codable {
    package var search: Bool
    package var handoff: Bool
    package var prediction: Bool

    package init(search: Bool = true, handoff: Bool = true, prediction: Bool = true) {
        self.search = search
        self.handoff = handoff
        self.prediction = prediction
    }

    /// A switch by its name on the command line and over D-Bus.
    package enum Name: String, Sendable, CaseIterable { case search, handoff, prediction }

    package subscript(name: Name) -> Bool {
        get {
            switch name {
            case .search: search
            case .handoff: handoff
            case .prediction: prediction
            }
        }
        set {
            switch name {
            case .search: search = newValue
            case .handoff: handoff = newValue
            case .prediction: prediction = newValue
            }
        }
    }
}
