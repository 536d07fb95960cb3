extension Pager {
    /// What the screen shows now.
    package func frame() -> Frame {
        var frame = Frame(columns: geometry.columns, rows: geometry.rows)
        guard !geometry.isTooSmall else {
            frame.put("Too small", .text, row: 0, column: 0)
            return frame
        }
        drawTitle(in: &frame)
        drawText(in: &frame)
        drawStatus(in: &frame)
        if mode == .help { drawHelp(in: &frame) }
        return frame
    }

    private func drawTitle(in frame: inout Frame) {
        guard geometry.hasTitle else { return }
        frame.fill(.bar, row: 0)
        let right = geometry.left + geometry.measure
        let end = frame.put(document.title, .barStrong, row: 0, column: geometry.left, limit: geometry.measure)
        guard let address = document.address else { return }
        let (text, width) = SafeText.fit(address, width: right - end - 4)
        // An address that is cut to a stump says nothing.
        if width >= 12 { frame.put(text, .barFaint, row: 0, column: right - width) }
    }

    private func drawText(in frame: inout Frame) {
        var index: RowIndex? = top
        for row in geometry.textTop..<geometry.textTop + geometry.textRows {
            guard let current = index else { break }
            draw(layout.content(of: current), part: current.part, row: row, in: &frame)
            index = layout.row(after: current)
        }
    }

    private func draw(_ content: Row, part: Int, row: Int, in frame: inout Frame) {
        let base: Style = content.kind == .heading ? .heading : .text
        let matches = matches(in: content, part: part)
        var column = geometry.left
        if content.continuationWidth > 0 {
            frame.spans[row].append(
                Span(column: column, text: content.continuation, width: content.continuationWidth, style: base))
            column += content.continuationWidth
        }
        var span = Span(column: column, text: "", width: 0, style: base)
        var glyphs = content.glyphs
        while glyphs.last?.kind == .space { glyphs.removeLast() }
        for glyph in glyphs {
            let offset = Int(glyph.offset)
            var style = glyph.kind == .placeholder ? Style.placeholder : base
            if let range = matches.first(where: { $0.contains(offset) }) {
                let isCurrent = match?.position == Position(line: content.position.line, offset: range.lowerBound)
                style = isCurrent ? .currentMatch : .match
            }
            if style != span.style {
                if span.width > 0 { frame.spans[row].append(span) }
                span = Span(column: span.column + span.width, text: "", width: 0, style: style)
            }
            span.text += glyph.text
            span.width += Int(glyph.width)
        }
        if span.width > 0 { frame.spans[row].append(span) }
    }

    /// The matches that touch a row, each whole, so that one that goes over its end is seen on both rows.
    private func matches(in row: Row, part: Int) -> [Range<Int>] {
        guard let search else { return [] }
        let start = document.text.offset(ofPart: part)
        let scalars = document.text.scalars(ofLine: row.position.line, part: part)
        let first = max(0, row.position.offset - start - search.length)
        let last = min(scalars.count, row.end - start + search.length)
        guard first < last else { return [] }
        let matches = search.matches(in: Array(scalars[first..<last]), start: start + first)
        // The current one first: where matches overlap it is the one that shows.
        guard let match, match.position.line == row.position.line else { return matches }
        return [match.position.offset..<match.end] + matches
    }

    private func drawStatus(in frame: inout Frame) {
        let row = geometry.statusRow
        frame.fill(.bar, row: row)
        let right = geometry.left + geometry.measure
        let (text, width) = SafeText.fit(place(width: geometry.measure), width: geometry.measure)
        let room = geometry.measure - width - 2
        if case .typing(let words) = mode {
            let prompt = "/" + tail(of: words, width: geometry.measure - 2)
            let column = frame.put(prompt, .barStrong, row: row, column: geometry.left, limit: geometry.measure)
            frame.cursor = (row, min(column, frame.columns - 1))
            return
        }
        // A message matters more than the place, which is there again after the next key.
        if let message, SafeText.fit(message, width: .max).width > room {
            frame.put(message, .barStrong, row: row, column: geometry.left, limit: geometry.measure)
            return
        }
        frame.put(text, .barFaint, row: row, column: right - width)
        if let message {
            frame.put(message, .barStrong, row: row, column: geometry.left, limit: room)
        } else if let search {
            frame.put(state(of: search), .bar, row: row, column: geometry.left, limit: room)
        } else if !geometry.hasTitle {
            frame.put(document.title, .barStrong, row: row, column: geometry.left, limit: room)
        } else {
            frame.put("h for help", .barFaint, row: row, column: geometry.left, limit: room)
        }
    }

    /// Where one is, in as many words as there is room for.
    private func place(width: Int) -> String {
        guard !document.text.isEmpty else { return "empty" }
        let count = document.text.lineCount
        let ways = ["line \(line) of \(count)   \(percent)%", "\(line)/\(count)  \(percent)%", "\(percent)%"]
        return ways.first(where: { $0.count <= max(width / 2, width - 30) }) ?? ways[2]
    }

    private func state(of search: Search) -> String {
        switch matchCount {
        case 0: "“\(search.words)”: no match"
        case 1: "“\(search.words)”: 1 match"
        case Self.matchLimit...: "“\(search.words)”: over 9,999 matches"
        default: "“\(search.words)”: \(matchCount) matches"
        }
    }

    /// The end of what is typed, where the typing goes on.
    private func tail(of words: String, width: Int) -> String {
        var words = words[...]
        while SafeText.fit(String(words), width: .max).width > width { words.removeFirst() }
        return String(words)
    }

    private func drawHelp(in frame: inout Frame) {
        let keysWidth = 18
        let inner = min(geometry.measure - 4, keysWidth + 41)
        let lines = min(Self.help.count, geometry.textRows - 2)
        guard inner >= 20, lines > 0 else {
            frame.fill(.bar, row: geometry.statusRow)
            frame.put("j k Space b / n q", .barStrong, row: geometry.statusRow, column: geometry.left)
            return
        }
        let left = geometry.left + (geometry.measure - inner - 4) / 2
        let top = geometry.textTop + (geometry.textRows - lines - 2) / 2
        let line = String(repeating: "─", count: inner + 2)
        frame.put("╭" + line + "╮", .faint, row: top, column: left)
        frame.put("╰" + line + "╯", .faint, row: top + lines + 1, column: left)
        for (index, entry) in Self.help.prefix(lines).enumerated() {
            let row = top + 1 + index
            frame.put("│", .faint, row: row, column: left)
            frame.put(String(repeating: " ", count: inner + 2), .panel, row: row, column: left + 1)
            frame.put("│", .faint, row: row, column: left + inner + 3)
            let column = left + 2
            frame.put(entry.keys, .panelStrong, row: row, column: column, limit: keysWidth)
            frame.put(entry.meaning, .panel, row: row, column: column + keysWidth, limit: inner - keysWidth)
        }
    }
}
