internal import ActivityModel
internal import FoundationEssentials

/// Checks of what a client gives, before a service sees it: that a name names something, and that nothing is longer than
/// any such thing can be. Whether there is a thing of that name, the service says.
enum Arguments {
    /// What an argument may be, and what to do about one that is wrong.
    struct Kind: Sendable {
        let name: String
        let limit: Int
        let remedy: String

        static let activity = Kind(
            name: "an activity's id", limit: 128, remedy: "give the one that BecomeCurrent was given")
        static let app = Kind(name: "an app's id", limit: 255, remedy: "`baton apps list` shows those there are")
        static let folder = Kind(name: "an app's folder", limit: 4096, remedy: "give its absolute path")
        static let offer = Kind(
            name: "an offer's id", limit: 255, remedy: "`baton handoff list` shows what is offered now")
        static let device = Kind(
            name: "a device's id", limit: 255, remedy: "`baton devices list` shows those there are")
        static let code = Kind(name: "a code", limit: 64, remedy: "type the six digits that the new device shows")
        static let invitation = Kind(
            name: "an invitation", limit: 4096, remedy: "`baton devices invite` on the other device makes one")
        static let join = Kind(name: "a join's id", limit: 255, remedy: "Join has given it")
    }

    /// - Throws: `invalidArgument` for an empty text, or one over the limit in bytes.
    static func checked(_ text: String, _ kind: Kind) throws(BatonError) -> String {
        guard !text.isEmpty else {
            throw BatonError(.invalidArgument, "The argument must be \(kind.name), and it is empty; \(kind.remedy).")
        }
        return try within(text, kind)
    }

    /// The same for a text that may be empty.
    static func within(_ text: String, _ kind: Kind) throws(BatonError) -> String {
        guard text.utf8.count <= kind.limit else {
            throw BatonError(
                .invalidArgument,
                "The argument must be \(kind.name), and it has \(text.utf8.count) bytes; \(kind.limit) are the most.")
        }
        return text
    }

    /// An activity of a program here, which is told at once what no reader of its payload could make sense of.
    ///
    /// Whatever is JSON reads as a payload, but for what is looked for here; only then is it read as one: that takes long,
    /// and an app says often what it is doing. What other devices send is passed on as it is: it may be a newer Baton's.
    /// - Throws: `invalidPayload`, naming the key path.
    static func checked(_ record: ActivityRecord) throws(BatonError) -> ActivityRecord {
        if let data = record.userInfo, data.count <= Payload.maximumSize, isOdd(data) {
            _ = try Payload(canonical: data)
        }
        return record
    }

    /// Whether an encoding may hold more than JSON's plain values: tags, escapes, exponents, deep nesting.
    private static func isOdd(_ data: Data) -> Bool {
        var (depth, previous) = (0, UInt8(0))
        for byte in data {
            switch byte {
            case UInt8(ascii: "$"), UInt8(ascii: "\\"): return true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(previous) { return true }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > Payload.maximumDepth { return true }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            previous = byte
        }
        return false
    }

    /// Variables for an app that is started: as a process can have them, and as few as a desktop passes on.
    static func checked(environment: [String: String]) throws(BatonError) -> [String: String] {
        guard environment.keys.allSatisfy({ !$0.isEmpty && !$0.contains("=") }) else {
            throw BatonError(
                .invalidArgument, "environment has a name that is empty or holds “=”, which no variable's can.")
        }
        guard environment.count <= 256,
            environment.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= 65_536
        else {
            throw BatonError(
                .invalidArgument, "environment may have 256 variables at most, of 65536 bytes together.")
        }
        return environment
    }
}
