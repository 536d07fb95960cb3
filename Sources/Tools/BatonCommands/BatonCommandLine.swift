internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
package import GLibKit

/// The command line `baton`: reads the arguments, runs the verb, reports its error, gives the exit status.
package enum BatonCommandLine {
    /// Runs the process's own command line.
    package static func main() -> Int32 {
        LocaleDate.useEnvironment()
        return main(
            arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
            terminal: .system())
    }

    /// Runs a command line and waits for its end, on a thread other than the caller's.
    package static func main(arguments: [String], environment: [String: String], terminal: Terminal) -> Int32 {
        let thread = GLibThread(name: "baton")
        // The caller's thread runs no tasks: it waits for a byte, the exit status.
        guard let ended = Pipe() else { return ExitStatus.failed.rawValue }
        let executable = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        thread.task {
            let status = await run(
                arguments: arguments, environment: environment, terminal: terminal, ownExecutable: executable,
                on: thread)
            ended.write(UInt8(truncatingIfNeeded: status))
        }
        let status = Int32(ended.read())
        ended.close()
        thread.stop()
        return status
    }

    /// Runs a command line on a GLib thread.
    package static func run(
        arguments: [String], environment: [String: String], terminal: Terminal, ownExecutable: String?,
        on thread: GLibThread, table: [Verb] = VerbTable.all
    ) async -> Int32 {
        // Read before the command line is understood: its own errors are reported in the form asked for.
        let words = arguments.prefix { $0 != "--" }
        let output = Output(
            terminal: terminal, isJSON: words.contains("--json"), isQuiet: words.contains("--quiet"),
            environment: environment, instance: instance(in: words))
        var verb: [String] = []
        let status = await run(
            arguments, environment, output, ownExecutable: ownExecutable, on: thread, table, verb: &verb)
        guard status == ExitStatus.done.rawValue, let failure = terminal.outputFailure() else { return status }
        output.fail(verb, code: "OutputLost", message: Texts.outputLost(failure))
        return ExitStatus.failed.rawValue
    }

    /// The folder of `--instance`, before the command line is understood.
    private static func instance(in words: ArraySlice<String>) -> String? {
        if let word = words.last(where: { $0.hasPrefix("--instance=") }) {
            return String(word.dropFirst("--instance=".count))
        }
        return words.lastIndex(of: "--instance").flatMap { $0 + 1 < words.endIndex ? words[$0 + 1] : nil }
    }

    private static func run(
        _ arguments: [String], _ environment: [String: String], _ output: Output, ownExecutable: String?,
        on thread: GLibThread, _ table: [Verb], verb: inout [String]
    ) async -> Int32 {
        let terminal = output.terminal
        do {
            let (request, invocation) = try Parser(table).parse(arguments)
            switch request {
            case .version:
                output.answer(["version": .string(BusProtocol.release)], [Line(Texts.version(BusProtocol.release))])
            case .help(let words):
                terminal.write(.output, Help.text(for: words, in: table))
            case .run(let found):
                verb = found.path
                let session = try Session(
                    invocation: invocation, verb: found, environment: environment, terminal: terminal, output: output,
                    ownExecutable: ownExecutable, thread: thread)
                defer { thread.task { await session.daemon.close() } }
                return try await found.run(session).rawValue
            }
            return ExitStatus.done.rawValue
        } catch let error as UsageError {
            let about = error.verb.isEmpty ? verb : error.verb
            output.fail(about, code: "WrongUsage", message: Texts.seeHelp(error.message, about), isUsage: true)
            return ExitStatus.wrongUsage.rawValue
        } catch let error as CommandError {
            output.fail(verb, code: error.code, message: error.message)
            return error.status.rawValue
        } catch let error as BatonError {
            output.fail(verb, code: error.code.rawValue, message: error.message)
            return ExitStatus(error.code).rawValue
        } catch {
            output.fail(verb, code: BatonError.Code.internal.rawValue, message: Texts.unexpected("\(error)"))
            return ExitStatus.failed.rawValue
        }
    }
}
