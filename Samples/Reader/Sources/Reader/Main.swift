internal import Foundation
internal import ReaderCore
internal import ReaderTerminal
internal import UserActivity

@main enum Main {
    private static let version = "1.0"

    @MainActor static func main() {
        let environment = ProcessInfo.processInfo.environment
        do {
            switch try Invocation.parse(Array(CommandLine.arguments.dropFirst()), environment: environment) {
            case .help: StandardStreams.print(Invocation.helpText + "\n")
            case .version: StandardStreams.print("Reader \(version)\n")
            case .read(let path, let line): try read(path: path, line: line, environment: environment)
            case .wait: try read(path: nil, line: nil, environment: environment)
            }
        } catch let error as UsageError {
            StandardStreams.printError(error.message + "\n" + Invocation.usage)
            exit(2)
        } catch {
            StandardStreams.printError("\(error)")
            exit(1)
        }
    }

    @MainActor private static func read(path: String?, line: Int?, environment: [String: String]) throws {
        let signals = Signals(ReaderController.signals)
        let reader = try ReaderController.make(path: path, line: line, environment: environment, signals: signals)
        let application = ReaderApplication(reader)
        reader.didQuit = { ActivityApplication.shared.terminate() }
        // It holds its delegate weakly.
        withExtendedLifetime(application) {
            ActivityApplication.shared.delegate = application
            ActivityApplication.shared.run()
        }
    }
}
