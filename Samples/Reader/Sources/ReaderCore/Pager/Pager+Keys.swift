/// A key of a terminal.
package enum Key: Equatable, Sendable {
    case scalar(Unicode.Scalar)
    case up, down, pageUp, pageDown, home, end
    case enter, escape, backspace, help
}

extension Pager {
    /// Does what a key says; false to quit.
    package func press(_ key: Key) -> Bool {
        message = nil
        switch mode {
        case .typing(let words):
            type(key, after: words)
            return true
        case .help:
            mode = .reading
            return true
        case .reading:
            return read(key)
        }
    }

    private func read(_ key: Key) -> Bool {
        let rows = geometry.textRows
        // Two rows stay, so that the eye finds where it was.
        let page = max(1, rows - 2)
        switch key {
        case .down, .enter, .scalar("j"): scroll(by: 1)
        case .up, .scalar("k"): scroll(by: -1)
        case .pageDown, .scalar(" "), .scalar("f"): scroll(by: page)
        case .pageUp, .scalar("b"): scroll(by: -page)
        case .scalar("d"): scroll(by: max(1, rows / 2))
        case .scalar("u"): scroll(by: -max(1, rows / 2))
        case .home, .scalar("g"): jump(to: .start)
        case .end, .scalar("G"): goToEnd()
        case .scalar("/"): mode = .typing("")
        case .scalar("n"): findNext()
        case .scalar("N"): findPrevious()
        case .help, .scalar("h"), .scalar("?"): mode = .help
        case .escape: forgetSearch()
        case .scalar("q"): return false
        default: break
        }
        return true
    }

    private func type(_ key: Key, after words: String) {
        switch key {
        case .enter:
            mode = .reading
            find(words)
        case .escape: mode = .reading
        case .backspace: mode = words.isEmpty ? .reading : .typing(String(words.dropLast()))
        case .scalar(let scalar) where scalar.value >= 0x20 && words.utf8.count < 1000:
            mode = .typing(words + String(scalar))
        default: break
        }
    }

    static let help: [(keys: String, meaning: String)] = [
        ("↓  j      ↑  k", "one line on, back"),
        ("Space     b", "one page on, back"),
        ("d         u", "half a page on, back"),
        ("Home  g   End  G", "to the start, to the end"),
        ("/", "search; a capital letter makes case count"),
        ("n         N", "next match, previous one"),
        ("Esc", "forget the search"),
        ("h         ?", "this help"),
        ("q", "leave; the place is kept"),
    ]
}
