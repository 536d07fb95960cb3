internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// The few settings, in `config.json`: an object of strings. What a user wrote there by hand and Baton does not know is
/// kept.
struct Settings: Sendable {
    enum Key: String, CaseIterable {
        case deviceName = "device-name"
        case bind
        case port
        case browser
        case terminal

        var explanation: String {
            switch self {
            case .deviceName: "how this device is called on the others"
            case .bind: "addresses to listen on for the user's devices, separated by commas; `all` for every one"
            case .port: "the port to listen on; 0: the system chooses one, which is then kept"
            case .browser: "the command that opens web pages; empty: the desktop's default"
            case .terminal: "the command that runs its arguments in a terminal; empty: the desktop's default"
            }
        }
    }

    private let path: String
    private(set) var values: [String: String]

    /// Reads the file; a missing one is empty.
    /// - Throws: `BatonError`, code `storage`, for a file that cannot be read: it is the user's, and not overwritten.
    init(path: String) throws(BatonError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else {
            values = [:]
            return
        }
        do {
            values = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BatonError(
                .storage,
                "The settings in \(path) cannot be read: they must be one JSON object of strings. Mend or remove it.")
        }
        // What was written by hand is held to the same rules.
        for key in Key.allCases {
            guard let value = values[key.rawValue] else { continue }
            do throws(BatonError) {
                try Self.check(key, value)
            } catch {
                throw BatonError(.storage, "The setting \(key.rawValue) in \(path) cannot be used: \(error.message)")
            }
        }
    }

    subscript(key: Key) -> String? { values[key.rawValue].flatMap { $0.isEmpty ? nil : $0 } }

    static func key(_ name: String) throws(BatonError) -> Key {
        guard let key = Key(rawValue: name) else {
            let known = Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw BatonError(.invalidArgument, "There is no setting “\(name.prefix(64))”; there are: \(known).")
        }
        return key
    }

    /// Sets a value after checking it, and writes the file. An empty value removes the setting.
    mutating func set(_ key: Key, to value: String) throws(BatonError) {
        try Self.check(key, value)
        var changed = values
        changed[key.rawValue] = value.isEmpty ? nil : value
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try PrivateFile.write(encoder.encode(changed), to: path)
        } catch let error as GLibError {
            throw BatonError(.storage, "The settings could not be written: \(error.message).")
        } catch {
            throw BatonError(.storage, "The settings could not be written to \(path).")
        }
        values = changed
    }

    private static func check(_ key: Key, _ value: String) throws(BatonError) {
        if value.isEmpty { return }
        guard value.utf8.count <= 4096, !value.utf8.contains(0) else {
            throw BatonError(.invalidArgument, "The value of \(key.rawValue) is too long.")
        }
        switch key {
        case .deviceName:
            guard Device.displayName(value) == value else {
                throw BatonError(
                    .invalidArgument, "A device's name has at most 64 characters, and no control characters.")
            }
        case .port:
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(value), port <= 65535 else {
                throw BatonError(.invalidArgument, "The port must be a number from 0 to 65535.")
            }
        case .bind:
            for address in value.split(separator: ",", omittingEmptySubsequences: false) where address != "all" {
                guard NumericAddress.isValid(String(address)) else {
                    throw BatonError(
                        .invalidArgument,
                        "“\(address.prefix(64))” is no address to listen on: give numeric addresses, as 192.0.2.7 or ::1, "
                            + "or `all`.")
                }
            }
        case .browser, .terminal:
            guard let words = try? CommandLineText.split(value), !words.isEmpty else {
                throw BatonError(
                    .invalidArgument, "The value of \(key.rawValue) is no command; quote it as in a shell.")
            }
        }
    }
}
