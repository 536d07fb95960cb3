package import ActivityModel
package import BatonBus
internal import FoundationEssentials
internal import GLibKit

/// How one daemon is run: what the command line and the environment say.
package struct DaemonConfiguration: Sendable {
    package var instance: Instance
    package var environment: [String: String]
    /// Listening sockets that systemd passed.
    package var descriptors: [Int32] = []
    /// Where to say that the daemon listens, or why not.
    package var readyDescriptor: Int32?
    /// Whether the log may hold titles, payloads and addresses.
    package var reveals = false
    package var verbose = false
    /// Whether the session bus is looked for; not in tests.
    package var usesSessionBus = true
    /// Where apps are looked for, when not where the instance says.
    package var appFolders: [String]?
    /// What it speaks, and as which Baton.
    package var spoken = BusProtocol.own

    package init(instance: Instance, environment: [String: String]) {
        self.instance = instance
        self.environment = environment
    }

    package static let usage = """
        usage: batond [--instance DIR] [--ready-fd N] [--reveal] [--verbose]
        The Baton daemon. Programs start it when they need it; see `baton --help`.
          --instance DIR   keep socket, databases and log under DIR
          --ready-fd N     write `ready`, or why not, to descriptor N
          --reveal         let the log hold titles (with --verbose)
          --verbose        log what is done, not only what goes wrong
          --version        print the version (with --ready-fd, there)
        """

    /// Reads the command line.
    /// - Throws: `BatonError`, code `invalidArgument`.
    package init(arguments: [String], environment: [String: String], userID: UInt32) throws(BatonError) {
        var folder: String?
        var ready: Int32?
        var (reveals, verbose) = (false, false)
        var rest = arguments.dropFirst()
        func value(of option: String) throws(BatonError) -> String {
            guard let value = rest.popFirst() else {
                throw BatonError(.invalidArgument, "\(option) needs a value.\n\(Self.usage)")
            }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--instance": folder = try value(of: argument)
            case "--ready-fd":
                ready = Int32(try value(of: argument))
                guard let ready, ready > 2 else {
                    throw BatonError(.invalidArgument, "--ready-fd needs a descriptor above 2.")
                }
            case "--reveal": reveals = true
            case "--verbose": verbose = true
            default: throw BatonError(.invalidArgument, "batond does not know “\(argument)”.\n\(Self.usage)")
            }
        }
        self.init(
            instance: try Instance(folder: folder, environment: environment, userID: userID), environment: environment)
        readyDescriptor = ready
        self.reveals = reveals
        self.verbose = verbose
    }
}
