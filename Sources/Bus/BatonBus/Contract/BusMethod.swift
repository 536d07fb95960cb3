package import ActivityModel
package import GLibKit

/// One method of the contract, with the Swift types of its arguments and its result.
package struct BusMethod<Reply: Codable & Sendable, each Argument: Codable & Sendable>: Sendable {
    package let interface: String
    package let name: String
    /// The D-Bus types of the arguments, in order, and of the result; empty for none. A test holds them against the XML.
    package let inputs: [String]
    package let output: String

    package init(_ interface: String, _ name: String, _ inputs: [String] = [], returns output: String = "") {
        self.interface = interface
        self.name = name
        self.inputs = inputs
        self.output = output
    }

    package func encode(_ arguments: repeat each Argument) throws(VariantError) -> Variant {
        var members: [Variant] = []
        for argument in repeat each arguments {
            members.append(try VariantEncoder().encode(argument, as: inputs[members.count]))
        }
        return .tuple(members)
    }

    package func decode(_ variant: Variant) throws -> (repeat each Argument) {
        var index = 0
        func next<T: Decodable>(_ type: T.Type) throws -> T {
            defer { index += 1 }
            guard index < variant.count else {
                throw BatonError(.invalidArgument, "\(name) was given too few arguments.")
            }
            do throws(VariantError) {
                return try VariantDecoder().decode(type, from: variant[index])
            } catch {
                throw BatonError(.invalidArgument, "\(name), argument \(index + 1): \(error).")
            }
        }
        return (repeat try next((each Argument).self))
    }

    package func encode(reply: Reply) throws(VariantError) -> Variant? {
        output.isEmpty ? nil : .tuple([try VariantEncoder().encode(reply, as: output)])
    }

    package func decode(reply variant: Variant) throws(VariantError) -> Reply {
        // A method without a result: `Nothing` decodes from anything.
        try VariantDecoder().decode(Reply.self, from: output.isEmpty || variant.count == 0 ? variant : variant[0])
    }
}

/// No result.
package struct Nothing: Codable, Sendable {
    package init() {}
    package init(from decoder: any Decoder) {}
    package func encode(to encoder: any Encoder) {}
}

/// The name of a D-Bus error for each of ours, and back.
package enum BusErrorName {
    static let prefix = "org.baton.Error."

    package static func name(for code: BatonError.Code) -> String { prefix + code.rawValue }

    /// What a failed call means to its caller. A transport failure is `connectionUnavailable` or `timedOut`.
    package static func error(from failure: BusCallError, calling what: String) -> BatonError {
        if let name = failure.name {
            if name.hasPrefix(prefix) {
                return BatonError(.init(received: String(name.dropFirst(prefix.count))), failure.message)
            }
            switch name {
            case "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Timeout":
                return BatonError(.timedOut, "\(what) was not answered in time.")
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
                "org.freedesktop.DBus.Error.Disconnected":
                return BatonError(.connectionUnavailable, "\(what): the other side is gone.")
            case "org.freedesktop.DBus.Error.InvalidArgs":
                return BatonError(.invalidArgument, "\(what) was refused: \(failure.message)")
            case "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.UnknownInterface",
                "org.freedesktop.DBus.Error.UnknownObject":
                return BatonError(
                    .versionMismatch, "\(what) is not known on the other side; both should be of one Baton version.")
            default: return BatonError(.internal, "\(what) failed: \(failure.message)", cause: name)
            }
        }
        if failure.transport?.isTimedOut == true { return BatonError(.timedOut, "\(what) was not answered in time.") }
        return BatonError(
            .connectionUnavailable, "\(what) failed: the connection is gone.", cause: failure.transport?.description)
    }
}
