/// A text that can be read: its lines, and what a page or a file says about itself.
package struct Document: Sendable {
    /// What a line is. It decides how the line looks, not where it breaks.
    package enum LineKind: UInt8, Sendable {
        case body, heading, preformatted
    }

    package enum Format: Sendable {
        case text, markdown, page
    }

    package var title: String
    /// Where a saved page came from; only `http` and `https`.
    package var address: String?
    package var format: Format
    package var text: DocumentText
    /// What was done to show it, for the status line.
    package var notice: String?
    /// One a line, of a page; a text's lines speak for themselves.
    private let kinds: [LineKind]

    package init(
        title: String, address: String? = nil, format: Format = .text, text: DocumentText, kinds: [LineKind] = [],
        notice: String? = nil
    ) {
        self.title = title
        self.address = address
        self.format = format
        self.text = text
        self.kinds = kinds
        self.notice = notice
    }

    package func kind(ofLine line: Int) -> LineKind {
        switch format {
        case .text: .body
        case .page: line < kinds.count ? kinds[line] : .body
        case .markdown: Self.headingText(text.line(line, limit: 512)) == nil ? .body : .heading
        }
    }

    /// The text of a Markdown heading (`# Title`), nil for any other line.
    static func headingText(_ line: String) -> String? {
        let marks = line.prefix(while: { $0 == "#" })
        guard (1...6).contains(marks.count), line.dropFirst(marks.count).first == " " else { return nil }
        return String(SafeText.trim(line.dropFirst(marks.count)))
    }
}
