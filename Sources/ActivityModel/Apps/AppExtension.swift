/// A program of an app that Baton starts for one piece of work: no window, no events, and ended when the work is done
/// (docs/extensions.md).
package struct AppExtension: Sendable, Hashable, Codable {
    package var point: Point
    /// Absolute, without links, inside the app's folder.
    package var executable: String
    /// `CSSupportedContentTypes`: what an import extension describes.
    package var contentTypes: [String]

    /// What an extension is for: Apple's identifiers, and whatever a newer Baton may know.
    package struct Point: RawRepresentable, Sendable, Hashable, Codable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Indexes an app's items while the app does not run.
        package static let index = Point(rawValue: "com.apple.spotlight.index")
        /// Describes files.
        package static let `import` = Point(rawValue: "com.apple.spotlight.import")
    }

    package init(point: Point, executable: String, contentTypes: [String] = []) {
        self.point = point
        self.executable = executable
        self.contentTypes = contentTypes
    }

    /// Extensions of one app.
    package static let maximum = 16
    /// Content types of one extension, and the bytes of each.
    package static let maximumContentTypes = 256
    package static let maximumContentType = 255
}

extension AppManifest {
    /// The extension that indexes the app's items.
    package var indexExtension: AppExtension? { extensions?.first { $0.point == .index } }

    /// The extension that describes files of the nearest of these types, and how near that is: 0 for the first.
    /// - Parameter ladder: a type and what it conforms to, as `ContentTypeLadder` has it.
    package func importExtension(for ladder: [String]) -> (extension: AppExtension, distance: Int)? {
        let importers = (extensions ?? []).filter { $0.point == .import }
        for (distance, type) in ladder.enumerated() {
            let found = importers.first { $0.contentTypes.contains { ContentTypeLadder.isSame($0, type) } }
            if let found { return (found, distance) }
        }
        return nil
    }
}
