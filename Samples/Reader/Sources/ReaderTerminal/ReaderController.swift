internal import Dispatch
internal import Glibc
package import ReaderCore

/// The reader: a document on a display, with its place kept.
@MainActor package final class ReaderController {
    package let app: AppFolder
    private let display: any Display
    private let store: PositionStore
    private let pager: Pager
    package private(set) var source: DocumentSource?
    private var keptPosition: Position?
    private var isKeeping = false
    private var keys: (any DispatchSourceRead)?
    private let signals: Signals

    /// Called after each move, with the place that one is at now.
    package var didMove: () -> Void = {}
    /// Called when another document is shown.
    package var didOpen: () -> Void = {}
    /// Called once, when the user or a signal ends the reader. The terminal is given back by then.
    package var didQuit: () -> Void = {}

    package static let endingSignals = [SIGTERM, SIGINT, SIGHUP]
    package static let signals = endingSignals + [SIGWINCH, SIGTSTP]

    package init(display: any Display, store: PositionStore, app: AppFolder, signals: Signals) {
        self.display = display
        self.store = store
        self.app = app
        self.signals = signals
        let waiting = Self.note("Waiting for what was read on another device.")
        pager = Pager(waiting, columns: display.size.columns, rows: display.size.rows)
    }

    package var document: Document { pager.document }
    package var position: Position { pager.anchor }

    /// Shows a document that was loaded; without a line, where reading it stopped.
    package func open(_ document: Document, from source: DocumentSource, line: Int? = nil) {
        show(document, from: source, at: line.map { Position(line: $0 - 1, offset: 0) })
    }

    /// Opens a document, at a place that another device was at or where reading it stopped. Throws `DocumentError`.
    package func open(_ source: DocumentSource, at position: Position?) throws {
        if let position, source == self.source {
            pager.jump(to: position)
            moved(hasArrived: true)
        } else {
            show(try DocumentLoader.load(path: source.path), from: source, at: position)
        }
    }

    /// Says why something is not shown: in the status line, or on the whole page while nothing is read.
    package func explain(_ message: String) {
        if source == nil { pager.show(Self.note(message), at: .start) }
        say(message)
    }

    /// Puts a message in the status line until the next key.
    package func say(_ message: String) {
        pager.message = message
        display.say(message)
        display.show(pager, hasArrived: false)
    }

    /// Serves keys and signals from the main queue.
    package func start() {
        for signal in Self.endingSignals { signals.on(signal) { [weak self] in self?.quit() } }
        guard let terminal = display as? TerminalDisplay else { return }
        signals.on(SIGWINCH) { [weak self] in self?.resize(terminal) }
        signals.on(SIGTSTP) { terminal.suspend() }
        let keys = DispatchSource.makeReadSource(fileDescriptor: terminal.input, queue: .main)
        keys.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.readKeys(terminal) } }
        keys.activate()
        self.keys = keys
        terminal.show(pager, hasArrived: false)
    }

    /// Keeps the place, gives the terminal back.
    package func quit() {
        keys?.cancel()
        let problem = keep()
        display.close()
        if let problem { StandardStreams.printError(problem) }
        didQuit()
    }

    private static func note(_ message: String) -> Document {
        Document(title: "Reader", text: DocumentText(message))
    }

    private func show(_ document: Document, from source: DocumentSource, at position: Position?) {
        _ = keep()
        let kept = store.position(of: source)
        self.source = source
        pager.show(document, at: position ?? kept.position ?? .start)
        if let notice = kept.notice {
            pager.message = notice
            display.say(notice)
        }
        keptPosition = nil
        didOpen()
        moved(hasArrived: true)
    }

    private func readKeys(_ terminal: TerminalDisplay) {
        guard !terminal.isHungUp else { return quit() }
        let before = position
        while let key = terminal.nextKey() {
            guard pager.press(key) else { return quit() }
        }
        position == before ? terminal.show(pager, hasArrived: false) : moved(hasArrived: false)
    }

    private func resize(_ terminal: TerminalDisplay) {
        terminal.resize()
        pager.resize(columns: terminal.size.columns, rows: terminal.size.rows)
        terminal.show(pager, hasArrived: false)
    }

    private func moved(hasArrived: Bool) {
        display.show(pager, hasArrived: hasArrived)
        didMove()
        guard !isKeeping else { return }
        isKeeping = true
        // Not at each key: a page held down would write the file twenty times a second.
        DispatchQueue.main.asyncAfter(deadline: .now() + 3) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.isKeeping = false
                if let problem = self.keep() { self.say(problem) }
            }
        }
    }

    private func keep() -> String? {
        guard let source, keptPosition != position else { return nil }
        keptPosition = position
        return store.keep(position, of: source)
    }
}
