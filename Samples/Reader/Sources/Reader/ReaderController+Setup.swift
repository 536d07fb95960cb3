internal import ReaderCore
internal import ReaderTerminal

extension ReaderController {
    /// A reader on the terminal, or without one where standard output is none, with its document open.
    ///
    /// The document is opened first: what is wrong with it is said on a screen that was not taken yet.
    static func make(
        path: String?, line: Int?, environment: [String: String], signals: Signals
    ) throws -> ReaderController {
        let app = AppFolder.current(environment: environment)
        let document = try path.map { try DocumentLoader.load(path: $0) }
        let display: any Display =
            StandardStreams.outputIsTerminal ? try TerminalDisplay(environment: environment) : LineDisplay()
        let reader = ReaderController(
            display: display, store: PositionStore(environment: environment), app: app, signals: signals)
        if let path, let document { reader.open(document, from: DocumentSource(path: path, app: app), line: line) }
        return reader
    }
}
