/// What goes to another device: which document, and where in it one reads.
package struct ReadingState: Equatable, Sendable {
    package static let activityType = "org.baton.samples.reader.reading"
    package static let version = 1
    /// Without any of these there is nothing to continue.
    package static let keys: Set<String> = ["documentName", "documentPath", "bundled", "line", "offset", "version"]

    package var documentName: String
    /// In the app for a text that it brings along, else absolute on the device where it was read.
    package var documentPath: String
    package var isBundled: Bool
    package var position: Position

    package init(_ source: DocumentSource, at position: Position) {
        documentName = source.name
        documentPath = source.bundledName ?? source.path
        isBundled = source.bundledName != nil
        self.position = position
    }

    package var userInfo: [AnyHashable: Any] {
        [
            "documentName": documentName, "documentPath": documentPath, "bundled": isBundled,
            "line": position.line + 1, "offset": position.offset, "version": Self.version,
        ]
    }

    /// nil for what another version wrote or what is not whole: it came over the network and is read with care.
    package init?(userInfo: [AnyHashable: Any]) {
        guard let version = userInfo["version"] as? Int, version == Self.version,
            let name = userInfo["documentName"] as? String, !name.isEmpty,
            let path = userInfo["documentPath"] as? String, !path.isEmpty, path.utf8.count <= 4096,
            let isBundled = userInfo["bundled"] as? Bool,
            let line = userInfo["line"] as? Int, line >= 1, let offset = userInfo["offset"] as? Int, offset >= 0
        else { return nil }
        documentName = name
        documentPath = path
        self.isBundled = isBundled
        position = Position(line: line - 1, offset: offset)
    }

    /// The same document on this device: the app's own, or a file at the same path. nil when it is not here.
    package func source(in app: AppFolder) -> DocumentSource? {
        if isBundled { return app.source(named: documentPath) }
        guard documentPath.hasPrefix("/") else { return nil }
        let source = DocumentSource(path: documentPath, app: app)
        return FileCheck.exists(source.path) ? source : nil
    }
}
