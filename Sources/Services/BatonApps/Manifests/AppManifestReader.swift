package import ActivityModel

/// Reads what an app's folder says about it.
package enum AppManifestReader {
    /// Reads `Name.app`, or what a link of that name leads to.
    /// - Throws: all faults at once.
    package static func read(_ folder: String) throws(ManifestFaults) -> AppManifest {
        let layout = try AppLayout(folder)
        var faults = layout.faults
        let info = keys(of: layout.infoPath, named: layout.shown(layout.infoPath), faults: &faults)
        let entitlements =
            FileFacts.exists(layout.entitlementsPath)
            ? keys(of: layout.entitlementsPath, named: layout.shown(layout.entitlementsPath), faults: &faults) : nil
        var manifest = AppManifest(
            id: "", name: "", team: "", activityTypes: [], folder: layout.folder, executable: "")
        if var info {
            manifest.read(&info, layout)
            faults += info.faults
        }
        if var entitlements {
            manifest.read(entitlements: &entitlements)
            faults += entitlements.faults
        }
        guard faults.isEmpty else { throw ManifestFaults(folder: folder, faults: faults) }
        if manifest.team.isEmpty { manifest.team = manifest.id }
        return manifest
    }

    private static func keys(of path: String, named name: String, faults: inout [String]) -> PropertyListKeys? {
        let bytes: [UInt8]
        do throws(FileFacts.ReadFault) {
            bytes = try FileFacts.read(path, limit: PropertyList.maximumSize)
        } catch {
            faults.append("\(name) cannot be read: \(error.reason)")
            return nil
        }
        let list: PropertyList
        do throws(PropertyList.Fault) {
            list = try PropertyList(bytes)
        } catch {
            faults.append("\(name) cannot be read: \(error.reason)")
            return nil
        }
        guard case .dictionary(let root) = list else {
            faults.append("\(name) holds \(list.kind) at its top; expected a dictionary")
            return nil
        }
        return PropertyListKeys(file: name, root: root)
    }
}

/// Where things are in an app's folder: the two forms that Foundation's `Bundle` knows on Linux.
struct AppLayout {
    /// Without links.
    let folder: String
    let infoPath: String
    let entitlementsPath: String
    let executableFolder: String
    let faults: [String]

    init(_ given: String) throws(ManifestFaults) {
        func failed(_ fault: String) -> ManifestFaults { ManifestFaults(folder: given, faults: [fault]) }
        guard given.hasPrefix("/"), !given.utf8.contains(0) else {
            throw failed("the folder is not named by an absolute path")
        }
        guard let real = FileFacts.realPath(given) else {
            let what = FileFacts.isLink(given) ? "the link leads nowhere" : "the folder cannot be reached"
            throw failed("\(what) (\(FileFacts.lastError()))")
        }
        guard let facts = FileFacts.of(real), facts.kind == .folder else { throw failed("it is not a folder") }
        guard FileFacts.isReadableFolder(real) else {
            throw failed("the folder cannot be read (\(FileFacts.lastError()))")
        }
        folder = real
        let name = [real, given].map(\.lastPathPart).first { $0.hasSuffix(".app") && $0.utf8.count > 4 }
        let contents = "\(real)/Contents"
        let bundled = FileFacts.exists("\(contents)/Info.plist")
        guard bundled || FileFacts.exists("\(real)/Info.plist") else {
            throw failed("Info.plist is missing; expected at Info.plist or Contents/Info.plist")
        }
        let base = bundled ? contents : real
        infoPath = "\(base)/Info.plist"
        executableFolder = bundled ? "\(contents)/Linux" : real
        entitlementsPath = "\(base)/\(name?.dropLast(4) ?? "").entitlements"
        faults = name == nil ? ["the folder's name does not end in .app; expected a name such as Reader.app"] : []
    }

    /// A path as it is called inside the folder.
    func shown(_ path: String) -> String { String(path.dropFirst(folder.count + 1)) }

    /// The real path of a program in the app's folder; nil, and a fault, where it cannot be one.
    /// - Parameters:
    ///   - folder: where the name begins.
    ///   - key: the key that names it, for the fault.
    func program(
        _ name: String, in folder: String, namedBy key: String, _ info: inout PropertyListKeys
    ) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            info.fault(
                "\(key) is \"\(name.shown)\"; expected a name inside the app's folder, without .. or /")
            return nil
        }
        let path = "\(folder)/\(name)"
        let place = shown(path)
        guard let real = FileFacts.realPath(path), let facts = FileFacts.of(real) else {
            info.fault("the executable that \(key) names is missing; expected at \(place)")
            return nil
        }
        // A link to a program that others run as well would make all of them this app.
        guard real.hasPrefix(self.folder + "/") else {
            info.fault("the executable \(place) is a link out of the app's folder; copy the program into the folder")
            return nil
        }
        guard facts.kind == .file else {
            info.fault("the executable \(place) is not a file")
            return nil
        }
        guard FileFacts.isExecutable(real) else {
            info.fault("the executable \(place) may not be executed; run: chmod +x \(path)")
            return nil
        }
        return real
    }
}
