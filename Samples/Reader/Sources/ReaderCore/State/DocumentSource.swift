import Glibc

/// Where a document is on this device.
package struct DocumentSource: Equatable, Sendable {
    /// Absolute, links resolved.
    package let path: String
    /// Its path in the app, for a text that the app brings along: every device has it, each in another place.
    package let bundledName: String?

    package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// What its position is kept under.
    var key: String { bundledName.map { "bundle:" + $0 } ?? path }

    package init(path: String, app: AppFolder) {
        self.path = Self.resolved(path)
        bundledName = app.name(of: self.path)
    }

    /// A file that does not exist keeps its name; opening it then says so.
    fileprivate static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// The folder of the app's own resources, if it runs as an app and not as a bare executable.
package struct AppFolder: Sendable {
    private let resources: String?

    /// `root` is the `.app`, in either of its two forms.
    package init(root: String?) {
        let candidates = (root.map { root in ["/Contents/Resources", "/Resources", ""].map { root + $0 } }) ?? []
        resources = candidates.first(where: { access($0 + "/Texts", R_OK) == 0 }).map(DocumentSource.resolved)
    }

    /// The app that the running executable is in, or that Baton names for one that is in none.
    package static func current(environment: [String: String]) -> AppFolder {
        if let root = environment["BATON_APP"] { return AppFolder(root: root) }
        var parts = DocumentSource.resolved("/proc/self/exe").split(separator: "/").dropLast()
        while let last = parts.last {
            if last.hasSuffix(".app") { return AppFolder(root: "/" + parts.joined(separator: "/")) }
            parts.removeLast()
        }
        return AppFolder(root: nil)
    }

    fileprivate func name(of path: String) -> String? {
        guard let resources, path.hasPrefix(resources + "/") else { return nil }
        return String(path.dropFirst(resources.count + 1))
    }

    /// The app's own text of that name. The name comes from another device: one that leads out of the app is none.
    package func source(named name: String) -> DocumentSource? {
        guard let resources, !name.isEmpty else { return nil }
        let source = DocumentSource(path: resources + "/" + name, app: self)
        return source.bundledName == nil || access(source.path, R_OK) != 0 ? nil : source
    }
}
