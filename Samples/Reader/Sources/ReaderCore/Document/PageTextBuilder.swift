/// Turns a page's elements into lines: a line a paragraph, a blank one between two.
struct PageTextBuilder {
    private struct List {
        var isOrdered: Bool
        var number: Int
    }

    private static let dropped: Set<String> = [
        "audio", "button", "canvas", "dialog", "embed", "head", "iframe", "input", "link", "meta", "nav", "noscript",
        "object", "option", "script", "select", "style", "svg", "template", "textarea", "title", "video",
    ]
    /// They stand apart from what is before and after.
    private static let spaced: Set<String> = [
        "address", "article", "aside", "blockquote", "dl", "fieldset", "figure", "footer", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "hr", "main", "ol", "p", "pre", "section", "table", "ul",
    ]
    /// They begin a line.
    private static let blocks: Set<String> = [
        "body", "caption", "center", "dd", "details", "div", "dt", "figcaption", "form", "html", "legend", "li",
        "summary", "tbody", "tfoot", "thead", "tr",
    ]
    /// Deeper quotes and lists are not indented further: their text must stay readable, and a hostile page small.
    private static let deepest = 6

    private var lines: [String] = []
    private var kinds: [Document.LineKind] = []
    private var line = ""
    private var hasSpace = false
    private var needsBlank = false
    private var lists: [List] = []
    private var marker: String?
    private var quoteDepth = 0
    private var preformatted = 0
    private var headings = 0
    private var cells = 0
    private(set) var scalarCount = 0

    mutating func enter(_ node: PageNode) -> Bool {
        if node.isText {
            preformatted > 0 ? addVerbatim(node.content) : add(node.content)
            return false
        }
        guard let element = node.element, !Self.dropped.contains(element), node.attribute("hidden") == nil else {
            return false
        }
        border(element)
        switch element {
        case "h1", "h2", "h3", "h4", "h5", "h6": headings += 1
        case "pre": preformatted += 1
        case "blockquote": quoteDepth += 1
        case "ul": lists.append(List(isOrdered: false, number: 0))
        case "ol": lists.append(List(isOrdered: true, number: (node.attribute("start").flatMap { Int($0) } ?? 1) &- 1))
        case "li": beginItem()
        case "tr": cells = 0
        case "td", "th":
            if cells > 0 { add(" | ") }
            cells += 1
        case "br": flush(keepsEmpty: preformatted > 0)
        case "hr": emit("* * *", .body)
        case "img":
            if let description = node.attribute("alt"), !description.isEmpty { add(" [\(description)] ") }
        default: break
        }
        return true
    }

    mutating func leave(_ node: PageNode) {
        guard let element = node.element else { return }
        border(element)
        switch element {
        case "h1", "h2", "h3", "h4", "h5", "h6": headings -= 1
        case "pre": preformatted -= 1
        case "blockquote": quoteDepth -= 1
        case "ul", "ol": lists.removeLast()
        case "li": marker = nil
        default: break
        }
    }

    mutating func finish() -> (lines: [String], kinds: [Document.LineKind]) {
        flush()
        return (lines, kinds)
    }

    private mutating func border(_ element: String) {
        if Self.spaced.contains(element) {
            flush()
            // A list within a list goes on where it is.
            needsBlank = needsBlank || !((element == "ul" || element == "ol" || element == "p") && !lists.isEmpty)
        } else if Self.blocks.contains(element) {
            flush()
        }
    }

    private mutating func beginItem() {
        guard !lists.isEmpty else { return marker = "• " }
        lists[lists.count - 1].number &+= 1
        let list = lists[lists.count - 1]
        marker = list.isOrdered ? "\(list.number). " : "• "
    }

    private mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case " ", "\n", "\t", "\r", "\u{0C}": hasSpace = true
            default:
                if hasSpace, !line.isEmpty { line.unicodeScalars.append(" ") }
                hasSpace = false
                line.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func addVerbatim(_ text: String) {
        for scalar in text.unicodeScalars where scalar != "\r" {
            // HTML drops the newline right after <pre>.
            if scalar == "\n" {
                flush(keepsEmpty: !needsBlank)
            } else {
                line.unicodeScalars.append(scalar)
            }
        }
    }

    private mutating func flush(keepsEmpty: Bool = false) {
        defer {
            line = ""
            hasSpace = false
        }
        guard keepsEmpty || !SafeText.trim(line[...]).isEmpty else { return }
        emit(line, headings > 0 ? .heading : preformatted > 0 ? .preformatted : .body)
    }

    private mutating func emit(_ text: String, _ kind: Document.LineKind) {
        let quote = String(repeating: "│ ", count: min(quoteDepth, Self.deepest))
        if needsBlank, let last = lines.last, !last.isEmpty {
            lines.append(last.hasPrefix("│") && quoteDepth > 0 ? "│" : "")
            kinds.append(.body)
        }
        needsBlank = false
        var indent = String(repeating: "  ", count: min(max(0, lists.count - 1), Self.deepest))
        if let marker {
            indent += marker
            // The item's further lines stand under its first word.
            self.marker = String(repeating: " ", count: marker.unicodeScalars.count)
        }
        if kind == .preformatted, !text.isEmpty { indent += "    " }
        lines.append(quote + indent + text)
        kinds.append(kind)
        scalarCount += text.unicodeScalars.count
    }
}
