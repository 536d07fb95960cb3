internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
internal import GLibKit
internal import Glibc

/// What a verb works with.
package struct Session: Sendable {
    let invocation: Invocation
    let verb: Verb
    let environment: [String: String]
    let terminal: Terminal
    let output: Output
    let instance: Instance
    let daemon: DaemonConnection
    /// nil where no `batond` was found.
    let starter: DaemonStarter?
    let thread: GLibThread
    let time: TimeSource

    init(
        invocation: Invocation, verb: Verb, environment: [String: String], terminal: Terminal, output: Output,
        ownExecutable: String?, thread: GLibThread
    ) throws {
        self.invocation = invocation
        self.verb = verb
        self.environment = environment
        self.terminal = terminal
        self.output = output
        self.thread = thread
        time = .system(on: thread)
        instance = try Instance(folder: invocation.value("instance"), environment: environment, userID: getuid())
        // `doctor` is asked what is wrong, and says it by itself.
        if let folder = instance.directory, verb.path != ["doctor"], let complaint = InstanceFolder.complaint(folder) {
            throw CommandError(
                status: .wrongUsage, code: BatonError.Code.invalidArgument.rawValue, message: complaint)
        }
        starter = DaemonStarter(environment: environment, ownExecutable: ownExecutable)
        daemon = DaemonConnection(
            thread: thread, instance: instance, identity: ClientIdentity(program: "baton"),
            starter: verb.daemon == .starts ? starter : nil, time: time)
    }

    /// Calls the daemon.
    func call<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument,
        timeout: Duration = .seconds(25)
    ) async throws -> Reply {
        do throws(BatonError) {
            return try await daemon.call(method, repeat each arguments, timeout: timeout)
        } catch {
            throw await explained(error)
        }
    }

    func connect() async throws {
        do throws(BatonError) { _ = try await daemon.connect() } catch { throw await explained(error) }
    }

    /// Where a verb wanted to start a daemon and there is none to start, that is what to say.
    private func explained(_ error: BatonError) async -> any Error {
        guard error.code == .daemonUnavailable, verb.daemon == .starts, starter == nil else { return error }
        if case .unclear = await DaemonPresence.look(at: instance, on: thread) { return error }
        return BatonError(.daemonUnavailable, Texts.noDaemonProgram)
    }

    /// A wrong combination of what the table allows one by one.
    func usage(_ message: String) -> UsageError { UsageError(message, verb: verb.path) }

    /// A file's path as the daemon, which runs elsewhere, needs it.
    func absolute(_ path: String) throws -> String {
        guard let real = realpath(path, nil) else {
            throw CommandError(status: .wrongUsage, code: "NoSuchFile", message: Texts.noFile(path))
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// A file's bytes, or standard input's for `-`.
    func read(_ path: String, limit: Int) throws -> Data {
        let tooLarge = CommandError(
            status: .wrongUsage, code: BatonError.Code.tooLarge.rawValue, message: Texts.fileTooLarge(path, limit))
        if path == "-" {
            guard let data = terminal.readAll(limit) else { throw tooLarge }
            return data
        }
        guard let data = Self.file(path, limit: limit) else {
            throw CommandError(status: .wrongUsage, code: "NoSuchFile", message: Texts.noFile(path))
        }
        guard data.count <= limit else { throw tooLarge }
        return data
    }

    /// At most one byte more than the limit is read, whatever the file is.
    private static func file(_ path: String, limit: Int) -> Data? {
        guard let file = fopen(path, "rbe") else { return nil }
        defer { fclose(file) }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while data.count <= limit {
            let count = fread(&buffer, 1, min(buffer.count, limit + 1 - data.count), file)
            guard count > 0 else { break }
            data.append(contentsOf: buffer[..<count])
        }
        return ferror(file) == 0 ? data : nil
    }
}
