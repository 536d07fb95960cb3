package import ReaderCore

/// Where a document is shown.
@MainActor package protocol Display: AnyObject {
    var size: (rows: Int, columns: Int) { get }
    /// `hasArrived` after opening or continuing, not after moving about.
    func show(_ pager: Pager, hasArrived: Bool)
    func say(_ message: String)
    /// Leaves the terminal as it was found.
    func close()
}

/// Without a terminal: a line of output each time a place is opened or continued.
@MainActor package final class LineDisplay: Display {
    package let size = (rows: 24, columns: 80)

    package init() {
        // Whoever read the lines may have gone away; the activity is still held.
        StandardStreams.ignoreBrokenPipes()
    }

    package func show(_ pager: Pager, hasArrived: Bool) {
        guard hasArrived else { return }
        let document = pager.document
        let title = SafeText.plain(document.title)
        let text = SafeText.plain(document.text.line(pager.anchor.line, limit: 4096))
        StandardStreams.print("showing “\(title)” at line \(pager.line) of \(document.text.lineCount): \(text)\n")
    }

    package func say(_ message: String) {
        StandardStreams.printError(SafeText.plain(message))
    }

    package func close() {}
}
