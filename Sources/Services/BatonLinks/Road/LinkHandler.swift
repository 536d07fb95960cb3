package import ActivityModel
internal import FoundationEssentials
package import GLibKit
internal import Glibc

/// Baton as the desktop's handler of web links: taking that place, giving it back, and knowing the browser behind it.
///
/// The user's `mimeapps.list` says who opens web links. Taking the place puts Baton in front of what is there, so that a
/// desktop without Baton finds the former browser by itself; what was there is written down first, to be put back.
package struct LinkHandler: Sendable {
    /// Baton's own entry, which `make install` places.
    package static let entry = "org.baton.Open.desktop"
    /// The entry that the daemon writes for the schemes of the user's apps.
    package static let schemesEntry = "org.baton.Schemes.desktop"
    package static let types = ["x-scheme-handler/http", "x-scheme-handler/https"]

    private let record: String
    private let list: String
    private let data: String

    /// - Parameters:
    ///   - folder: the instance's folder of state, where what was there before is written down.
    ///   - environment: says where the user's `mimeapps.list` is.
    package init(folder: String, environment: [String: String]) {
        record = "\(folder)/link-handler.json"
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/"
        let config = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        list = "\(config)/mimeapps.list"
        data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.local/share"
    }

    /// What was there before Baton took the place, by type.
    private struct Former: Codable {
        /// As the list had it; nil: it said nothing, and the desktop's own choice counted.
        var defaults: [String]?
        var added: [String]?
        /// The program that opened links then.
        var browser: String?
        /// Whether Baton did, without having been asked: it is the first by its name.
        var wasFirst: Bool?
    }

    /// Who handles web links now.
    package enum State: Sendable, Hashable {
        case on(browser: String?)
        case off(handler: String?)
        /// Baton had the place, and another program has been given it since.
        case replaced(by: String?)

        /// The program that opens web pages, or will where no app takes them.
        package var browser: String? {
            switch self {
            case .on(let name), .off(let name), .replaced(let name): name
            }
        }

        package var word: String {
            switch self {
            case .on: "on"
            case .off: "off"
            case .replaced: "replaced"
            }
        }

        package init?(word: String, browser: String?) {
            switch word {
            case "on": self = .on(browser: browser)
            case "off": self = .off(handler: browser)
            case "replaced": self = .replaced(by: browser)
            default: return nil
            }
        }
    }

    /// Whether the desktop opens web links with Baton, of whichever kind.
    package var isInPlace: Bool { Self.types.contains { DesktopEntry.standard(for: $0)?.id == Self.entry } }

    /// The entries that open web links now.
    package static var openers: (http: String?, https: String?) {
        (DesktopEntry.standard(for: types[0])?.id, DesktopEntry.standard(for: types[1])?.id)
    }

    package var state: State {
        if isInPlace { return .on(browser: browser()?.name) }
        let handler = DesktopEntry.standard(for: Self.types[1])?.name
        return former() == nil ? .off(handler: handler) : .replaced(by: handler)
    }

    /// The browser: what opens web links, unless that is Baton; then what did before, else any other that can. Never Baton
    /// itself.
    package func browser(scheme: String = "https") -> DesktopEntry? {
        let type = "x-scheme-handler/\(scheme)"
        if let standard = DesktopEntry.standard(for: type), !Self.isOwn(standard.id) { return standard }
        if let id = former()?[type]?.browser, let entry = DesktopEntry(id: id), !Self.isOwn(id) { return entry }
        return DesktopEntry.all(for: type).first { !Self.isOwn($0.id) }
    }

    private static func isOwn(_ id: String) -> Bool { id == entry || id == schemesEntry }

    /// Whether the place was taken, and not given back since.
    package var hasRecord: Bool { FileManager.default.fileExists(atPath: record) }

    /// Takes the entry of the apps' schemes away; a daemon that runs writes it anew.
    package func removeSchemes() { unlink("\(data)/applications/\(Self.schemesEntry)") }

    /// Takes the place. Idempotent.
    ///
    /// GIO learns of the change some time later: whoever asks for the state then asks in a new process.
    /// - Returns: whether anything was changed.
    /// - Throws: `BatonError`: `refused` where Baton's entry is not installed; `storage` where a file cannot be written.
    package func turnOn() throws(BatonError) -> Bool {
        guard DesktopEntry(id: Self.entry) != nil else {
            throw BatonError(
                .refused,
                "Baton cannot handle links: \(Self.entry) is in no applications folder of XDG_DATA_DIRS. Install Baton "
                    + "with `make install`, or add its share folder to XDG_DATA_DIRS.")
        }
        var former = former() ?? [:]
        var isChanged = false
        let first = Set(Self.types.filter { DesktopEntry.standard(for: $0)?.id == Self.entry })
        let browsers = Dictionary(uniqueKeysWithValues: Self.types.map { ($0, browser(for: $0)?.id) })
        try edit { list throws(BatonError) in
            for type in Self.types {
                let defaults = list.entries(type, .defaults)
                guard defaults?.first != Self.entry else { continue }
                isChanged = true
                let added = list.entries(type, .added)
                former[type] = Former(
                    defaults: defaults, added: added, browser: browsers[type] ?? nil, wasFirst: first.contains(type))
                let behind = defaults ?? [browsers[type] ?? nil].compactMap { $0 }
                list.set(type, .defaults, to: [Self.entry] + behind.filter { $0 != Self.entry })
                list.set(type, .added, to: [Self.entry] + (added ?? []).filter { $0 != Self.entry })
            }
            // Before the list: what is not written down cannot be put back.
            if isChanged { try write(former) }
        }
        return isChanged
    }

    private func browser(for type: String) -> DesktopEntry? {
        browser(scheme: type.hasSuffix("https") ? "https" : "http")
    }

    /// Gives the place back to what had it before. Where another program has been given it since, that stays.
    /// - Returns: whether anything was changed.
    /// - Throws: `BatonError`, code `storage`.
    package func turnOff() throws(BatonError) -> Bool {
        let former = former() ?? [:]
        var isChanged = false
        try edit { list throws(BatonError) in
            for type in Self.types {
                let defaults = list.entries(type, .defaults)
                let added = list.entries(type, .added)
                if defaults == nil, DesktopEntry.standard(for: type)?.id == Self.entry {
                    // No list of the user's says so: another one does, or none, and Baton comes first by its name.
                    guard let other = browser(for: type) else { continue }
                    list.set(type, .defaults, to: [other.id])
                    isChanged = true
                } else if defaults?.first == Self.entry {
                    // What the list says behind Baton counts where nothing was written down.
                    list.set(type, .defaults, to: before(former[type]) ?? defaults?.filter { $0 != Self.entry })
                    isChanged = true
                } else if defaults?.contains(Self.entry) == true {
                    list.set(type, .defaults, to: defaults?.filter { $0 != Self.entry })
                    isChanged = true
                }
                if added?.contains(Self.entry) == true {
                    list.set(type, .added, to: added?.filter { $0 != Self.entry })
                    isChanged = true
                }
            }
        }
        do {
            if FileManager.default.fileExists(atPath: record) { try FileManager.default.removeItem(atPath: record) }
        } catch {
            throw BatonError(.storage, "\(record) could not be removed; remove it by hand.", cause: "\(error)")
        }
        return isChanged
    }

    /// What the list is to say again; nil where nothing was written down. Where it said nothing, and Baton would come first
    /// by its name, it names the browser from now on.
    private func before(_ former: Former?) -> [String]?? {
        guard let former else { return nil }
        let isEmpty = former.defaults?.isEmpty ?? true
        return .some(isEmpty && former.wasFirst == true ? former.browser.map { [$0] } : former.defaults)
    }

    // MARK: Files

    private func edit(_ change: (borrowing MIMEAppsList) throws(BatonError) -> Void) throws(BatonError) {
        do {
            let file = try MIMEAppsList(path: list)
            try change(file)
            try file.write()
        } catch let error as BatonError {
            throw error
        } catch {
            let reason = (error as? GLibError)?.message ?? "\(error)"
            throw BatonError(.storage, "\(list), which says what opens links, cannot be changed: \(reason).")
        }
    }

    private func former() -> [String: Former]? {
        guard let data = try? Data(contentsOf: URL(filePath: record)) else { return nil }
        return try? JSONDecoder().decode([String: Former].self, from: data)
    }

    private func write(_ former: [String: Former]) throws(BatonError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try PrivateFolder.make(record.lastIndex(of: "/").map { String(record[..<$0]) } ?? "/")
            try PrivateFile.write(encoder.encode(former), to: record)
        } catch {
            let reason = (error as? GLibError)?.message ?? "\(error)"
            throw BatonError(.storage, "\(record) cannot be written, so nothing was changed: \(reason).")
        }
    }
}
