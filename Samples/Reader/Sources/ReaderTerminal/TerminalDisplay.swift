internal import CReaderCurses
internal import Glibc
package import ReaderCore

/// A terminal, through ncurses. Only one at a time: ncurses keeps its state in global variables.
@MainActor package final class TerminalDisplay: Display {
    package struct Unusable: Error, CustomStringConvertible {
        package let description: String
    }

    /// What keys are read from: standard input, or the terminal itself where standard input is something else.
    package let input: Int32
    private let theme: Theme
    private var lastFrame: Frame?
    private var isOpen = true

    package init(environment: [String: String]) throws {
        _ = CellWidth.prepare
        var stream = reader_stdin()
        if isatty(STDIN_FILENO) != 1 { stream = fopen("/dev/tty", "r") }
        guard let stream, newterm(nil, reader_stdout(), stream) != nil else {
            let name = SafeText.plain(environment["TERM"] ?? "")
            throw Unusable(description: "This terminal (TERM is “\(name)”) cannot show a text.")
        }
        input = fileno(stream)
        theme = Theme(environment: environment)
        cbreak()
        noecho()
        nonl()
        let window = reader_window()
        keypad(window, true)
        nodelay(window, true)
        // Long enough for the rest of an arrow key over a slow line, short enough not to be felt after Escape.
        set_escdelay(50)
        resize()
    }

    package var size: (rows: Int, columns: Int) {
        (Int(getmaxy(reader_window())), Int(getmaxx(reader_window())))
    }

    /// Takes the terminal's size; ncurses's own handler does not run, SIGWINCH being read from the main queue.
    package func resize() {
        var rows: Int32 = 0
        var columns: Int32 = 0
        guard isOpen, reader_window_size(STDOUT_FILENO, &rows, &columns) == 0 else { return }
        resizeterm(rows, columns)
        clearok(reader_window(), true)
    }

    package func show(_ pager: Pager, hasArrived: Bool) {
        draw(pager.frame())
    }

    /// The pager's status line says it.
    package func say(_ message: String) {}

    package func close() {
        guard isOpen else { return }
        isOpen = false
        endwin()
    }

    /// Gives the terminal back to the shell until the user comes back with `fg`.
    package func suspend() {
        endwin()
        raise(SIGSTOP)
        resize()
        if let lastFrame { draw(lastFrame) }
    }

    /// The next key that was pressed; nil when there is none.
    package func nextKey() -> Key? {
        var value: UInt32 = 0
        while true {
            switch reader_get(&value) {
            case KEY_CODE_YES: if let key = Self.key(Int32(bitPattern: value)) { return key }
            case OK: if let key = Self.key(scalar: value) { return key }
            default: return nil
            }
        }
    }

    /// Whether the terminal has gone away: its end of file is always there to read and never a key.
    package var isHungUp: Bool {
        var descriptor = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
    }

    private func draw(_ frame: Frame) {
        guard isOpen else { return }
        lastFrame = frame
        theme.apply(.text)
        werase(reader_window())
        for (row, spans) in frame.spans.enumerated() {
            for span in spans {
                theme.apply(span.style)
                let scalars = span.text.unicodeScalars.map(\.value)
                reader_put(Int32(row), Int32(span.column), scalars, Int32(scalars.count))
            }
        }
        curs_set(frame.cursor == nil ? 0 : 1)
        if let cursor = frame.cursor { wmove(reader_window(), Int32(cursor.row), Int32(cursor.column)) }
        wrefresh(reader_window())
    }

    private static func key(_ code: Int32) -> Key? {
        switch code {
        case KEY_UP: .up
        case KEY_DOWN: .down
        case KEY_PPAGE: .pageUp
        case KEY_NPAGE: .pageDown
        case KEY_HOME: .home
        case KEY_END: .end
        case KEY_ENTER: .enter
        case KEY_BACKSPACE, KEY_DC: .backspace
        case KEY_F0 + 1: .help
        default: nil
        }
    }

    private static func key(scalar value: UInt32) -> Key? {
        switch value {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x1B: .escape
        default: Unicode.Scalar(value).map { .scalar($0) }
        }
    }
}
